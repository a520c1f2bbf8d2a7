//! The Python package: what the other crates offer, for notebooks and courses.
//!
//! Nothing here knows the games: it turns Python's objects into those of the
//! crates and back.

use pyo3::prelude::*;

mod arena;
mod array;
mod attend;
mod board;
mod error;
mod evolve;
mod game;
mod input;
mod names;
mod random;
mod rule;
mod stream;
mod svg;
mod vec;

/// The compiled half of the package; use it through `outflank`.
#[pymodule]
fn _outflank(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<rule::Rule>()?;
    // Batches, arena and tuner.
    module.add_class::<vec::Games>()?;
    module.add_class::<evolve::Evolution>()?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::plan_text, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::genome_text, module)?)?;
    Ok(())
}
