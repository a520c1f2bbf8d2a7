//! Games with agents of the tests.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod programs;
mod staged;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_arena::{
    GameEnding, Match, MatchError, MatchGame, Platform, PlayerName, Resources, Terms, TimeLimits,
};
use outflank_core::{Game, Rule};

pub(crate) use programs::programs_of;

/// A file beside the tests.
pub(crate) fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The player of a file beside the tests, in a folder of its own.
pub(crate) fn python(name: &str) -> PlayerName {
    let folder = staged::staged(&file(name), Path::new(env!("CARGO_TARGET_TMPDIR")));
    format!("python:{}", folder.display()).parse().unwrap()
}

/// Short limits, and the Python that `make setup` has prepared.
pub(crate) fn terms(platform: Platform) -> Terms {
    let prepared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python3");
    let is_told = std::env::var_os("OUTFLANK_PYTHON").is_some();
    Terms {
        limits: TimeLimits { move_time: Some(Duration::from_millis(500)), game_time: None },
        platform,
        resources: Resources { start_time: Duration::from_secs(10), ..Resources::default() },
        python: (!is_told && prepared.exists()).then_some(prepared),
        ..Terms::default()
    }
}

/// Little of everything, so that it is soon too much.
pub(crate) fn tight(platform: Platform, start_time: Duration) -> Terms {
    let resources =
        Resources { memory_mib: 128, processes: 24, file_mib: 8, output_kib: 256, start_time };
    Terms { resources, ..terms(platform) }
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
