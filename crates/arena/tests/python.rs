//! Agents of the course platform.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod common;

use common::{assert_played_out, play, python, terms};
use outflank_arena::Platform;

#[test]
fn an_agent_plays_whole_games() {
    for platform in Platform::ALL {
        let games = play([python("agents/first.py"), "random".parse().unwrap()], &terms(platform));
        let games = games.unwrap();
        assert_played_out(&games);
        for game in &games {
            let own = game.played.moves.iter().filter(|played| played.color == game.color);
            for played in own.filter(|played| played.played.square().is_some()) {
                assert_eq!(played.candidates.last(), Some(&played.played));
                assert!(!played.is_late);
            }
        }
    }
}
