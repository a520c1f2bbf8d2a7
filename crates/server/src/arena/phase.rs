//! The state of an event: running or stopped.

use std::time::Duration;

use outflank_arena::{Activity, TimeLimits};
use serde::Serialize;
use utoipa::ToSchema;

use super::event_info::EventInfo;

/// The state of an event. For one that another process plays, it is estimated from its
/// games and the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = EventState)]
pub(super) enum Phase {
    /// It is played or waits to be played here, or a game of it ended so
    /// recently that another process seems to play it.
    Live,
    /// All games that were asked for are played.
    Done,
    /// Nobody plays it, and nothing says that it is complete.
    Stopped,
}

/// The minimum time without a new game before an event counts as stopped.
const MIN_QUIET: Duration = Duration::from_secs(20);
/// The same if nothing is known of how long games take.
const DEFAULT_QUIET: Duration = Duration::from_mins(2);
const MAX_QUIET: Duration = Duration::from_mins(15);
/// Games come in bursts where several are played at once.
const BURST: u32 = 10;

/// The phase of an event that another process has played or plays. `rated` is
/// how many games its ratings were made of: they are written when a run ends.
pub(super) fn phase_of_another(
    activity: Activity,
    info: Option<&EventInfo>,
    rated: Option<u32>,
) -> Phase {
    let Activity { games, .. } = activity;
    let asked = info.and_then(|info| info.settings.games());
    if asked.is_some_and(|asked| u64::from(games) >= asked) {
        return Phase::Done;
    }
    let has_ended = rated == Some(games);
    if !has_ended && is_recent(activity, info) {
        return Phase::Live;
    }
    if asked.is_some() {
        return Phase::Stopped;
    }
    let round = info.and_then(EventInfo::games_of_a_round);
    let is_whole =
        round.is_some_and(|round| games > 0 && round > 0 && u64::from(games).is_multiple_of(round));
    if is_whole { Phase::Done } else { Phase::Stopped }
}

/// True if a game ended so recently that more may follow.
fn is_recent(activity: Activity, info: Option<&EventInfo>) -> bool {
    let longest = info.map_or(DEFAULT_QUIET, |info| longest_game(info.settings.time_limits()));
    let Some(quiet) = activity.quiet else {
        return activity.begun < longest;
    };
    let pace = activity.begun.saturating_sub(quiet) / activity.games.max(1);
    quiet < (pace * BURST).clamp(MIN_QUIET, longest)
}

/// The maximum time of a game, with a margin for its start.
fn longest_game(TimeLimits { move_time, game_time }: TimeLimits) -> Duration {
    let by_moves = move_time.map(|time| time * 60);
    let by_clock = game_time.map(|time| time * 2);
    let longest = by_moves.into_iter().chain(by_clock).min();
    longest.map_or(DEFAULT_QUIET, |time| (time + MIN_QUIET).clamp(MIN_QUIET, MAX_QUIET))
}
