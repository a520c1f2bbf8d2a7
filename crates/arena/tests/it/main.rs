//! Players, external programs and the store, used as a program would.

mod common;
mod fuzz;
mod hostile;
mod ladder;
mod python;
mod sandbox;
mod store;
