//! The engine with the limits of a conversation.

use std::io;
use std::time::Duration;

use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Limits, Stop, Thinking};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::interrupts::Interrupts;
use crate::cli::Protocol;
use crate::screen;

/// The engine with the limits of a conversation.
pub(super) struct Thinker<'a> {
    engine: Engine,
    options: &'a Protocol,
    interrupts: Interrupts,
    /// What a level draws its doubts from.
    random: ChaCha8Rng,
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
        let mut engine = Engine::new(options.engine.options());
        engine.prepare(options.rules);
        let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
        if options.level.is_some() {
            screen::tell(&format!("seed {seed}"));
        }
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { engine, options, interrupts, random, depth: None }
    }

    /// Searches, and hands on what it finds on the way. An error of
    /// `on_progress` ends the search and is returned.
    pub(super) fn think(
        &mut self,
        task: &Task,
        mut on_progress: impl FnMut(&Analysis) -> io::Result<()>,
    ) -> io::Result<Thought> {
        let stop = Stop::default();
        let limits = self.thinking(task.time).limits(task.board);
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

    /// The move to play after a search: the best one, or what the level makes
    /// of it.
    pub(super) fn choose(&mut self, analysis: &Analysis) -> Move {
        self.thinking(None).choose(analysis, &mut self.random)
    }

    /// The only place that says how long to think: the clock or depth of the
    /// other side, and what was given on the command line. A depth of the
    /// other side takes the place of the level.
    fn thinking(&self, clock: Option<Duration>) -> Thinking {
        let level = self.options.level.filter(|_| self.depth.is_none());
        let flags = self.options.limits.thinking(level);
        let time = [flags.time, clock].into_iter().flatten().min();
        Thinking { time, depth: self.depth.or(flags.depth), ..flags }
    }
}
