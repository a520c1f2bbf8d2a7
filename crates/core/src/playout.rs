//! One game played to its end by drawing.

use crate::{InstructionSet, Kernel, Move, Position, Square, Task};

impl Position {
    /// The end of a game from here in which every move is drawn: `draw` gives
    /// numbers of which all 32 bits are used, and where they are evenly spread
    /// every legal move is as likely. For many games there is
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

/// The move among `count` that a drawn number stands for.
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
                    // Neither could move: no pass was due.
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
                let moves = game.position().board().legal_moves();
                let chosen = match moves.len() {
                    0 => Move::Pass,
                    count => {
                        let nth = choice(draw(), count) as usize;
                        Move::Place(moves.iter().nth(nth).unwrap())
                    }
                };
                game.play(chosen).unwrap();
            }
            let end = Position::START.playout(drawing(seed));
            assert_eq!(end, game.position());
        }
    }
}
