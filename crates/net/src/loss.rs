//! How far the predictions of a network are from its examples.

use std::ops::{Add, AddAssign};

use crate::Example;
use crate::inference::softmax;
use crate::shape::{JOINT, OUTCOMES, OWNERS, RESULTS, SCORES};

/// The weight of the score in the loss.
const SCORE_WEIGHT: f32 = 0.1;
/// The weight of the mean loss of the squares' owners.
const OWNERSHIP_WEIGHT: f32 = 0.5;

/// Sums of the losses of examples, in natural logarithms of probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossSums {
    /// The number of examples.
    pub examples: u64,
    /// The number of examples with known probabilities of moves.
    pub with_moves: u64,
    /// The loss of the moves.
    pub moves: f64,
    /// The loss of the outcome.
    pub outcome: f64,
    /// The loss of the score.
    pub score: f64,
    /// The mean loss of the squares' owners.
    pub ownership: f64,
}

impl LossSums {
    /// The sum that training makes small.
    pub fn total(&self) -> f64 {
        self.moves
            + self.outcome
            + f64::from(SCORE_WEIGHT) * self.score
            + f64::from(OWNERSHIP_WEIGHT) * self.ownership
    }
}

impl Add for LossSums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            examples: self.examples + other.examples,
            with_moves: self.with_moves + other.with_moves,
            moves: self.moves + other.moves,
            outcome: self.outcome + other.outcome,
            score: self.score + other.score,
            ownership: self.ownership + other.ownership,
        }
    }
}

impl AddAssign for LossSums {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The raw numbers of a network for one board. [`Outputs::differentiate`] replaces them by the
/// gradient of the loss.
pub(crate) struct Outputs<'a> {
    pub(crate) joint: &'a mut [f32],
    pub(crate) results: &'a mut [f32],
    pub(crate) ownership: &'a mut [f32],
}

impl Outputs<'_> {
    /// Replaces the numbers by the gradient of the loss, times `scale`. The hidden numbers of the
    /// joint layer become zero. Returns the loss.
    pub(crate) fn differentiate(self, example: &Example, scale: f32) -> LossSums {
        let Self { joint, results, ownership } = self;
        debug_assert!(joint.len() == JOINT && results.len() == RESULTS);
        let mut loss = LossSums { examples: 1, ..LossSums::default() };
        if let Some(moves) = &example.moves {
            loss.with_moves = 1;
            loss.moves = move_loss(joint, moves, example, scale);
        } else {
            joint.fill(0.0);
        }
        loss.outcome = cross_entropy(&mut results[..OUTCOMES], &example.outcome, scale);
        let mut target = [0.0; SCORES];
        target[example.score_place()] = 1.0;
        let scores = &mut results[OUTCOMES..][..SCORES];
        loss.score = cross_entropy(scores, &target, scale * SCORE_WEIGHT);
        results[OUTCOMES + SCORES..].fill(0.0);
        loss.ownership = ownership_loss(ownership, example, scale * OWNERSHIP_WEIGHT / 64.0) / 64.0;
        loss
    }
}

/// The loss of the moves, whose probabilities sum to one over the legal squares.
fn move_loss(joint: &mut [f32], moves: &[f32; 64], example: &Example, scale: f32) -> f64 {
    let legal = example.board.legal_moves();
    let mut numbers = [0.0; 64];
    let mut targets = [0.0; 64];
    let count = legal.len() as usize;
    for (at, square) in legal.iter().enumerate() {
        (numbers[at], targets[at]) = (joint[square.index()], moves[square.index()]);
    }
    let loss = cross_entropy(&mut numbers[..count], &targets[..count], scale);
    joint.fill(0.0);
    for (at, square) in legal.iter().enumerate() {
        joint[square.index()] = numbers[at];
    }
    loss
}

/// The cross entropy between targets and the probabilities of `numbers`, which become the
/// gradient.
fn cross_entropy(numbers: &mut [f32], targets: &[f32], scale: f32) -> f64 {
    softmax(numbers);
    let mut loss = 0.0;
    for (number, target) in numbers.iter_mut().zip(targets) {
        if *target > 0.0 {
            loss -= f64::from(*target) * f64::from(number.max(1e-30)).ln();
        }
        *number = (*number - target) * scale;
    }
    loss
}

/// The loss of the owners of all squares at the end of the game. An empty square belongs half to
/// each side.
fn ownership_loss(ownership: &mut [f32], example: &Example, scale: f32) -> f64 {
    let (own, opponent) = (example.own_at_end.bits(), example.opponent_at_end.bits());
    let mut loss = 0.0;
    for (square, row) in ownership.chunks_exact_mut(OWNERS).enumerate() {
        let [is_own, is_opponent] = [own, opponent].map(|set| (set >> square & 1) as f32);
        let target = 0.5 + 0.5 * (is_own - is_opponent);
        let number = row[0];
        // The logarithm of 1 + exp(number), without overflow.
        let soft = number.max(0.0) + (-number.abs()).exp().ln_1p();
        loss += f64::from(soft - target * number);
        row.fill(0.0);
        row[0] = (1.0 / (1.0 + (-number).exp()) - target) * scale;
    }
    loss
}
