//! The Python package: what the other crates offer, for notebooks and courses.
//!
//! Nothing here knows the games: it turns Python's objects into those of the
//! crates and back.

#![expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive by value")]

use pyo3::prelude::*;

mod analysis;
mod arena;
mod array;
mod attend;
mod board;
mod engine;
mod error;
mod evolve;
mod formats;
mod game;
mod input;
mod limit;
mod names;
mod process;
mod random;
mod record;
mod rule;
mod search;
mod stream;
mod svg;
mod vec;

/// The compiled half of the package; use it through `outflank`.
#[pymodule]
fn _outflank(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<analysis::Candidate>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<limit::Limit>()?;
    module.add_class::<rule::Rule>()?;
    module.add_class::<search::Searching>()?;
    module.add_class::<formats::Reading>()?;
    module.add_class::<record::Problem>()?;
    module.add_class::<record::Record>()?;
    module.add_function(wrap_pyfunction!(formats::detect, module)?)?;
    module.add_function(wrap_pyfunction!(formats::format_names, module)?)?;
    module.add_function(wrap_pyfunction!(formats::format_of_extension, module)?)?;
    module.add_function(wrap_pyfunction!(formats::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(formats::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(formats::write_bytes, module)?)?;
    // Batches, arena and tuner.
    module.add_class::<vec::Games>()?;
    module.add_class::<evolve::Evolution>()?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::plan_text, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::genome_text, module)?)?;
    module.add("PASS", outflank_core::Move::Pass.action())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    random::watch_forks(module.py())?;
    // What is public is said by the modules of `outflank`.
    module.delattr("__all__")
}
