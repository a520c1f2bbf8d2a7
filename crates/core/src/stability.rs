//! Stable discs: discs that can never be turned again.

use std::sync::LazyLock;

use crate::{Bitboard, Board};

impl Board {
    /// Stable discs of the side to move: those that edges, full lines and stable
    /// neighbours prove safe. A board may have more.
    ///
    /// ```
    /// use outflank_core::{Bitboard, Board, Square};
    ///
    /// // 1 X X X O - - - -
    /// let board = Board::new(Bitboard::new(0b111), Bitboard::new(0b1000)).unwrap();
    /// let stable: Vec<_> = board.stable_discs().iter().collect();
    /// assert_eq!(stable, [Square::A1, Square::B1, Square::C1]);
    /// ```
    pub fn stable_discs(self) -> Bitboard {
        let own = self.own().bits();
        let full = FullLines::of(!self.empties().bits());
        // Most boards with room left have no stable disc away from the edges.
        let inner = own & INNER;
        let mut stable = stable_on_edges(own, self.opp().bits());
        stable |= inner & full.rows & full.columns & full.rising & full.falling;
        loop {
            if stable == 0 {
                return Bitboard::EMPTY;
            }
            // A disc is safe along a line that is full or beside a safe disc.
            // No neighbour of an inner disc wraps around the board.
            let more = inner
                & (full.rows | stable << 1 | stable >> 1)
                & (full.columns | stable << 8 | stable >> 8)
                & (full.rising | stable << 9 | stable >> 9)
                & (full.falling | stable << 7 | stable >> 7)
                & !stable;
            if more == 0 {
                return Bitboard::new(stable);
            }
            stable |= more;
        }
    }
}

const INNER: u64 = 0x007e_7e7e_7e7e_7e00;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Squares on lines without an empty square, in each of the four directions.
struct FullLines {
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline]
    fn of(discs: u64) -> Self {
        let mut rows = discs & (discs >> 1);
        rows &= rows >> 2;
        rows &= rows >> 4;
        let mut columns = discs & discs.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);
        Self {
            rows: (rows & COLUMN_A) * 0xff,
            columns,
            rising: full_diagonals::<9>(discs),
            falling: full_diagonals::<7>(discs),
        }
    }
}

/// Squares that see only discs both ways along the diagonals of one direction.
///
/// Each round doubles how many steps are known to be discs or off the board.
#[inline]
fn full_diagonals<const STEP: usize>(discs: u64) -> u64 {
    let ends = const { DiagonalEnds::new(STEP) };
    let (mut up, mut down) = (discs, discs);
    let mut round = 0;
    while round < 3 {
        let shift = STEP << round;
        up &= (up >> shift) | ends.up[round];
        down &= (down << shift) | ends.down[round];
        round += 1;
    }
    up & down
}

/// Squares from which 1, 2 and 4 steps lead off the board.
struct DiagonalEnds {
    up: [u64; 3],
    down: [u64; 3],
}

impl DiagonalEnds {
    const fn new(step: usize) -> Self {
        let mut ends = Self { up: [0; 3], down: [0; 3] };
        let mut index = 0;
        while index < 64 {
            let (row, column) = (index / 8, index % 8);
            let to_the_right = if step == 9 { 7 - column } else { column };
            let to_the_left = 7 - to_the_right;
            let mut round = 0;
            while round < 3 {
                let steps = 1 << round;
                // A larger index is further down the board.
                if steps > 7 - row || steps > to_the_right {
                    ends.up[round] |= 1 << index;
                }
                if steps > row || steps > to_the_left {
                    ends.down[round] |= 1 << index;
                }
                round += 1;
            }
            index += 1;
        }
        ends
    }
}

