//! A random game played to its end.

use crate::{Bitboard, Board, InstructionSet, Kernel, Move, Position, Square, Task};

impl Position {
    /// The end of a random game from here.
    ///
    /// `draw` gives the random numbers. All 32 bits are used; if they are
    /// uniform, every legal move is equally likely. For many games see
    /// [`crate::playouts`].
    ///
    /// ```
    /// use outflank_core::Position;
    ///
    /// let end = Position::START.playout(|| 0);
    /// assert!(end.board().is_over());
    /// ```
    #[must_use]
    pub fn playout(self, draw: impl FnMut() -> u32) -> Self {
        InstructionSet::best().run(Playout { position: self, draw })
    }
}

impl Board {
    /// The legal move chosen by a random number, a pass if there is no other;
    /// `None` if the game is over.
    ///
    /// All 32 bits of the number are used; if they are uniform, every legal move
    /// is equally likely.
    pub fn drawn_move(self, drawn: u32) -> Option<Move> {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return (!self.is_over()).then_some(Move::Pass);
        }
        let nth = choice(drawn, moves.len());
        // Clearing the lowest bit about four times is faster than choosing an
        // instruction set.
        let rest = (0..nth).fold(moves.bits(), |bits, _| bits & (bits - 1));
        Bitboard::new(rest).first().map(Move::Place)
    }
}

/// The index below `count` chosen by a random number.
const fn choice(drawn: u32, count: u32) -> u32 {
    ((drawn as u64 * count as u64) >> 32) as u32
}

struct Playout<F> {
    position: Position,
    draw: F,
}

impl<F: FnMut() -> u32> Task for Playout<F> {
    type Output = Position;

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) -> Position {
        let mut to_move = self.position.to_move();
        let mut board = self.position.board();
        let mut last = None;
        loop {
            let moves = board.legal_moves_on(kernel);
            if moves.is_empty() {
                if last == Some(Move::Pass) {
                    // Neither side can move: the last pass is taken back.
                    return Position::from_board(board.pass(), !to_move);
                }
                last = Some(Move::Pass);
                board = board.pass();
            } else {
                let drawn = choice((self.draw)(), moves.len());
                let place = kernel.nth(moves.bits(), drawn).trailing_zeros();
                let square = Square::new(place as usize).expect("there is a move");
                last = Some(Move::Place(square));
                board = board.play_flips(square, board.flips_on(kernel, square));
            }
            to_move = !to_move;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn the_end_is_that_of_the_same_moves_played_one_by_one() {
        for seed in 0..200_u32 {
            let drawing = |mut number: u32| {
                move || {
                    number = number.wrapping_mul(0x915f_77f5).wrapping_add(1);
                    number
                }
            };
            let mut game = Game::new();
            let mut draw = drawing(seed);
            while !game.is_over() {
                let board = game.position().board();
                // A pass is not drawn.
                let drawn = if board.legal_moves().is_empty() { 0 } else { draw() };
                let chosen = board.drawn_move(drawn).unwrap();
                game.play(chosen).unwrap();
            }
            assert_eq!(game.position().board().drawn_move(0), None);
            let end = Position::START.playout(drawing(seed));
            assert_eq!(end, game.position());
        }
    }

    #[test]
    fn every_legal_move_is_drawn() {
        let legal = Board::START.legal_moves();
        let drawn = (0..4).map(|quarter| Board::START.drawn_move((quarter << 30) + 5).unwrap());
        assert_eq!(drawn.filter_map(Move::square).collect::<Bitboard>(), legal);
        assert_eq!(Board::START.drawn_move(u32::MAX), Some(Move::Place(Square::E6)));
    }
}
