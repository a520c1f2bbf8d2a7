//! Boards for a search that plays many moves and looks at few other things.

use crate::{Bitboard, Board, Kernel, Square};

/// A [`Board`] in the registers in which a [`Kernel`] computes flips.
///
/// A move of a [`Board`] goes from general registers to wide ones and back, which takes as
/// long as the flips themselves. The moves of a wide board stay there.
#[derive(Clone, Copy)]
pub struct WideBoard<K: Kernel> {
    kernel: K,
    own: K::Set,
    opp: K::Set,
}

/// The discs that a move turns, for [`WideBoard::play`].
#[derive(Clone, Copy)]
pub struct WideFlips<K: Kernel>(K::Parts);

impl<K: Kernel> WideBoard<K> {
    /// The same board in wide registers.
    #[inline(always)]
    pub fn new(kernel: K, board: Board) -> Self {
        let [own, opp] = [board.own(), board.opp()].map(|discs| kernel.widen(discs.bits()));
        Self { kernel, own, opp }
    }

    /// The board in general registers.
    #[inline(always)]
    pub fn board(self) -> Board {
        let [own, opp] = [self.own, self.opp].map(|discs| Bitboard::new(self.kernel.narrow(discs)));
        Board::of_disjoint(own, opp)
    }

    /// Discs of the side to move.
    #[inline(always)]
    pub fn own(self) -> Bitboard {
        Bitboard::new(self.kernel.narrow(self.own))
    }

    /// The discs that turn by playing an empty square; `None` if the move is illegal.
    #[inline(always)]
    pub fn flips(self, square: Square) -> Option<WideFlips<K>> {
        let parts = self.kernel.flip_parts(square.index(), self.own, self.opp);
        (!self.kernel.turns_nothing(parts)).then_some(WideFlips(parts))
    }

    /// The board after a legal move, seen by the opponent. `flips` are those of the square.
    #[inline(always)]
    #[must_use]
    pub fn play(self, square: Square, WideFlips(parts): WideFlips<K>) -> Self {
        let Self { kernel, own, opp } = self;
        let flips = kernel.union(parts);
        let placed = kernel.xor(own, kernel.widen(square.bitboard().bits()));
        Self { kernel, own: kernel.xor(opp, flips), opp: kernel.xor(placed, flips) }
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    #[must_use]
    pub fn pass(self) -> Self {
        Self { own: self.opp, opp: self.own, ..self }
    }
}
