//! A small evaluation made by hand, one for each game.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::{Evaluation, UNIT};

/// A small evaluation made by hand: mobility, corners and what is beside them,
/// the frontier and parity, weighted by phase.
#[derive(Clone, Debug)]
pub struct HandMade {
    sign: i32,
}

impl HandMade {
    /// The evaluation of one of the games.
    pub fn new(rule: Rule) -> Self {
        Self { sign: if rule == Rule::Reversi { 1 } else { -1 } }
    }
}

impl Evaluation for HandMade {
    type State = ();

    fn state(&self, _: Board) {}

    #[inline(always)]
    fn play(&self, (): (), _: Board, _: Square, _: Bitboard) {}

    #[inline(always)]
    fn pass(&self, (): ()) {}

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, (): (), board: Board) -> i32 {
        let own_moves = board.legal_moves_on(kernel);
        let opp_moves = board.pass().legal_moves_on(kernel);
        let difference = |a: Bitboard, b: Bitboard| a.len().cast_signed() - b.len().cast_signed();
        let mobility = difference(own_moves, opp_moves);
        let c = Bitboard::CORNERS;
        let corners = difference(board.own() & c, board.opp() & c);
        let near = difference(own_moves & c, opp_moves & c);
        let x = Bitboard::new(0x0042_0000_0000_4200);
        let xs = difference(board.own() & x, board.opp() & x);
        let frontier = |discs: Bitboard| {
            let b = discs.bits();
            let h = b & 0x7e7e_7e7e_7e7e_7e7e;
            let around = (b << 8)
                | (b >> 8)
                | (h << 1)
                | (h >> 1)
                | (h << 9)
                | (h >> 9)
                | (h << 7)
                | (h >> 7);
            Bitboard::new(around) & board.empties()
        };
        let potential = difference(frontier(board.opp()), frontier(board.own()));
        UNIT * mobility * 3 / 4
            + UNIT * potential / 3
            + self.sign * UNIT * (6 * corners + 3 * near - 2 * xs)
    }

    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        let _ = empties;
        3.0 + 0.25 * (deep - shallow) as f32
    }
}
