//! The greedy player.

use outflank_core::{Board, Game, Move, Rule, Score, Square};
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use crate::{Fault, Player, Reply, TimeLeft};

/// Plays the move with the best disc count right after it: the maximum in
/// Reversi, the minimum in Reversed. It chooses at random between equal moves.
pub(crate) struct Greedy {
    rule: Rule,
    random: ChaCha8Rng,
}

impl Greedy {
    pub(crate) const fn new(rule: Rule, random: ChaCha8Rng) -> Self {
        Self { rule, random }
    }

    fn score_after(&self, board: Board, square: Square) -> Option<Score> {
        Some(-board.play(square)?.final_score(self.rule))
    }
}

impl Player for Greedy {
    fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
        let board = game.position().board();
        let moves = board.legal_moves();
        let best = moves.iter().filter_map(|square| self.score_after(board, square)).max();
        let equals: Vec<_> =
            moves.iter().filter(|square| self.score_after(board, *square) == best).collect();
        let choice = equals.into_iter().choose(&mut self.random);
        Ok(choice.map_or(Move::Pass, Move::Place).into())
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn greedy(rule: Rule, seed: u64) -> Greedy {
        Greedy::new(rule, ChaCha8Rng::seed_from_u64(seed))
    }

    /// After these moves black can turn one disc, or two.
    fn position_with_a_choice() -> Game {
        let mut game = Game::new();
        for square in [Square::F5, Square::F4] {
            game.play(Move::Place(square)).unwrap();
        }
        game
    }

    #[test]
    fn greed_looks_the_other_way_in_reversed() {
        let game = position_with_a_choice();
        let board = game.position().board();
        let counts: Vec<_> =
            board.legal_moves().iter().map(|square| board.flips(square).len()).collect();
        let (most, fewest) = (*counts.iter().max().unwrap(), *counts.iter().min().unwrap());
        assert!(most > fewest);
        for (rule, expected) in [(Rule::Reversi, most), (Rule::Reversed, fewest)] {
            let reply = greedy(rule, 1).choose(&game, TimeLeft::default()).unwrap();
            let Move::Place(square) = reply.played else {
                panic!("there is a move");
            };
            assert_eq!(board.flips(square).len(), expected, "{rule}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_game_again() {
        let play = |seed| {
            let mut player = greedy(Rule::Reversed, seed);
            let mut game = Game::new();
            while !game.is_over() {
                game.play(player.choose(&game, TimeLeft::default()).unwrap().played).unwrap();
            }
            game
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
    }
}
