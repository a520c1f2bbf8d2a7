//! Balanced openings drawn at random.

use std::collections::HashSet;

use outflank_core::{Board, Game, Move, Rule};
use outflank_engine::{Engine, Limits, Options};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// After this many openings in a row that were drawn before, the next openings
/// are a ply longer.
const MAX_MISSES: u32 = 1000;

/// Balanced openings without end: random legal moves after which neither side
/// is far ahead. No two of them are the same or symmetric.
///
/// The same rules and seed give the same openings with the same version of the
/// engine, which evaluates them.
pub struct BalancedOpenings {
    rule: Rule,
    random: ChaCha8Rng,
    plies: usize,
    engine: Engine,
    /// All boards that were drawn, balanced or not.
    seen: HashSet<Board>,
}

impl BalancedOpenings {
    /// The default number of random moves.
    pub const PLIES: usize = 8;
    /// The maximum lead of a side, in discs.
    pub const MARGIN: i32 = 2;
    /// The search depth of the evaluation, in plies.
    pub const DEPTH: u32 = 12;

    /// The openings of a seed, with the default number of moves.
    pub fn new(rule: Rule, seed: u64) -> Self {
        Self::with_plies(rule, seed, Self::PLIES)
    }

    /// Openings with another number of moves. After the last opening of a length
    /// come longer ones.
    pub fn with_plies(rule: Rule, seed: u64, plies: usize) -> Self {
        Self {
            rule,
            random: ChaCha8Rng::seed_from_u64(seed),
            plies,
            engine: Engine::new(Options { threads: 1, hash_mib: 1 }),
            seen: HashSet::new(),
        }
    }

    /// Openings that are not among `known`, whose boards are canonical. They are
    /// drawn from a stream of their own: the known ones may come from this seed,
    /// and would all be drawn and searched again.
    pub(super) fn beyond(rule: Rule, seed: u64, known: HashSet<Board>) -> Self {
        let mut openings = Self { seen: known, ..Self::new(rule, seed) };
        openings.random.set_stream(1);
        openings
    }

    /// An opening that was not drawn before.
    fn draw(&mut self) -> Game {
        let mut misses = 0;
        loop {
            let game = random_game(self.plies, &mut self.random);
            if !game.is_over() && self.seen.insert(game.position().board().canonical().0) {
                return game;
            }
            misses += 1;
            if misses == MAX_MISSES {
                self.plies += 1;
                misses = 0;
            }
        }
    }

    fn is_balanced(&mut self, board: Board) -> bool {
        // A shallow search rejects most openings.
        self.lead(board, 4) <= 3 * Self::MARGIN && self.lead(board, Self::DEPTH) <= Self::MARGIN
    }

    /// The lead of the side that is ahead, in discs.
    fn lead(&mut self, board: Board, depth: u32) -> i32 {
        // Earlier searches must not change the score.
        self.engine.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.engine.search(self.rule, board, &limits, &mut |_| {}).score.discs().abs()
    }
}

impl Iterator for BalancedOpenings {
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

/// A game of random moves; shorter only if the game ends before.
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
    use super::{BalancedOpenings, Board, Engine, HashSet, Limits, Options, Rule};

    #[test]
    fn openings_are_balanced_and_all_different() {
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let limits = Limits { depth: Some(BalancedOpenings::DEPTH), ..Limits::default() };
        for rule in Rule::BOTH {
            let openings: Vec<_> = BalancedOpenings::new(rule, 1).take(30).collect();
            let mut boards = HashSet::<Board>::new();
            for opening in &openings {
                let board = opening.position().board();
                assert_eq!(opening.moves().len(), BalancedOpenings::PLIES);
                assert!(boards.insert(board.canonical().0), "{opening:?} comes twice");
                engine.clear();
                let score = engine.search(rule, board, &limits, &mut |_| {}).score.discs();
                assert!(
                    score.abs() <= BalancedOpenings::MARGIN,
                    "{rule}: {score} after {opening:?}"
                );
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let of = |rule, seed| BalancedOpenings::new(rule, seed).take(10).collect::<Vec<_>>();
        for rule in Rule::BOTH {
            assert_eq!(of(rule, 3), of(rule, 3));
            assert_ne!(of(rule, 3), of(rule, 4));
        }
    }

    #[test]
    fn when_all_short_ones_are_taken_longer_ones_follow() {
        // There is one first move up to symmetry, and three replies.
        let openings: Vec<_> = BalancedOpenings::with_plies(Rule::Reversi, 1, 1).take(10).collect();
        let lengths: Vec<_> = openings.iter().map(|opening| opening.moves().len()).collect();
        let is_steady = |pair: &[usize]| pair[1] == pair[0] || pair[1] == pair[0] + 1;
        assert!(lengths.windows(2).all(is_steady), "{lengths:?}");
        assert!(lengths[0] <= 2 && lengths[9] >= 3, "{lengths:?}");
        let boards = openings.iter().map(|opening| opening.position().board().canonical().0);
        assert_eq!(boards.collect::<HashSet<_>>().len(), 10, "{openings:?}");
    }
}