#[inline]
fn stable_on_edges(own: u64, opp: u64) -> u64 {
    let table = &*STABLE_ON_EDGE;
    let look_up = |own: u64, opp: u64| u64::from(table[(own & 0xff | (opp & 0xff) << 8) as usize]);
    let column = |discs: u64| (discs & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let spread = |edge: u64| {
        // One bit in each byte, then carried to the top of its byte and down.
        let one_each = edge.wrapping_mul(COLUMN_A) & 0x8040_2010_0804_0201;
        ((one_each + 0x0040_6070_787c_7e7f) >> 7) & COLUMN_A
    };
    look_up(own, opp)
        | look_up(own >> 56, opp >> 56) << 56
        | spread(look_up(column(own), column(opp)))
        | spread(look_up(column(own >> 7), column(opp >> 7))) << 7
}

/// The stable discs of `own` for every edge, by `own | opp << 8`.
static STABLE_ON_EDGE: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1 << 16]);
    let mut edges: Vec<(u8, u8)> = (0..=255_u8)
        .flat_map(|own| (0..=255_u8).map(move |opp| (own, opp)))
        .filter(|(own, opp)| own & opp == 0)
        .collect();
    // Fuller edges first: every move on an edge leads to a fuller one.
    edges.sort_by_key(|(own, opp)| std::cmp::Reverse((own | opp).count_ones()));
    for (own, opp) in edges {
        let mut stable = own;
        for square in (0..8).filter(|square| (own | opp) >> square & 1 == 0) {
            let (mine, theirs) = play_on_edge(own, opp, square);
            stable &= table[index(mine, theirs)];
            let (theirs, mine) = play_on_edge(opp, own, square);
            stable &= table[index(mine, theirs)];
        }
        table[index(own, opp)] = stable;
    }
    table
});

fn index(own: u8, opp: u8) -> usize {
    usize::from(own) | usize::from(opp) << 8
}

/// An edge after `own` has played there. A disc may be placed even if it turns
/// no disc along the edge, because it may turn discs elsewhere.
fn play_on_edge(own: u8, opp: u8, square: u32) -> (u8, u8) {
    let mut flips = 0;
    for step in [-1_i32, 1] {
        let mut run = 0;
        let mut at = square.cast_signed() + step;
        while (0..8).contains(&at) && opp >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            flips |= run;
        }
    }
    (own | flips | 1 << square, opp & !flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Square};

    fn stable(text: &str) -> Vec<Square> {
        let position: Position = text.parse().unwrap();
        position.board().stable_discs().iter().collect()
    }

    #[test]
    fn corners_and_what_is_joined_to_them_are_stable() {
        assert_eq!(
            stable(&format!("XXXO{} X", "-".repeat(60))),
            [Square::A1, Square::B1, Square::C1]
        );
        assert_eq!(stable(&format!("XX------X{} X", "-".repeat(55))).len(), 3);
        assert_eq!(
            stable("---------------------------OX------XO--------------------------- X"),
            []
        );
    }

    #[test]
    fn a_full_board_is_stable_and_an_empty_one_has_nothing() {
        assert_eq!(stable(&format!("{} X", "X".repeat(64))).len(), 64);
        assert_eq!(stable(&format!("{} X", "-".repeat(64))), []);
    }

    /// Plays on at random, both sides taking turns as they like: a stable disc
    /// must keep its colour.
    #[test]
    fn stable_discs_are_never_turned() {
        let mut seed = 1_u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            ((seed >> 33) % u64::from(below)) as usize
        };
        let mut seen = 0;
        for _ in 0..3_000 {
            let mut board = Board::START;
            let mut kept = [Bitboard::EMPTY; 2];
            for ply in 0.. {
                let side = ply % 2;
                let [own, opp] = [kept[side], kept[1 - side]];
                assert!(own.is_subset(board.own()) && opp.is_subset(board.opp()), "{board:?}");
                kept[side] = own | board.stable_discs();
                kept[1 - side] = opp | board.pass().stable_discs();
                seen += (kept[0] | kept[1]).len();
                let moves = board.legal_moves();
                if moves.is_empty() {
                    if board.is_over() {
                        break;
                    }
                    board = board.pass();
                } else {
                    let square = moves.iter().nth(random(moves.len())).unwrap();
                    board = board.play(square).unwrap();
                }
            }
        }
        assert!(seen > 100_000, "{seen} stable discs were seen");
    }
}
