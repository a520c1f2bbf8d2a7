//! The choice of moves at the root: sequential halving with Gumbel noise.
//!
//! Each move has a number: noise, plus the logarithm of its predicted probability, plus a
//! growing multiple of its value. The moves with the highest numbers share the simulations, and
//! the worse half of them is left out again and again. A search with few simulations improves the
//! prediction this way on average.

use rand::Rng;
use rand_distr::{Distribution, Gumbel};

use crate::tree::Tree;

/// The most moves that share the simulations, and the fewest.
const CONSIDERED: (usize, usize) = (16, 4);
/// A move is considered for each so many simulations.
const SIMULATIONS_EACH: u32 = 4;
/// The factor of values, for each visit of the most visited move and this many more.
const VISITS: f32 = 50.0;
const SCALE: f32 = 0.5;

/// The moves that are left at the root, and the simulations that they get.
#[derive(Clone, Debug)]
pub(crate) struct Halving {
    noise: Vec<f32>,
    /// The moves that are left, best first.
    left: Vec<usize>,
    /// The moves that the next simulations make, the next one last.
    queue: Vec<usize>,
    simulations: u32,
    rounds: u32,
}

impl Halving {
    /// Plans the simulations at an expanded root. `amount` scales the noise.
    pub(crate) fn new(tree: &Tree, simulations: u32, amount: f32, random: &mut impl Rng) -> Self {
        let count = tree.root().edges.len();
        let gumbel = Gumbel::new(0.0_f32, 1.0).expect("the standard distribution");
        let noise: Vec<_> = (0..count).map(|_| amount * gumbel.sample(random)).collect();
        let mut halving =
            Self { noise, left: (0..count).collect(), queue: Vec::new(), simulations, rounds: 1 };
        halving.sort(tree);
        let wanted = (simulations / SIMULATIONS_EACH) as usize;
        halving.left.truncate(wanted.clamp(CONSIDERED.1, CONSIDERED.0));
        halving.rounds = halving.left.len().next_power_of_two().ilog2().max(1);
        halving
    }

    /// The move that the next simulation makes.
    pub(crate) fn next(&mut self, tree: &Tree) -> usize {
        if let Some(next) = self.queue.pop() {
            return next;
        }
        // The first round has made no visit yet.
        if self.left.iter().any(|at| tree.root().edges[*at].visits > 0) {
            self.sort(tree);
            self.left.truncate(self.left.len().div_ceil(2));
        }
        let each = self.simulations / (self.rounds * self.left.len() as u32);
        for _ in 0..each.max(1) {
            self.queue.extend(self.left.iter().rev());
        }
        self.queue.pop().expect("a move is left")
    }

    /// The best move that is left.
    pub(crate) fn best(&mut self, tree: &Tree) -> usize {
        let most = self.left.iter().map(|at| tree.root().edges[*at].visits).max();
        // A move that the simulations did not get to any more is not compared.
        self.left.retain(|at| {
            Some(tree.root().edges[*at].visits.max(1)) >= most.map(|most| most.div_ceil(2))
        });
        self.sort(tree);
        self.left[0]
    }

    fn sort(&mut self, tree: &Tree) {
        let improved = improved(tree);
        let number = |at: usize| self.noise[at] + improved[at];
        let mut left = std::mem::take(&mut self.left);
        left.sort_by(|a, b| number(*b).total_cmp(&number(*a)));
        self.left = left;
    }
}

/// For each move the logarithm of its prediction plus the factor times its value. A move without
/// a visit has the mean value of the root.
fn improved(tree: &Tree) -> Vec<f32> {
    let root = tree.root();
    let most = root.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let (mut visits, mut prior, mut weighted) = (0, 0.0, 0.0);
    for edge in &root.edges {
        if let Some(value) = tree.value(edge) {
            visits += edge.visits;
            prior += edge.prior;
            weighted += edge.prior * value;
        }
    }
    let mean = if visits == 0 { 0.0 } else { weighted / prior.max(1e-8) };
    let mixed = (root.predicted + visits as f32 * mean) / (1.0 + visits as f32);
    // From -1 to 1: half of it is a probability.
    let factor = (VISITS + most as f32) * SCALE / 2.0;
    let number =
        |edge: &crate::tree::Edge| edge.logarithm + factor * tree.value(edge).unwrap_or(mixed);
    root.edges.iter().map(number).collect()
}

/// The improved probability of each move of the root, which a network learns.
pub(crate) fn improved_policy(tree: &Tree) -> Vec<f32> {
    let mut numbers = improved(tree);
    let highest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in &mut numbers {
        *number = (*number - highest).exp();
        sum += *number;
    }
    for number in &mut numbers {
        *number /= sum;
    }
    numbers
}
