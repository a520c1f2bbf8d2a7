//! The Python package: what the other crates offer, for notebooks and courses.
//!
//! Nothing here knows the games: it turns Python's objects into those of the
//! crates and back.

use pyo3::prelude::*;

mod board;
mod input;
mod rule;

/// The compiled half of the package; use it through `outflank`.
#[pymodule]
fn _outflank(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<rule::Rule>()?;
    // Batches, arena and tuner.
    Ok(())
}
