//! Every instruction set of this processor agrees with the array reference.

use proptest::collection::vec;
use proptest::prelude::{Just, any, prop_assert_eq, prop_oneof, proptest};

use super::gather::{Indices, LANES, Places};
use super::{InstructionSet, Kernel, Task};
use crate::reference::check_kernels;
use crate::{Bitboard, Board, Square, Symmetry};

proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(4_000))]

    #[test]
    fn kernels_agree_with_the_reference(discs in any::<u64>(), mine in any::<u64>(), fewer in any::<u64>()) {
        for discs in [discs, discs & fewer, discs | fewer] {
            check_kernels(Board::new(Bitboard::new(discs & mine), Bitboard::new(discs & !mine)).unwrap());
        }
    }

    #[test]
    fn moves_turn_with_the_board(discs in any::<u64>(), mine in any::<u64>()) {
        let board = Board::new(Bitboard::new(discs & mine), Bitboard::new(discs & !mine)).unwrap();
        for symmetry in Symmetry::ALL {
            let turned = symmetry.board(board);
            prop_assert_eq!(turned.legal_moves(), symmetry.bitboard(board.legal_moves()));
            for square in Square::ALL {
                let moved = turned.flips(symmetry.square(square));
                prop_assert_eq!(moved, symmetry.bitboard(board.flips(square)));
            }
        }
    }
}

struct Nth(u64, u32);

impl Task for Nth {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        kernel.nth(self.0, self.1)
    }
}

proptest! {
    #[test]
    fn squares_of_a_set_are_counted_from_the_lowest(set in any::<u64>(), fewer in any::<u64>()) {
        for bits in [set, set & fewer, 0, !0] {
            let mut squares = Bitboard::new(bits).iter();
            for n in 0..66 {
                let expected = squares.next().map_or(0, |square| square.bitboard().bits());
                for instructions in InstructionSet::supported() {
                    prop_assert_eq!(instructions.run(Nth(bits, n)), expected, "{}", instructions);
                }
            }
        }
    }
}

/// Long runs are rare on random boards: lay one of every length and end in
/// every direction from every square.
#[test]
fn kernels_agree_on_every_run() {
    for square in Square::ALL {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
        {
            let along = |distance: isize| {
                let row = square.row().checked_add_signed(down * distance)?;
                let column = square.column().checked_add_signed(right * distance)?;
                Square::at(row, column)
            };
            for length in 0..8 {
                let opp: Bitboard = (1..=length).filter_map(along).collect();
                let end = along(length + 1).map_or(Bitboard::EMPTY, Square::bitboard);
                check_kernels(Board::new(Bitboard::EMPTY, opp).unwrap());
                check_kernels(Board::new(end, opp).unwrap());
                check_kernels(
                    Board::new(end, Bitboard::new(!(end | square.bitboard()).bits())).unwrap(),
                );
            }
        }
    }
}

#[test]
fn one_colour_empty_and_full_boards_have_no_moves() {
    for (own, opp) in [(0, 0), (!0, 0), (0, !0), (0xff, 0), (0xffff_0000, !0xffff_0000)] {
        let board = Board::new(Bitboard::new(own), Bitboard::new(opp)).unwrap();
        check_kernels(board);
        assert!(board.is_over());
    }
}

struct Sum<'a>(&'a [i16], &'a Places, &'a Indices);

impl Task for Sum<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        kernel.sum(self.0, self.1, self.2)
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(200))]

    #[test]
    fn sums_agree(
        table in vec(any::<i16>(), 1 << 17),
        places in vec(1_u32 << 15..(1 << 16) + (1 << 15) - 1, LANES),
        indices in vec(prop_oneof![any::<i16>(), Just(i16::MIN), Just(i16::MAX)], LANES),
    ) {
        let places = Places::new(places.try_into().unwrap());
        let indices = Indices(indices.try_into().unwrap());
        // As short as it may be: a wide read beyond the end would be seen.
        let table = table[..places.span()].to_vec();
        let expected = InstructionSet::PORTABLE.run(Sum(&table, &places, &indices));
        for set in InstructionSet::supported() {
            prop_assert_eq!(set.run(Sum(&table, &places, &indices)), expected, "{}", set);
        }
    }
}

#[test]
#[should_panic(expected = "shorter than its places")]
fn a_short_table_is_refused() {
    let places = Places::new([1 << 15; LANES]);
    let table = vec![0; places.span() - 1];
    InstructionSet::best().run(Sum(&table, &places, &Indices([0; LANES])));
}
