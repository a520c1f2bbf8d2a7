//! A batch plays as single games do.

use proptest::collection::vec;
use proptest::prelude::{any, prop_assert_eq, proptest};

use super::{Batch, IllegalAction};
use crate::{Board, Color, Game, Move, PASS, Position, Square};

/// d3 as an action.
const D3: u8 = 19;

proptest! {
    #[test]
    #[expect(clippy::needless_range_loop, reason = "all games are at the same ply")]
    fn games_of_a_batch_are_games(numbers in vec(vec(any::<u32>(), 70), 1..20)) {
        let mut batch = Batch::new(numbers.len());
        let mut games = vec![Game::new(); numbers.len()];
        for ply in 0..70 {
            let mut actions = vec![u8::MAX; batch.len()];
            batch.choose(|game| numbers[game][ply], &mut actions);
            for (game, action) in games.iter_mut().zip(&actions) {
                if !game.is_over() {
                    game.play(Move::from_action(*action).unwrap()).unwrap();
                }
            }
            batch.play(&actions).unwrap();
            let mut planes = vec![7; 128 * batch.len()];
            let mut masks = vec![7; 65 * batch.len()];
            batch.write_planes(&mut planes);
            batch.write_masks(&mut masks);
            for (at, game) in games.iter().enumerate() {
                let board = game.position().board();
                prop_assert_eq!(batch.board(at), board);
                prop_assert_eq!(batch.to_move()[at], game.position().to_move());
                prop_assert_eq!(batch.is_over()[at], game.is_over());
                prop_assert_eq!(batch.plies()[at] as usize, game.moves().len());
                for square in Square::ALL {
                    let place = 128 * at + square.index();
                    prop_assert_eq!(planes[place] == 1, board.own().has(square));
                    prop_assert_eq!(planes[place + 64] == 1, board.opp().has(square));
                    let is_legal = masks[65 * at + square.index()] == 1;
                    prop_assert_eq!(is_legal, board.legal_moves().has(square));
                }
                let must_pass = board.legal_moves().is_empty() && !game.is_over();
                prop_assert_eq!(masks[65 * at + 64] == 1, must_pass);
            }
        }
        proptest::prop_assert!(batch.is_over().iter().all(|&is_over| is_over));
    }
}

#[test]
fn an_illegal_action_is_named_and_nothing_moves() {
    let mut batch = Batch::new(3);
    assert_eq!(D3, Move::Place(Square::D3).action());
    for (actions, sentence) in [
        (vec![D3, 0, D3], "game 1 cannot play a1: it turns nothing on"),
        (vec![D3, D3, 27], "game 2 cannot play d4: it turns nothing on"),
        (vec![D3, D3, 64], "game 2 cannot pass: it has 4 legal moves"),
        (vec![65, D3, D3], "game 0: 65 is not an action: expected 0 to 63, or 64 for a pass"),
        (vec![D3, 255, D3], "game 1: 255 is not an action"),
        (vec![D3, D3], "there are 2 actions for 3 games"),
    ] {
        let error: IllegalAction = batch.play(&actions).unwrap_err();
        assert!(error.to_string().starts_with(sentence), "{error}");
        assert!((0..3).all(|game| batch.board(game) == Board::START));
    }
}

#[test]
fn a_game_can_be_put_anywhere_and_back() {
    let mut batch = Batch::new(2);
    let over =
        Position::new(crate::Bitboard::new(3), crate::Bitboard::EMPTY, Color::White).unwrap();
    batch.set(1, over);
    assert_eq!(batch.is_over(), [false, true]);
    batch.play(&[D3, PASS]).unwrap();
    assert_eq!(batch.to_move(), [Color::White, Color::White]);
    assert_eq!(batch.plies(), [1, 0]);
    batch.reset(1);
    assert_eq!((batch.board(1), batch.is_over()[1]), (Board::START, false));
}
