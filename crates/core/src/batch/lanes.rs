//! Moves and flips of several boards at a time, one in each lane of a register.
//!
//! The kernels spread the directions of one board over a register; here every
//! lane is a board and the directions come one after the other, so no lanes
//! have to be combined. The loops are plain Rust: inside a
//! [`Task`](crate::Task) the compiler vectorises them for the processor.

/// The number of boards in a register: the lanes of the widest one.
pub(super) const LANES: usize = 8;

/// A set of squares for each board.
pub(super) type Lanes = [u64; LANES];

/// All but the rim across a direction, where no disc can turn.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;
const INNER: u64 = INNER_COLUMNS & INNER_ROWS;

/// Squares where `own` may play against `opp`.
#[inline(always)]
pub(super) fn legal_moves(own: &Lanes, opp: &Lanes) -> Lanes {
    let mut moves = [0; LANES];
    for lane in 0..LANES {
        let (own, opp) = (own[lane], opp[lane]);
        let ends = ends::<1>(own, opp & INNER_COLUMNS)
            | ends::<8>(own, opp & INNER_ROWS)
            | ends::<7>(own, opp & INNER)
            | ends::<9>(own, opp & INNER);
        moves[lane] = ends & !(own | opp);
    }
    moves
}

/// Discs of `opp` that turn when `own` plays on the one square of `placed`;
/// empty where `placed` is empty.
#[inline(always)]
pub(super) fn flips(placed: &Lanes, own: &Lanes, opp: &Lanes) -> Lanes {
    let mut flips = [0; LANES];
    for lane in 0..LANES {
        let (placed, own, opp) = (placed[lane], own[lane], opp[lane]);
        flips[lane] = enclosed::<1>(placed, own, opp & INNER_COLUMNS)
            | enclosed::<8>(placed, own, opp & INNER_ROWS)
            | enclosed::<7>(placed, own, opp & INNER)
            | enclosed::<9>(placed, own, opp & INNER);
    }
    flips
}

/// The runs of turnable discs that begin beside `from`, upwards and downwards.
/// A run has at most six discs: it grows by one, once more, then twice by two.
#[inline(always)]
fn runs<const STEP: u32>(from: u64, turnable: u64) -> (u64, u64) {
    let mut up = turnable & (from << STEP);
    let mut down = turnable & (from >> STEP);
    up |= turnable & (up << STEP);
    down |= turnable & (down >> STEP);
    let pairs_up = turnable & (turnable << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up, down)
}

/// The squares just behind the runs that begin beside `own`.
#[inline(always)]
fn ends<const STEP: u32>(own: u64, turnable: u64) -> u64 {
    let (up, down) = runs::<STEP>(own, turnable);
    (up << STEP) | (down >> STEP)
}

/// The runs that begin beside `placed` and end at one of `own`.
#[inline(always)]
fn enclosed<const STEP: u32>(placed: u64, own: u64, turnable: u64) -> u64 {
    let (up, down) = runs::<STEP>(placed, turnable);
    let up = if (up << STEP) & own == 0 { 0 } else { up };
    let down = if (down >> STEP) & own == 0 { 0 } else { down };
    up | down
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{LANES, flips, legal_moves};
    use crate::{Bitboard, Board};

    proptest! {
        #[test]
        fn lanes_and_kernels_agree(discs in any::<[(u64, u64); LANES]>()) {
            let own = discs.map(|(own, _)| own);
            let opp = discs.map(|(own, opp)| opp & !own);
            let boards: Vec<_> = own.into_iter().zip(opp).map(|(own, opp)| {
                Board::new(Bitboard::new(own), Bitboard::new(opp)).unwrap()
            }).collect();
            let mut moves = legal_moves(&own, &opp);
            for lane in 0..LANES {
                prop_assert_eq!(moves[lane], boards[lane].legal_moves().bits());
            }
            // Every move of every lane, until no lane has one left.
            while moves != [0; LANES] {
                let placed = moves.map(|moves| moves & moves.wrapping_neg());
                let flips = flips(&placed, &own, &opp);
                for lane in 0..LANES {
                    let square = Bitboard::new(placed[lane]).iter().next();
                    let expected = square.map_or(0, |square| boards[lane].flips(square).bits());
                    prop_assert_eq!(flips[lane], expected);
                    moves[lane] &= !placed[lane];
                }
            }
        }
    }
}
