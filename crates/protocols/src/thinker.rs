//! The engine with the limits of a conversation.

use std::io;
use std::time::Duration;

use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Limits, Stop, Thinking};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::interrupts::Interrupts;
use crate::ProtocolOptions;

/// The engine with the limits of a conversation.
pub(super) struct Thinker<'a> {
    engine: Engine,
    options: &'a ProtocolOptions,
    interrupts: Interrupts,
    /// The random source of a level.
    random: ChaCha8Rng,
    /// The depth that the other side has set.
    pub(super) depth: Option<u32>,
}

/// The request of one search.
pub(super) struct Task {
    pub(super) rule: Rule,
    pub(super) board: Board,
    /// The number of best moves with a score of their own.
    pub(super) lines: usize,
    /// The time that the clock allows.
    pub(super) time: Option<Duration>,
}

/// The result of a search.
pub(super) struct Thought {
    pub(super) analysis: Analysis,
    /// True if a queued line has ended it.
    pub(super) is_interrupted: bool,
}

impl<'a> Thinker<'a> {
    pub(super) fn new(options: &'a ProtocolOptions, interrupts: Interrupts) -> Self {
        let mut engine = Engine::new(options.engine);
        engine.prepare(options.rule);
        let random = ChaCha8Rng::seed_from_u64(options.seed);
        Self { engine, options, interrupts, random, depth: None }
    }

    /// Searches and reports progress. An error of `on_progress` ends the search and is
    /// returned.
    pub(super) fn think(
        &mut self,
        task: &Task,
        mut on_progress: impl FnMut(&Analysis) -> io::Result<()>,
    ) -> io::Result<Thought> {
        let thinking = self.thinking(task.time);
        let known = thinking.book_answer(&self.options.books, task.rule, task.board);
        // A book has no scores for the moves that it leaves out.
        if let Some(analysis) = known.filter(|_| task.lines <= 1) {
            return Ok(Thought { analysis, is_interrupted: false });
        }
        let stop = Stop::default();
        let limits = thinking.limits(task.board);
        let limits = Limits { lines: task.lines.max(limits.lines), stop: stop.clone(), ..limits };
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

    /// The move to play after a search: the best one, or the choice of the level.
    pub(super) fn choose(&mut self, analysis: &Analysis) -> Move {
        self.thinking(None).choose(analysis, &mut self.random)
    }

    /// The only place that decides the limits of a search, from the clock or depth of the
    /// other side and from the options. A depth from the other side replaces the level.
    fn thinking(&self, clock: Option<Duration>) -> Thinking {
        let given = self.options.thinking;
        let level = given.level.filter(|_| self.depth.is_none());
        let time = [given.time, clock].into_iter().flatten().min();
        Thinking { level, time, depth: self.depth.or(given.depth), ..given }
    }
}
