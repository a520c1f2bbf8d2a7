//! Every format: round trips, sample files, arbitrary text and the WTHOR base.

mod any_text;
mod common;
mod round_trip;
mod samples;
mod wthor_base;
