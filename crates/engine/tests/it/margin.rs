//! The margin of a score, held against deeper searches.

use outflank_core::Rule;
use outflank_engine::{Limits, Selectivity};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::random_board;
use crate::checks::engine;

#[test]
fn a_search_eight_plies_deeper_lies_within_the_margin_in_nine_of_ten_cases() {
    for rule in Rule::BOTH {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut engine = engine(1);
        let mut within = 0;
        let mut all = 0;
        for empties in [20, 26, 32, 38, 44, 50, 55] {
            let mut of_part = 0;
            for _ in 0..8 {
                let board = random_board(&mut rng, empties);
                let mut search = |depth| {
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    engine.search_afresh(rule, board, &limits, &mut |_| {})
                };
                let (shallow, deep) = (search(4), search(12));
                assert_eq!(shallow.selectivity, Selectivity::P73);
                let error = shallow.score.discs().abs_diff(deep.score.discs());
                of_part += u32::from(error <= shallow.margin);
                all += 1;
            }
            println!("{rule}, {empties} empty squares: {of_part} of 8 within the margin");
            within += of_part;
        }
        assert!(within * 10 >= all * 9, "{rule}: {within} of {all}");
    }
}

#[test]
fn an_exact_score_has_no_margin_and_an_estimate_has_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for empties in [6, 40] {
        let board = random_board(&mut rng, empties);
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let found = engine(1).search(Rule::Reversi, board, &limits, &mut |progress| {
            assert_eq!(progress.margin == 0, progress.exact);
        });
        assert_eq!((found.margin == 0, found.exact), (empties == 6, empties == 6));
    }
}
