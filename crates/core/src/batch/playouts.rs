//! Random games played to their end, many at a time.

use super::lanes::{LANES, Lanes, flips, legal_moves};
use crate::{Bitboard, Board, InstructionSet, Kernel, Rule, Score, Task};

/// Plays `each` random games from each of `boards` to their end. Returns the
/// score of every game for the side that moved first, by board.
///
/// `draw` gives the random numbers. All 32 bits are used; if they are uniform,
/// every legal move is equally likely. The same numbers give the same games.
///
/// ```
/// use outflank_core::{Board, Rule, playouts};
///
/// let mut number = 0_u32;
/// let draw = || {
///     number = number.wrapping_mul(0x915f_77f5).wrapping_add(1);
///     number
/// };
/// let scores = playouts(&[Board::START], 100, Rule::Reversi, draw);
/// assert_eq!(scores.len(), 100);
/// ```
pub fn playouts(
    boards: &[Board],
    each: usize,
    rule: Rule,
    draw: impl FnMut() -> u32,
) -> Vec<Score> {
    playouts_on(InstructionSet::best(), boards, each, rule, draw)
}

/// [`playouts`] with a given instruction set.
pub fn playouts_on(
    set: InstructionSet,
    boards: &[Board],
    each: usize,
    rule: Rule,
    draw: impl FnMut() -> u32,
) -> Vec<Score> {
    let mut scores = vec![Score::DRAW; boards.len() * each];
    set.run(Playouts { boards, each, rule, draw, scores: &mut scores });
    scores
}

struct Playouts<'a, F> {
    boards: &'a [Board],
    each: usize,
    rule: Rule,
    draw: F,
    scores: &'a mut [Score],
}

/// A game in a lane.
#[derive(Clone, Copy, Default)]
struct Seat {
    /// The number of the game; `None` if no game is left for the lane.
    game: Option<usize>,
    /// Whether the last move was a pass.
    has_passed: bool,
    /// Whether the side that moved second is to move.
    is_second: bool,
}

impl<F: FnMut() -> u32> Task for Playouts<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let (mut own, mut opp): (Lanes, Lanes) = ([0; LANES], [0; LANES]);
        let mut seats = [Seat::default(); LANES];
        let mut games = 0..self.scores.len();
        let mut active = 0;
        for lane in 0..LANES {
            if let Some((board, seat)) = self.seat(&mut games) {
                (own[lane], opp[lane]) = (board.own().bits(), board.opp().bits());
                seats[lane] = seat;
                active += 1;
            }
        }
        while active > 0 {
            let moves = legal_moves(&own, &opp);
            let mut placed: Lanes = [0; LANES];
            for lane in 0..LANES {
                let seat = &mut seats[lane];
                let count = moves[lane].count_ones();
                if count > 0 {
                    let choice = (u64::from((self.draw)()) * u64::from(count)) >> 32;
                    placed[lane] = kernel.nth(moves[lane], choice as u32);
                    seat.has_passed = false;
                } else if !seat.has_passed {
                    seat.has_passed = true;
                } else if let Some(game) = seat.game {
                    let board = Board::new(Bitboard::new(own[lane]), Bitboard::new(opp[lane]))
                        .expect("moves keep the sets apart");
                    let score = board.final_score(self.rule);
                    self.scores[game] = if seat.is_second { -score } else { score };
                    if let Some((board, new)) = self.seat(&mut games) {
                        // Sides are about to change, so they are set the other
                        // way round.
                        (opp[lane], own[lane]) = (board.own().bits(), board.opp().bits());
                        *seat = Seat { is_second: true, ..new };
                    } else {
                        (own[lane], opp[lane]) = (0, 0);
                        *seat = Seat { has_passed: true, ..Seat::default() };
                        active -= 1;
                    }
                }
                seat.is_second = !seat.is_second;
            }
            let flips = flips(&placed, &own, &opp);
            for lane in 0..LANES {
                let moved = own[lane] ^ flips[lane] ^ placed[lane];
                own[lane] = opp[lane] ^ flips[lane];
                opp[lane] = moved;
            }
        }
    }
}

impl<F> Playouts<'_, F> {
    /// The next game and its first board.
    #[inline(always)]
    fn seat(&self, games: &mut impl Iterator<Item = usize>) -> Option<(Board, Seat)> {
        let game = games.next()?;
        let seat = Seat { game: Some(game), has_passed: false, is_second: false };
        Some((self.boards[game / self.each], seat))
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, InstructionSet, Rule, Score, playouts, playouts_on};
    use crate::{Game, Move, Square};

    fn numbers(mut seed: u64) -> impl FnMut() -> u32 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 32) as u32
        }
    }

    /// One game by the rules of [`Game`].
    fn by_the_book(rule: Rule, mut draw: impl FnMut() -> u32) -> Score {
        let mut game = Game::new();
        while !game.is_over() {
            let moves: Vec<_> = game.position().board().legal_moves().iter().collect();
            let choice = if moves.is_empty() {
                Move::Pass
            } else {
                Move::Place(moves[((u64::from(draw()) * moves.len() as u64) >> 32) as usize])
            };
            game.play(choice).unwrap();
        }
        game.result(rule, crate::Color::Black).unwrap()
    }

    #[test]
    fn a_game_is_the_one_that_its_numbers_make() {
        for seed in 0..300 {
            for rule in Rule::BOTH {
                let score = playouts(&[Board::START], 1, rule, numbers(seed))[0];
                assert_eq!(score, by_the_book(rule, numbers(seed)), "seed {seed}");
            }
        }
    }

    #[test]
    fn all_instruction_sets_play_the_same_games() {
        let boards = [Board::START, Board::START.play(Square::D3).unwrap()];
        let of = |set| playouts_on(set, &boards, 333, Rule::Reversed, numbers(5));
        let portable = of(InstructionSet::PORTABLE);
        for set in InstructionSet::supported() {
            assert_eq!(of(set), portable, "{set}");
        }
    }

    #[test]
    fn games_belong_to_their_boards_and_finished_boards_stay() {
        let discs = |own, opp| Board::new(crate::Bitboard::new(own), crate::Bitboard::new(opp));
        let won = discs(!0xff, 0xff).unwrap();
        // After the last move the side that has to pass has lost everything.
        let last = discs(1 << 63 | (!0 >> 2), 1 << 62).unwrap();
        let boards = [won, Board::START, won.pass(), last];
        let scores = playouts(&boards, 20, Rule::Reversi, numbers(1));
        let scores: Vec<_> = scores.into_iter().map(Score::discs).collect();
        assert!(scores[..20].iter().all(|&score| score == 48));
        assert!(scores[20..40].iter().any(|&score| score > 0));
        assert!(scores[20..40].iter().any(|&score| score < 0));
        assert!(scores[40..60].iter().all(|&score| score == -48));
        assert!(playouts(&[], 20, Rule::Reversi, numbers(1)).is_empty());
        assert!(playouts(&boards, 0, Rule::Reversi, numbers(1)).is_empty());
    }
}
