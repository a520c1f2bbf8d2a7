//! A search that asks for predictions, so that many searches share a batch.

use std::collections::VecDeque;

use outflank_core::{Board, Square};
use outflank_net::Prediction;
use rand_chacha::ChaCha8Rng;

use crate::Solver;
use crate::gumbel::{Halving, improved_policy};
use crate::tree::{Edge, Path, Transpositions, Tree};

/// How the moves at the root are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootChoice {
    /// By the same rule as everywhere in the tree; the most visited move is played.
    Visits,
    /// By sequential halving, with Gumbel noise times this number.
    Halving(f32),
}

/// What a search needs next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchStep {
    /// The prediction for this board.
    Predict(Board),
    /// Predictions that were asked for before, or nothing: the search has its simulations.
    Nothing,
}

/// A move of the root after a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchedMove {
    /// The square.
    pub square: Square,
    /// The simulations that began with it.
    pub visits: u32,
    /// The probability of the network.
    pub prior: f32,
    /// The probability after the search.
    pub improved: f32,
    /// The mean value from -1 to 1; `None` without a visit.
    pub value: Option<f32>,
}

/// A tree search of one board.
///
/// A caller asks for a [`SearchStep`], predicts the board and supplies the prediction. So it can
/// predict the boards of many searches together.
///
/// ```
/// use outflank_core::{Board, Rule};
/// use outflank_net::{Inference, Network, NetworkShape};
/// use outflank_zero::{RootChoice, Search, SearchStep, Solver};
///
/// let mut inference = Inference::new(&Network::random(NetworkShape { blocks: 1, channels: 16 }, 1));
/// let mut solver = Solver::new(Rule::Reversi, 1);
/// let mut search = Search::new(Board::START, 20, 10, RootChoice::Visits, 1);
/// while let SearchStep::Predict(board) = search.step(&mut solver) {
///     search.supply(&inference.predict(&[board])[0]);
/// }
/// assert_eq!(search.moves().iter().map(|searched| searched.visits).sum::<u32>(), 20);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    tree: Tree,
    simulations: u32,
    /// Boards with at most this many empty squares are solved.
    exact: u32,
    choice: RootChoice,
    halving: Option<Halving>,
    random: ChaCha8Rng,
    /// Paths that wait for the prediction of their last node, the oldest first.
    waiting: VecDeque<Path>,
    begun: u32,
}

impl Search {
    /// Begins a search with this many simulations. `exact` is the number of empty squares from
    /// which boards are solved. The board must have a legal move.
    pub fn new(board: Board, simulations: u32, exact: u32, choice: RootChoice, seed: u64) -> Self {
        Self::with_tree(Tree::new(board, Transpositions::Shared), simulations, exact, choice, seed)
    }

    pub(crate) fn with_tree(
        tree: Tree,
        simulations: u32,
        exact: u32,
        choice: RootChoice,
        seed: u64,
    ) -> Self {
        let random = rand::SeedableRng::seed_from_u64(seed);
        let waiting = VecDeque::new();
        Self { tree, simulations, exact, choice, halving: None, random, waiting, begun: 0 }
    }

    /// Simulates until a prediction is needed.
    pub fn step(&mut self, solver: &mut Solver) -> SearchStep {
        if self.tree.root().edges.is_empty() {
            if self.waiting.is_empty() {
                self.waiting.push_back(Path { steps: Vec::new(), last: 0 });
                return SearchStep::Predict(self.tree.root().board);
            }
            return SearchStep::Nothing;
        }
        if let RootChoice::Halving(noise) = self.choice
            && self.halving.is_none()
        {
            let plan = Halving::new(&self.tree, self.simulations, noise, &mut self.random);
            self.halving = Some(plan);
        }
        while self.begun < self.simulations {
            self.begun += 1;
            let path = self.descend();
            if self.is_exact(path.last, solver) {
                self.tree.count(&path);
                continue;
            }
            self.tree.begin(&path);
            let board = self.tree.nodes[path.last].board;
            self.waiting.push_back(path);
            return SearchStep::Predict(board);
        }
        SearchStep::Nothing
    }

    /// Goes down the tree to a node without a prediction or with an exact value.
    fn descend(&mut self) -> Path {
        let mut path = Path { steps: Vec::new(), last: 0 };
        loop {
            let edge = match &mut self.halving {
                Some(halving) if path.last == 0 => halving.next(&self.tree),
                _ => self.tree.select(path.last),
            };
            path.steps.push((path.last, edge));
            path.last = self.tree.child(path.last, edge);
            let here = &self.tree.nodes[path.last];
            if here.exact.is_some() || here.edges.is_empty() {
                return path;
            }
        }
    }

    /// Solves a finished or nearly full board. False if it is neither.
    fn is_exact(&mut self, node: usize, solver: &mut Solver) -> bool {
        let here = &self.tree.nodes[node];
        if here.exact.is_none()
            && (here.board.is_over() || here.board.empties().len() <= self.exact)
        {
            let value = solver.outcome(here.board);
            self.tree.set_exact(node, value);
        }
        self.tree.nodes[node].exact.is_some()
    }

    /// Supplies the prediction of the board that was asked for first.
    ///
    /// # Panics
    /// If none was asked for.
    pub fn supply(&mut self, prediction: &Prediction) {
        let path = self.waiting.pop_front().expect("a prediction was asked for");
        self.tree.expand(path.last, prediction);
        // The path of the root has no move, and is no simulation.
        if !path.steps.is_empty() {
            self.tree.end(&path);
            self.tree.count(&path);
        }
    }

    /// The move to play.
    ///
    /// # Panics
    /// Before the first prediction was supplied.
    pub fn best(&mut self) -> Square {
        let edge = if let Some(halving) = &mut self.halving {
            halving.best(&self.tree)
        } else {
            let edges = self.tree.root().edges.iter().enumerate();
            let best = edges
                .max_by(|(_, a), (_, b)| a.visits.cmp(&b.visits).then(a.prior.total_cmp(&b.prior)));
            best.expect("the board has a legal move").0
        };
        self.tree.root().edges[edge].square
    }

    /// The moves of the root.
    pub fn moves(&self) -> Vec<SearchedMove> {
        let improved = improved_policy(&self.tree);
        let edges = self.tree.root().edges.iter().zip(improved);
        let searched = edges.map(|(edge, improved)| SearchedMove {
            square: edge.square,
            visits: edge.visits,
            prior: edge.prior,
            improved,
            value: self.tree.value(edge),
        });
        searched.collect()
    }

    /// The mean value of all simulations, from -1 for a loss to 1 for a win.
    pub fn value(&self) -> f32 {
        let root = self.tree.root();
        let visits = root.visits();
        if visits == 0 {
            return root.predicted;
        }
        let sum = |edge: &Edge| Some(f64::from(self.tree.value(edge)?) * f64::from(edge.visits));
        (root.edges.iter().filter_map(sum).sum::<f64>() / f64::from(visits)) as f32
    }

    /// The simulations so far, with those of earlier moves in a tree that was kept.
    pub(crate) fn visits(&self) -> u32 {
        self.tree.root().visits()
    }

    /// Allows more simulations.
    pub(crate) fn extend(&mut self, simulations: u32) {
        self.simulations += simulations;
    }

    pub(crate) fn into_tree(self) -> Tree {
        self.tree
    }
}
