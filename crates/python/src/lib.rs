//! The Python package: the other crates for notebooks and courses.
//!
//! It converts Python's objects to those of the crates and back, and has no game
//! logic of its own.

#![expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive by value")]

use pyo3::prelude::*;
use pyo3::types::PyTuple;

mod analysis;
mod arena;
mod array;
mod attend;
mod board;
mod candidate;
mod command;
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
mod review;
mod rule;
mod search;
mod session;
mod stream;
mod svg;
mod symmetry;
mod units;
mod vec;
mod zero;

/// The compiled part of the package; use it through `outflank`.
#[pymodule]
fn _outflank(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<analysis::Analysis>()?;
    module.add_class::<candidate::Candidate>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<limit::Limit>()?;
    module.add_class::<rule::Rule>()?;
    module.add_class::<search::Searching>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<formats::Reading>()?;
    module.add_class::<record::Problem>()?;
    module.add_class::<record::Record>()?;
    module.add_function(wrap_pyfunction!(record::record_from_json, module)?)?;
    module.add_function(wrap_pyfunction!(formats::detect, module)?)?;
    module.add_function(wrap_pyfunction!(formats::format_names, module)?)?;
    module.add_function(wrap_pyfunction!(formats::format_of_extension, module)?)?;
    module.add_function(wrap_pyfunction!(formats::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(formats::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(formats::write_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(review::review_game, module)?)?;
    module.add_function(wrap_pyfunction!(review::graph_png, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    // Batches, networks, arena and tuner.
    module.add_class::<vec::Games>()?;
    module.add_class::<zero::Net>()?;
    module.add_class::<zero::Thinker>()?;
    module.add_class::<zero::Trees>()?;
    module.add_class::<evolve::Evolution>()?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::plan_text, module)?)?;
    module.add_function(wrap_pyfunction!(evolve::genome_text, module)?)?;
    module.add_class::<units::ClusterClient>()?;
    module.add_class::<units::ClusterTask>()?;
    module.add_function(wrap_pyfunction!(units::perform, module)?)?;
    module.add_function(wrap_pyfunction!(units::plan_match, module)?)?;
    module.add_function(wrap_pyfunction!(units::plan_self_play, module)?)?;
    module.add("SYMMETRIES", PyTuple::new(module.py(), symmetry::NAMES)?)?;
    module.add("PASS", outflank_core::PASS)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    random::watch_forks(module.py())?;
    // The modules of `outflank` decide what is public.
    module.delattr("__all__")
}
