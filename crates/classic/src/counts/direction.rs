//! The eight directions on the board.

/// One of the eight directions on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Direction {
    /// The shift of a bit for one step; negative to the right.
    shift: i32,
    /// The squares that a step can reach.
    arrivals: u64,
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

impl Direction {
    pub(crate) const EAST: Self = Self { shift: 1, arrivals: NOT_A };
    pub(crate) const SOUTH: Self = Self { shift: 8, arrivals: !0 };

    /// One direction of each of the four lines through a square.
    pub(crate) const LINES: [Self; 4] = [
        Self::EAST,
        Self::SOUTH,
        Self { shift: 9, arrivals: NOT_A },
        Self { shift: 7, arrivals: NOT_H },
    ];

    /// The opposite direction on the same line.
    pub(crate) const fn opposite(self) -> Self {
        // A step to the east cannot reach column a, one to the west not column h.
        let arrivals = match self.arrivals {
            NOT_A => NOT_H,
            NOT_H => NOT_A,
            all => all,
        };
        Self { shift: -self.shift, arrivals }
    }

    /// The squares one step further.
    #[inline(always)]
    pub(crate) const fn step(self, set: u64) -> u64 {
        self.shifted(set, 1) & self.arrivals
    }

    /// `from`, and the squares of `through` that steps from there reach without
    /// leaving `through`.
    #[inline(always)]
    pub(crate) const fn reach(self, from: u64, through: u64) -> u64 {
        // Each round doubles how many steps have been taken.
        let mut reached = from;
        let mut open = through & self.arrivals;
        reached |= open & self.shifted(reached, 1);
        open &= self.shifted(open, 1);
        reached |= open & self.shifted(reached, 2);
        open &= self.shifted(open, 2);
        reached | open & self.shifted(reached, 4)
    }

    #[inline(always)]
    const fn shifted(self, set: u64, steps: i32) -> u64 {
        let shift = self.shift * steps;
        if shift > 0 { set << shift } else { set >> -shift }
    }
}
