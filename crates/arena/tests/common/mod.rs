//! Games with agents of the tests.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_arena::{
    GameEnding, Limits, Match, MatchError, MatchGame, Platform, PlayerName, Resources, Terms,
};
use outflank_core::{Game, Rule};

/// A file beside the tests.
pub(crate) fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The player of a file beside the tests.
pub(crate) fn python(name: &str) -> PlayerName {
    format!("python:{}", file(name).display()).parse().unwrap()
}

/// Short limits, and the Python that `make setup` has prepared.
pub(crate) fn terms(platform: Platform) -> Terms {
    let prepared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python3");
    let is_told = std::env::var_os("OUTFLANK_PYTHON").is_some();
    Terms {
        limits: Limits { move_time: Some(Duration::from_millis(500)), game_time: None },
        platform,
        resources: Resources { start_time: Duration::from_secs(10), ..Resources::default() },
        python: (!is_told && prepared.exists()).then_some(prepared),
        ..Terms::default()
    }
}

/// Two games from the start with colours changed.
pub(crate) fn play(players: [PlayerName; 2], terms: &Terms) -> Result<[MatchGame; 2], MatchError> {
    play_by(Rule::Reversi, players, terms)
}

/// Two games of a rule from the start with colours changed.
pub(crate) fn play_by(
    rule: Rule,
    players: [PlayerName; 2],
    terms: &Terms,
) -> Result<[MatchGame; 2], MatchError> {
    let played = Match { rule, players, concurrency: 2, seed: 1, terms: terms.clone() };
    let mut games = None;
    played.play(&mut [Game::new()].into_iter(), &mut |pair, _| {
        games = Some(pair.games);
        ControlFlow::Break(())
    })?;
    Ok(games.expect("a pair was played"))
}

/// Asserts that both games were played to their end.
#[track_caller]
pub(crate) fn assert_played_out(games: &[MatchGame; 2]) {
    for game in games {
        assert_eq!(game.played.ending, GameEnding::PlayedOut, "{:?}", game.color);
    }
}
