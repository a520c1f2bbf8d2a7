//! Matches and tournaments between players of every kind.

mod callable;
mod matches;
mod report;
mod terms;
mod tournament;

pub(crate) use matches::play_match;
pub(crate) use tournament::play_tournament;

/// More games at once than this is a mistake.
const MOST_GAMES_AT_ONCE: usize = 1024;
