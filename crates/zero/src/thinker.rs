//! The network player.

use std::time::{Duration, Instant};

use outflank_core::{Board, Move, Rule};
use outflank_net::{Inference, Network, Prediction};
use rayon::prelude::*;

use crate::search::{RootChoice, Search, SearchStep, SearchedMove};
use crate::tree::{Transpositions, Tree};
use crate::{Solver, predict_averaged};

/// Boards below the root with at most this many empty squares are solved.
const EXACT_LEAVES: u32 = 10;
/// The board to move on is solved from this many empty squares on.
const EXACT: u32 = 16;
/// With a time limit it is tried from this many on, for half of the time.
const EXACT_IN_TIME: u32 = 20;
/// The boards that are predicted together for each thread.
const BATCH: usize = 8;
/// The part of a time limit that is used.
const USED: f64 = 0.9;

/// The limits of a move of a [`ZeroThinker`]. Without any it makes 400 simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZeroLimits {
    /// The number of simulations.
    pub simulations: Option<u32>,
    /// The time.
    pub time: Option<Duration>,
}

/// The choice of a [`ZeroThinker`].
#[derive(Clone, Debug, PartialEq)]
pub struct ZeroChoice {
    /// The move; a pass if there is no legal square.
    pub played: Move,
    /// The expected result from -1 for a loss to 1 for a win.
    pub value: f32,
    /// The exact score in discs, if the board was solved.
    pub exact: Option<i32>,
    /// The moves of the search, empty if the board was solved.
    pub moves: Vec<SearchedMove>,
}

/// Chooses moves by a tree search over the predictions of a network. The tree is kept from move
/// to move.
pub struct ZeroThinker {
    limits: ZeroLimits,
    inferences: Vec<Inference>,
    solver: Solver,
    tree: Option<Tree>,
    pub(crate) transpositions: Transpositions,
}

impl ZeroThinker {
    /// A player of a game.
    pub fn new(network: &Network, rule: Rule, limits: ZeroLimits, threads: usize) -> Self {
        let inference = Inference::new(network);
        let threads = threads.max(1);
        let inferences = vec![inference; threads];
        Self {
            limits,
            inferences,
            solver: Solver::new(rule, threads),
            tree: None,
            transpositions: Transpositions::Shared,
        }
    }

    /// Chooses a move within its own limits and `time`.
    pub fn choose(&mut self, board: Board, time: Option<Duration>) -> ZeroChoice {
        let start = Instant::now();
        let time = self.limits.time.into_iter().chain(time).min().map(|time| time.mul_f64(USED));
        if board.legal_moves().is_empty() {
            return ZeroChoice { played: Move::Pass, value: 0.0, exact: None, moves: Vec::new() };
        }
        if let Some(choice) = self.solve(board, time) {
            return choice;
        }
        let tree = self.tree.take().and_then(|tree| tree.below(board));
        let tree = tree.unwrap_or_else(|| Tree::new(board, self.transpositions));
        let default = if time.is_some() { u32::MAX } else { 400 };
        let simulations = self.limits.simulations.unwrap_or(default);
        let mut search = Search::with_tree(tree, 0, EXACT_LEAVES, RootChoice::Visits, 0);
        if search.step(&mut self.solver) == SearchStep::Predict(board) {
            search.supply(&predict_averaged(&mut self.inferences[0], board));
        }
        // Visits of an earlier move count.
        let mut left = simulations.saturating_sub(search.visits());
        while left > 0 && time.is_none_or(|time| start.elapsed() < time) {
            let batch = (self.inferences.len() * BATCH).min(left as usize);
            left -= self.simulate(&mut search, batch) as u32;
        }
        let choice = ZeroChoice {
            played: Move::Place(search.best()),
            value: search.value(),
            exact: None,
            moves: search.moves(),
        };
        self.tree = Some(search.into_tree());
        choice
    }

    /// Makes this many simulations.
    fn simulate(&mut self, search: &mut Search, count: usize) -> usize {
        search.extend(count as u32);
        let mut boards = Vec::new();
        while let SearchStep::Predict(board) = search.step(&mut self.solver) {
            boards.push(board);
        }
        for prediction in self.predict(&boards) {
            search.supply(&prediction);
        }
        count
    }

    fn predict(&mut self, boards: &[Board]) -> Vec<Prediction> {
        if self.inferences.len() == 1 || boards.len() <= BATCH {
            return self.inferences[0].predict(boards);
        }
        let parts = boards.par_chunks(BATCH).zip(&mut self.inferences);
        parts.flat_map_iter(|(part, inference)| inference.predict(part)).collect()
    }

    /// The best move of a board that can be solved.
    fn solve(&mut self, board: Board, time: Option<Duration>) -> Option<ZeroChoice> {
        let analysis = match (board.empties().len(), time) {
            (..=EXACT, None) => self.solver.solve(board),
            (..=EXACT_IN_TIME, Some(time)) => self.solver.solve_within(board, time / 2)?,
            _ => return None,
        };
        let score = analysis.score.discs();
        Some(ZeroChoice {
            played: analysis.best?,
            value: score.signum() as f32,
            exact: Some(score),
            moves: Vec::new(),
        })
    }
}
