//! Exact values of nearly full boards.

use std::time::Duration;

use outflank_core::{Board, Rule};
use outflank_engine::{Analysis, Engine, Goal, Limits, Options};

/// The engine, used only where it proves the end of the game.
pub struct Solver {
    rule: Rule,
    engine: Engine,
    outcome: Limits,
}

impl Solver {
    /// A solver for a game, with `threads` threads.
    pub fn new(rule: Rule, threads: usize) -> Self {
        let engine = Engine::new(Options { threads, hash_mib: if threads > 1 { 64 } else { 8 } });
        let outcome = Limits { goal: Goal::Outcome, ..Limits::default() };
        Self { rule, engine, outcome }
    }

    /// The result of the side to move under best play: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn outcome(&mut self, board: Board) -> f32 {
        if board.is_over() {
            return board.final_score(self.rule).discs().signum() as f32;
        }
        let analysis = self.engine.search(self.rule, board, &self.outcome, &mut |_| {});
        analysis.outcome.map_or(0.0, |outcome| outcome.sign() as f32)
    }

    /// The exact score and best play. The result follows from the board alone.
    pub fn solve(&mut self, board: Board) -> Analysis {
        self.engine.clear();
        let limits = Limits { goal: Goal::Solve, ..Limits::default() };
        self.engine.search(self.rule, board, &limits, &mut |_| {})
    }

    /// The exact score, if it is found in time.
    pub(crate) fn solve_within(&mut self, board: Board, time: Duration) -> Option<Analysis> {
        let limits = Limits { goal: Goal::Solve, time: Some(time), ..Limits::default() };
        let analysis = self.engine.search(self.rule, board, &limits, &mut |_| {});
        analysis.exact.then_some(analysis)
    }
}
