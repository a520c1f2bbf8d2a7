//! The engine with the limits of a conversation.

use std::io;
use std::time::Duration;

use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Limits, Stop};

use super::interrupts::Interrupts;
use crate::cli::Protocol;

/// The engine with the limits of a conversation.
pub(super) struct Thinker<'a> {
    engine: Engine,
    options: &'a Protocol,
    interrupts: Interrupts,
    /// The depth that the other side has set.
    pub(super) depth: Option<u32>,
}

/// What one search is asked for.
pub(super) struct Task {
    pub(super) rule: Rule,
    pub(super) board: Board,
    /// How many of the best moves get a score of their own.
    pub(super) lines: usize,
    /// What a clock allows.
    pub(super) time: Option<Duration>,
}

/// What came of a search.
pub(super) struct Thought {
    pub(super) analysis: Analysis,
    /// Whether a line that waits has ended it.
    pub(super) is_interrupted: bool,
}

impl<'a> Thinker<'a> {
    pub(super) fn new(options: &'a Protocol, interrupts: Interrupts) -> Self {
        let engine = Engine::new(options.engine.options());
        Self { engine, options, interrupts, depth: None }
    }

    /// Searches, and hands on what it finds on the way. An error of
    /// `on_progress` ends the search and is returned.
    pub(super) fn think(
        &mut self,
        task: &Task,
        mut on_progress: impl FnMut(&Analysis) -> io::Result<()>,
    ) -> io::Result<Thought> {
        let stop = Stop::default();
        let limits = Limits { lines: task.lines, stop: stop.clone(), ..self.limits(task) };
        let mut told = Ok(());
        self.interrupts.search_begins(stop.clone());
        let analysis =
            self.engine.search(task.rule, task.board, &limits, &mut |analysis: &Analysis| {
                if told.is_ok() {
                    told = on_progress(analysis);
                }
                if told.is_err() {
                    stop.ask();
                }
            });
        let is_interrupted = self.interrupts.search_ends();
        told.map(|()| Thought { analysis, is_interrupted })
    }

    /// The only place that says how long to think: the clock or depth of the
    /// other side, and what was given on the command line. The default time is
    /// for those who set nothing.
    fn limits(&self, task: &Task) -> Limits {
        let flags = self.options.limits;
        let is_limited = self.depth.is_some() || task.time.is_some();
        let limits = flags.limits();
        let own = if is_limited { flags.time } else { limits.time };
        let time = [own, task.time].into_iter().flatten().min();
        Limits { time, depth: self.depth.or(limits.depth), ..limits }
    }
}

/// The move a search has chosen. One that was stopped before it began may have
/// none, and an answer must be legal.
pub(super) fn best_move(analysis: &Analysis) -> Move {
    let any = || analysis.board.legal_moves().first().map_or(Move::Pass, Move::Place);
    analysis.best.unwrap_or_else(any)
}
