//! Random moves and games.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use outflank_core::{Board, Move, Position};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::stream::Stream;

/// How often the process was forked on the way to this one.
static FORKS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Numbers for those who give no seed, and the process they are drawn for.
    static RANDOM: Cell<(Stream, u64)> = Cell::new((fresh(), forks()));
}

/// The end of a game of random moves; another one every time without a seed.
pub(crate) fn playout(position: Position, seed: Option<u64>) -> Position {
    with_random(seed, |random| position.playout(|| random.draw()))
}

/// A random legal move, a pass if there is no other; `None` if the game is over.
pub(crate) fn drawn_move(board: Board, seed: Option<u64>) -> Option<Move> {
    board.drawn_move(with_random(seed, Stream::draw))
}

/// A seed for those who give none.
pub(crate) fn new_seed() -> u64 {
    SysRng.try_next_u64().expect("a system has random numbers")
}

/// Sees to it that a forked process does not draw the numbers of its parent.
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
