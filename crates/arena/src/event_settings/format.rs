//! The kinds of events.

use serde::{Deserialize, Serialize};

use crate::{Elo, Sprt, SprtError};

/// The kind of an event, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EventFormat {
    /// Two players.
    Match {
        /// The number of games asked for; `None` if an older version did not
        /// store it.
        games: Option<u32>,
        /// The number of empty squares at which games are adjudicated.
        adjudicate: Option<u32>,
        /// The test that ends the match early.
        sprt: Option<SprtSettings>,
    },
    /// Every player meets every other player.
    RoundRobin {
        /// The number of pairs of games when two players meet.
        pairs: u32,
        /// The number of rounds; `None` if it is unknown or without end.
        rounds: Option<u32>,
    },
    /// Some players meet all the others.
    Gauntlet {
        /// The names of these players.
        challengers: Vec<String>,
        /// The number of pairs of games when two players meet.
        pairs: u32,
        /// The number of rounds; `None` if it is unknown or without end.
        rounds: Option<u32>,
    },
    /// Players challenge the player ranked just ahead of them.
    PointsRace {
        /// The number of challengers in a round; all players if `None`.
        turns: Option<u32>,
        /// The number of pairs of games when two players meet.
        pairs: u32,
        /// The number of rounds; `None` if it is unknown or without end.
        rounds: Option<u32>,
    },
    /// Two players of a tournament play games that do not count.
    Playto {
        /// The names of these players.
        players: [String; 2],
        /// The number of pairs of games when two players meet.
        pairs: u32,
    },
}

/// The parameters of an SPRT.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtSettings {
    /// The difference in Elo of the null hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the alternative.
    pub elo1: f64,
    /// The probability to accept a player that is stronger by `elo0` only.
    pub alpha: f64,
    /// The probability to reject a player that is stronger by `elo1`.
    pub beta: f64,
}

impl SprtSettings {
    /// The test.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        Sprt::new(Elo(self.elo0), Elo(self.elo1), self.alpha, self.beta)
    }
}

impl EventFormat {
    /// The name of the kind.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Match { .. } => "match",
            Self::RoundRobin { .. } => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::PointsRace { .. } => "points-race",
            Self::Playto { .. } => "playto",
        }
    }

    /// The name of the first parameter that makes two events different.
    pub(super) fn difference(&self, other: &Self) -> Option<&'static str> {
        match (self, other) {
            (Self::Match { adjudicate, .. }, Self::Match { adjudicate: other, .. }) => {
                (adjudicate != other).then_some("adjudicate")
            }
            (Self::RoundRobin { pairs, .. }, Self::RoundRobin { pairs: other, .. }) => {
                (pairs != other).then_some("games")
            }
            (
                Self::Gauntlet { challengers, pairs, .. },
                Self::Gauntlet { challengers: others, pairs: other, .. },
            ) => first_difference([
                ("challengers", challengers != others),
                ("games", pairs != other),
            ]),
            (
                Self::PointsRace { turns, pairs, .. },
                Self::PointsRace { turns: others, pairs: other, .. },
            ) => first_difference([("turns", turns != others), ("games", pairs != other)]),
            (Self::Playto { players, pairs }, Self::Playto { players: others, pairs: other }) => {
                first_difference([("playto", players != others), ("games", pairs != other)])
            }
            _ => Some("kind"),
        }
    }
}

fn first_difference<const N: usize>(parts: [(&'static str, bool); N]) -> Option<&'static str> {
    parts.into_iter().find_map(|(name, differs)| differs.then_some(name))
}
