//! An engine with an evaluation that is not the built-in one.

use outflank_core::{Bitboard, Board, Kernel, Move, Rule, Square};
use outflank_engine::{Engine, Goal, Limits, Options, reference};
use outflank_eval::{Evaluation, UNIT};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::{play, random_board};
use crate::checks::{check, engine, search};

/// Counts discs, and keeps count from move to move.
#[derive(Clone, Copy)]
struct DiscCount {
    sign: i32,
}

fn disc_count(rule: Rule) -> DiscCount {
    let sign = match rule {
        Rule::Reversi => 1,
        Rule::Reversed => -1,
    };
    DiscCount { sign }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Discs {
    own: u32,
    opp: u32,
    /// Discs in the corners tell whether the search plays and passes for the
    /// right side: counts alone are soon equal by chance.
    own_corners: u32,
    opp_corners: u32,
}

impl Evaluation for DiscCount {
    type State = Discs;

    fn state(&self, board: Board) -> Discs {
        let (own, opp) = (board.own(), board.opp());
        Discs {
            own: own.len(),
            opp: opp.len(),
            own_corners: (own & Bitboard::CORNERS).len(),
            opp_corners: (opp & Bitboard::CORNERS).len(),
        }
    }

    fn play(&self, state: Discs, board: Board, square: Square, flips: Bitboard) -> Discs {
        assert_eq!(state, self.state(board), "the state of {board:?} before {square}");
        assert_eq!(flips, board.flips(square), "what {square} turns of {board:?}");
        let placed = u32::from(Bitboard::CORNERS.has(square));
        Discs {
            own: state.opp - flips.len(),
            opp: state.own + flips.len() + 1,
            own_corners: state.opp_corners,
            opp_corners: state.own_corners + placed,
        }
    }

    fn pass(&self, state: Discs) -> Discs {
        Discs {
            own: state.opp,
            opp: state.own,
            own_corners: state.opp_corners,
            opp_corners: state.own_corners,
        }
    }

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, _: K, state: Discs, board: Board) -> i32 {
        assert_eq!(state, self.state(board), "the state of {board:?}");
        let discs = state.own.cast_signed() - state.opp.cast_signed();
        let corners = state.own_corners.cast_signed() - state.opp_corners.cast_signed();
        self.sign * (discs + 8 * corners) * UNIT
    }

    fn deviation(&self, _: u32, _: u32, _: u32) -> f32 {
        6.0
    }
}

#[test]
fn another_evaluation_fits_and_solves_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for threads in [1, 2] {
        let options = Options { threads, hash_mib: 16 };
        let mut counting = Engine::with_evaluation(options, disc_count);
        for rule in Rule::BOTH {
            let solve = Limits { goal: Goal::Solve, ..Limits::default() };
            for empties in [4, 8, 9, 11, 12, 13, 14, 15, 16, 17] {
                let board = random_board(&mut rng, empties);
                let found = counting.search(rule, board, &solve, &mut check);
                check(&found);
                assert!(found.exact);
                let usual = search(&mut engine(1), rule, board, &solve);
                assert_eq!(found.score, usual.score, "{rule} {board:?}");
                if empties <= 9 {
                    let score = Some(reference::solve(rule, board));
                    assert_eq!(found.exact_score(), score, "{rule} {board:?}");
                }
            }
            let shallow = Limits { depth: Some(7), ..Limits::default() };
            for empties in [20, 30, 40, 50, 60] {
                let board = random_board(&mut rng, empties);
                check(&counting.search(rule, board, &shallow, &mut check));
            }
        }
    }
}

/// A board is searched one ply deep by what the evaluation says, and nothing
/// else.
#[test]
fn one_ply_takes_the_most_discs_by_a_count_of_discs() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for (rule, sign) in [(Rule::Reversi, 1), (Rule::Reversed, -1)] {
        let options = Options { threads: 1, hash_mib: 1 };
        let mut counting = Engine::with_evaluation(options, disc_count);
        for empties in 30..60 {
            let board = random_board(&mut rng, empties);
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let found = counting.search(rule, board, &limits, &mut check);
            let judge = |square: Square| {
                let (next, _) = play(board, &[Move::Place(square)]);
                let state = disc_count(Rule::Reversi).state(next);
                let discs = state.opp.cast_signed() - state.own.cast_signed();
                let corners = state.opp_corners.cast_signed() - state.own_corners.cast_signed();
                sign * (discs + 8 * corners)
            };
            let best = board.legal_moves().iter().map(judge).max().expect("a move");
            assert_eq!(found.score.discs(), best.clamp(-63, 63), "{rule} {board:?}");
        }
    }
}
