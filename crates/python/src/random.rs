//! Random moves and games.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use outflank_core::{Board, Position};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple};
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::input::{self, Number};
use crate::names::name_of;
use crate::stream::Stream;

/// The number of forks between the first process and this one.
static FORKS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The random numbers of calls without a seed, and the process they are for.
    static RANDOM: Cell<(Stream, u64)> = Cell::new((fresh(), forks()));
}

/// The last position of a random game; another one every time without a seed.
pub(crate) fn playout(position: Position, seed: Option<u64>) -> Position {
    with_random(seed, |random| position.playout(|| random.draw()))
}

/// The name of a move, if there is one.
pub(crate) type DrawnMove<'py> = PyResult<Option<Bound<'py, PyString>>>;

/// The name of a random legal move, a pass if there is no other; `None` if the game is
/// over.
pub(crate) fn move_name<'py>(
    py: Python<'py>,
    board: Board,
    seed: Option<Number<'py>>,
) -> DrawnMove<'py> {
    let seed = seed.as_ref().map(input::seed).transpose()?;
    let drawn = board.drawn_move(with_random(seed, Stream::draw));
    Ok(drawn.map(|drawn| name_of(py, drawn).bind(py).clone()))
}

/// A random seed.
pub(crate) fn new_seed() -> u64 {
    SysRng.try_next_u64().expect("a system has random numbers")
}

/// Makes a forked process draw other numbers than its parent.
pub(crate) fn watch_forks(py: Python<'_>) -> PyResult<()> {
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else { return Ok(()) };
    let count = |_: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        FORKS.fetch_add(1, Ordering::Relaxed);
    };
    let kwargs = PyDict::new(py);
    kwargs.set_item("after_in_child", PyCFunction::new_closure(py, None, None, count)?)?;
    register.call((), Some(&kwargs)).map(drop)
}

fn with_random<T>(seed: Option<u64>, draw: impl FnOnce(&mut Stream) -> T) -> T {
    if let Some(seed) = seed {
        return draw(&mut Stream::new(seed, 0));
    }
    let (mut random, process) = RANDOM.get();
    if process != forks() {
        random = fresh();
    }
    let drawn = draw(&mut random);
    RANDOM.set((random, forks()));
    drawn
}

fn forks() -> u64 {
    FORKS.load(Ordering::Relaxed)
}

fn fresh() -> Stream {
    Stream::new(new_seed(), 0)
}
