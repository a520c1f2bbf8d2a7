use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_core::{Board, Color, Game, Rule};

use super::{Match, MatchGame, MatchObserver, MatchPlan, Pair, Tally};
use crate::{Adjudication, BalancedOpenings, GameEnding, Terms};

fn between(first: &str, second: &str, rule: Rule, concurrency: usize) -> Match {
    let players = [first, second].map(|name| name.parse().unwrap());
    Match { rule, players, concurrency, seed: 5, terms: Terms::default() }
}

/// All pairs of a match over some openings that are random enough.
fn pairs(played: &Match, openings: usize) -> (Vec<Pair>, Tally) {
    let mut pairs = Vec::new();
    let mut openings = BalancedOpenings::new(played.rule, 2).take(openings);
    let tally = played.play(&mut openings, &mut |pair, _| {
        pairs.push(pair);
        ControlFlow::Continue(())
    });
    (pairs, tally.unwrap())
}

fn moves(pairs: &[Pair]) -> Vec<&Game> {
    pairs.iter().flat_map(|pair| &pair.games).map(|game| &game.played.game).collect()
}

#[test]
fn games_at_once_change_nothing() {
    for rule in Rule::BOTH {
        let (alone, tally) = pairs(&between("random", "greedy", rule, 1), 12);
        let (together, same) = pairs(&between("random", "greedy", rule, 5), 12);
        assert_eq!(moves(&alone), moves(&together));
        assert_eq!(tally, same);
        assert_eq!(tally.games(), 24);
    }
}

#[test]
fn another_seed_gives_other_games() {
    let played = between("random", "random", Rule::Reversi, 2);
    let other = Match { seed: 6, ..played.clone() };
    assert_ne!(moves(&pairs(&played, 3).0), moves(&pairs(&other, 3).0));
}

#[test]
fn the_same_opening_again_gives_other_games() {
    let played = between("random", "random", Rule::Reversi, 2);
    let mut games = Vec::new();
    let tally = played.play(&mut [Game::new(), Game::new()].into_iter(), &mut |pair, _| {
        games.push(pair.games.map(|game| game.played.game));
        ControlFlow::Continue(())
    });
    assert_eq!(tally.unwrap().games(), 4);
    assert_ne!(games[0], games[1]);
}

#[test]
fn both_colours_are_played_from_every_opening_in_order() {
    let played = between("random", "greedy", Rule::Reversed, 3);
    let (pairs, _) = pairs(&played, 6);
    for (pair, opening) in pairs.iter().zip(BalancedOpenings::new(Rule::Reversed, 2)) {
        assert_eq!(pair.games.each_ref().map(|game| game.color), Color::BOTH);
        for game in &pair.games {
            let played = &game.played;
            assert!(played.game.is_over());
            assert_eq!(played.game.moves()[..8], *opening.moves());
            assert_eq!(played.moves.len(), played.game.moves().len() - 8);
        }
    }
}

#[test]
fn a_player_is_as_strong_as_itself() {
    for name in ["random", "engine:depth=2,threads=1,hash=1,weights=hand-made"] {
        let (_, tally) = pairs(&between(name, name, Rule::Reversi, 2), 5);
        assert_eq!(tally.pairs.0, [0, 0, 5, 0, 0]);
        assert_eq!((tally.discs, tally.wins), (0, tally.losses));
    }
}

#[test]
fn the_view_is_that_of_the_first_player() {
    let engine = "engine:depth=3,threads=1,hash=1,weights=hand-made";
    for rule in Rule::BOTH {
        let (pairs_of_first, ahead) = pairs(&between(engine, "random", rule, 2), 8);
        let (_, behind) = pairs(&between("random", engine, rule, 2), 8);
        assert!(ahead.wins >= 14 && ahead.mean_discs() > 5.0, "{rule}: {ahead:?}");
        assert!(behind.losses >= 14 && behind.mean_discs() < -5.0, "{rule}: {behind:?}");
        let points: usize = pairs_of_first.iter().map(Pair::half_points).sum();
        assert_eq!(points as u32, 2 * ahead.wins + ahead.draws);
        assert!((ahead.pairs.score() * 32.0 - points as f64).abs() < 1e-9);
    }
}

