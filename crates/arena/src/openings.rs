//! Where games of a match begin.

use std::collections::HashSet;

use outflank_core::{Board, Game, Move, Rule};
use outflank_engine::{Engine, Limits, Options};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// After this many openings in a row that were there before, the next ones are
/// a ply longer.
const PATIENCE: u32 = 1000;

/// Balanced openings without end: random legal moves after which neither side
/// is far ahead, no two of them alike up to the symmetries of the board.
///
/// The same game and seed give the same openings, as long as the engine that
/// weighs them is the same.
pub struct Openings {
    rule: Rule,
    random: ChaCha8Rng,
    plies: usize,
    engine: Engine,
    /// All boards that were drawn, balanced or not.
    seen: HashSet<Board>,
}

impl Openings {
    /// How many moves are random.
    pub const PLIES: usize = 8;
    /// How many discs a side may be ahead.
    pub const MARGIN: i32 = 2;
    /// How many plies the engine looks ahead to tell.
    pub const DEPTH: u32 = 12;

    /// The openings of a game that come from a seed.
    pub fn new(rule: Rule, seed: u64) -> Self {
        Self::with_plies(rule, seed, Self::PLIES)
    }

    /// Openings of another length. Where a length has no more to give, longer
    /// ones follow.
    pub fn with_plies(rule: Rule, seed: u64, plies: usize) -> Self {
        Self {
            rule,
            random: ChaCha8Rng::seed_from_u64(seed),
            plies,
            engine: Engine::new(Options { threads: 1, hash_mib: 1 }),
            seen: HashSet::new(),
        }
    }

    /// An opening that was not there before.
    fn draw(&mut self) -> Game {
        let mut misses = 0;
        loop {
            let game = random_game(self.plies, &mut self.random);
            if !game.is_over() && self.seen.insert(game.position().board().canonical().0) {
                return game;
            }
            misses += 1;
            if misses == PATIENCE {
                self.plies += 1;
                misses = 0;
            }
        }
    }

    fn is_balanced(&mut self, board: Board) -> bool {
        // A glance is enough for most openings.
        self.lead(board, 4) <= 3 * Self::MARGIN && self.lead(board, Self::DEPTH) <= Self::MARGIN
    }

    /// How many discs a side is ahead.
    fn lead(&mut self, board: Board, depth: u32) -> i32 {
        // What was seen before shall not sway the score.
        self.engine.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.engine.search(self.rule, board, &limits, &mut |_| {}).score.abs()
    }
}

impl Iterator for Openings {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        loop {
            let game = self.draw();
            if self.is_balanced(game.position().board()) {
                return Some(game);
            }
        }
    }
}

/// This many random moves; fewer only where the game is over before.
fn random_game(plies: usize, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new();
    while game.moves().len() < plies && !game.is_over() {
        let moves = game.position().board().legal_moves();
        let choice = moves.iter().choose(random).map_or(Move::Pass, Move::Place);
        game.play(choice).expect("it is legal, and a pass where nothing else is");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::{Board, Engine, HashSet, Limits, Openings, Options, Rule};

    #[test]
    fn openings_are_balanced_and_all_different() {
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let limits = Limits { depth: Some(Openings::DEPTH), ..Limits::default() };
        for rule in Rule::BOTH {
            let openings: Vec<_> = Openings::new(rule, 1).take(30).collect();
            let mut boards = HashSet::<Board>::new();
            for opening in &openings {
                let board = opening.position().board();
                assert_eq!(opening.moves().len(), Openings::PLIES);
                assert!(boards.insert(board.canonical().0), "{opening:?} comes twice");
                engine.clear();
                let score = engine.search(rule, board, &limits, &mut |_| {}).score;
                assert!(score.abs() <= Openings::MARGIN, "{rule}: {score} after {opening:?}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let of = |rule, seed| Openings::new(rule, seed).take(10).collect::<Vec<_>>();
        for rule in Rule::BOTH {
            assert_eq!(of(rule, 3), of(rule, 3));
            assert_ne!(of(rule, 3), of(rule, 4));
        }
    }

    #[test]
    fn when_all_short_ones_are_taken_longer_ones_follow() {
        // There is one first move up to symmetry, and three replies.
        let openings: Vec<_> = Openings::with_plies(Rule::Reversi, 1, 1).take(10).collect();
        let lengths: Vec<_> = openings.iter().map(|opening| opening.moves().len()).collect();
        let is_steady = |pair: &[usize]| pair[1] == pair[0] || pair[1] == pair[0] + 1;
        assert!(lengths.windows(2).all(is_steady), "{lengths:?}");
        assert!(lengths[0] <= 2 && lengths[9] >= 3, "{lengths:?}");
        let boards = openings.iter().map(|opening| opening.position().board().canonical().0);
        assert_eq!(boards.collect::<HashSet<_>>().len(), 10, "{openings:?}");
    }
}
