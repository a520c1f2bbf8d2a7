//! The standings of a tournament as text and as comma-separated values.

pub mod csv;
pub mod text;