#[test]
fn a_match_ends_as_soon_as_enough_was_heard() {
    let played = between("random", "greedy", Rule::Reversi, 4);
    let mut heard = 0;
    let tally = played
        .play(&mut std::iter::repeat_with(Game::new), &mut |_, tally| {
            heard += 1;
            assert_eq!(tally.pairs.len(), heard);
            assert!(heard <= 7, "it goes on");
            if heard == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!((heard, tally.games()), (7, 14));
}

#[test]
fn a_match_without_openings_has_no_games() {
    let played = between("random", "greedy", Rule::Reversi, 2);
    let tally = played.play(&mut std::iter::empty(), &mut |_, _| ControlFlow::Continue(()));
    assert_eq!(tally.unwrap(), Tally::default());
}

#[test]
fn weights_that_are_not_there_end_the_match() {
    let played = between("random", "engine:weights=no-such.weights", Rule::Reversed, 2);
    let mut openings = std::iter::repeat_with(Game::new);
    let error = played.play(&mut openings, &mut |_, _| ControlFlow::Continue(())).unwrap_err();
    assert!(error.to_string().starts_with("cannot use the weights no-such.weights: "), "{error}");
}

#[test]
fn an_agent_of_the_other_game_is_refused_before_any_game() {
    for (players, sentence) in [
        (["random", "classic:phased"], "phased plays reversed only, not reversi"),
        (["classic:evolved", "classic:corner"], "evolved plays reversed only, not reversi"),
    ] {
        let played = between(players[0], players[1], Rule::Reversi, 2);
        let mut openings = BalancedOpenings::new(played.rule, 2).take(3);
        let told = played.play(&mut openings, &mut |_, _| panic!("a pair was played"));
        assert_eq!(told.unwrap_err().to_string(), sentence);
    }
}

#[test]
fn agents_play_matches_that_repeat() {
    let played =
        between("classic:five-factor,depth=2", "classic:evolved,nodes=500", Rule::Reversed, 2);
    let (first, tally) = pairs(&played, 3);
    let (second, same) = pairs(&played, 3);
    assert_eq!(moves(&first), moves(&second));
    assert_eq!(tally, same);
}

/// Keeps every game by its number, and pairs as they are told; ends the match
/// after some games.
struct Keeper {
    games: BTreeMap<usize, MatchGame>,
    pairs: Vec<Pair>,
    most: usize,
}

impl MatchObserver for Keeper {
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        for (number, game) in games {
            assert!(self.games.insert(*number, (*game).clone()).is_none(), "{number} came twice");
        }
        if self.games.len() >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn pair(&mut self, pair: Pair, _: &Tally) -> ControlFlow<()> {
        self.pairs.push(pair);
        ControlFlow::Continue(())
    }
}

#[test]
fn a_match_goes_on_from_the_games_it_has() {
    let played = between("random", "greedy", Rule::Reversi, 2);
    let (whole, tally) = pairs(&played, 10);
    for most in [1, 2, 7, 19] {
        let stop = AtomicBool::new(false);
        let mut openings = BalancedOpenings::new(Rule::Reversi, 2).take(10);
        let mut keeper = Keeper { games: BTreeMap::new(), pairs: Vec::new(), most };
        played.play_with(MatchPlan::new(&mut openings, &stop), &mut keeper).unwrap();
        assert!(stop.into_inner(), "the rest is not needed");
        let known = keeper.games;
        // Games that end at the same time are told together.
        assert!((most..=20).contains(&known.len()), "{}", known.len());
        let stop = AtomicBool::new(false);
        let mut openings = BalancedOpenings::new(Rule::Reversi, 2).take(10);
        let mut keeper = Keeper { games: BTreeMap::new(), pairs: Vec::new(), most: 99 };
        let plan = MatchPlan { known: known.clone(), ..MatchPlan::new(&mut openings, &stop) };
        assert_eq!(played.play_with(plan, &mut keeper).unwrap(), tally);
        assert_eq!(moves(&keeper.pairs), moves(&whole));
        assert!(!stop.into_inner(), "nobody stopped it");
        // Nothing was played twice.
        assert_eq!(keeper.games.len() + known.len(), 20);
        assert!(known.keys().all(|number| !keeper.games.contains_key(number)));
    }
}

#[test]
fn a_match_that_is_stopped_tells_what_it_has() {
    let played = between("random", "greedy", Rule::Reversi, 2);
    let stop = AtomicBool::new(true);
    let mut openings = std::iter::repeat_with(Game::new);
    let plan = MatchPlan::new(&mut openings, &stop);
    let tally = played.play_with(plan, &mut |_, _: &_| panic!("a pair was played")).unwrap();
    assert_eq!(tally, Tally::default());
}

#[test]
fn adjudicated_games_end_as_best_play_would() {
    for rule in Rule::BOTH {
        let played = between("random", "greedy", rule, 2);
        let stop = AtomicBool::new(false);
        let mut openings = BalancedOpenings::new(rule, 2).take(3);
        let mut keeper = Keeper { games: BTreeMap::new(), pairs: Vec::new(), most: 99 };
        let adjudication = Some(Adjudication::at(10));
        let plan = MatchPlan { adjudication, ..MatchPlan::new(&mut openings, &stop) };
        played.play_with(plan, &mut keeper).unwrap();
        for game in keeper.games.values().map(|game| &game.played) {
            let position = game.game.position();
            if game.ending == GameEnding::PlayedOut {
                // It ended before ten squares were left.
                assert!(game.game.is_over() && position.board().empties().len() > 10);
                continue;
            }
            assert_eq!(game.ending, GameEnding::Adjudicated);
            assert!(position.board().empties().len() <= 10 && !game.game.is_over());
            let sign = if position.to_move() == Color::Black { 1 } else { -1 };
            assert_eq!(game.score.discs(), sign * brute_force(rule, position.board()));
        }
    }
}

/// The score with best play, by trying everything.
fn brute_force(rule: Rule, board: Board) -> i32 {
    fn search(rule: Rule, board: Board, mut low: i32, high: i32) -> i32 {
        if board.is_over() {
            return board.final_score(rule).discs();
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return -search(rule, board.pass(), -high, -low);
        }
        for square in moves {
            low = low.max(-search(rule, board.play(square).unwrap(), -high, -low));
            if low >= high {
                break;
            }
        }
        low
    }
    search(rule, board, -64, 64)
}
