//! Whether an event is being played.

use std::time::Duration;

use outflank_arena::Activity;
use serde::Serialize;
use utoipa::ToSchema;

use super::subject::Subject;

/// Whether an event is being played, as far as that can be known: of one that
/// another process plays there are its games and the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Phase {
    /// It is played or waits to be played here, or a game of it ended so
    /// recently that another process seems to play it.
    Live,
    /// All games that were asked for are played.
    Done,
    /// Nobody plays it, and nothing says that it is complete.
    Stopped,
}

/// How long an event may be quiet at least before it counts as stopped.
const SHORTEST: Duration = Duration::from_secs(20);
/// The same if nothing is known of how long games take.
const USUAL: Duration = Duration::from_mins(2);
const LONGEST: Duration = Duration::from_mins(15);
/// Games come in bursts where several are played at once.
const PACES: u32 = 10;

/// The phase of an event that another process has played or plays. `rated` is
/// how many games its ratings were made of: they are written when a run ends.
pub(super) fn phase_of_another(
    activity: Activity,
    subject: Option<&Subject>,
    rated: Option<u32>,
) -> Phase {
    let Activity { games, .. } = activity;
    let has_ended = rated == Some(games);
    if !has_ended && is_recent(activity, subject) {
        return Phase::Live;
    }
    let round = subject.and_then(Subject::games_of_a_round);
    let is_whole =
        round.is_some_and(|round| games > 0 && round > 0 && u64::from(games).is_multiple_of(round));
    if is_whole { Phase::Done } else { Phase::Stopped }
}

/// Whether a game ended so recently that there may be more.
fn is_recent(activity: Activity, subject: Option<&Subject>) -> bool {
    let longest = subject.map_or(USUAL, |subject| longest_game(subject.limits));
    let Some(quiet) = activity.quiet else {
        return activity.begun < longest;
    };
    let pace = activity.begun.saturating_sub(quiet) / activity.games.max(1);
    quiet < (pace * PACES).clamp(SHORTEST, longest)
}

/// How long a game may take, with a little for its beginning.
fn longest_game([move_time, game_time]: [Option<Duration>; 2]) -> Duration {
    let by_moves = move_time.map(|time| time * 60);
    let by_clock = game_time.map(|time| time * 2);
    let longest = by_moves.into_iter().chain(by_clock).min();
    longest.map_or(USUAL, |time| (time + SHORTEST).clamp(SHORTEST, LONGEST))
}
