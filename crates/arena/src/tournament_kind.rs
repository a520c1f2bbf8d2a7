//! The kinds of tournaments by name.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Ranking;

/// The kind of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Every player meets every other player.
    RoundRobin,
    /// Some players meet all the others.
    Gauntlet,
    /// Every player challenges the one ranked just ahead, for points.
    PointsRace,
}

/// The text is not the name of a kind of tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a kind of tournament: expected round-robin, gauntlet or points-race")]
pub struct ParseTournamentKindError(String);

impl FromStr for TournamentKind {
    type Err = ParseTournamentKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| ParseTournamentKindError(text.to_owned()))
    }
}

impl TournamentKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::PointsRace];

    /// The name of the kind in files and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::PointsRace => "points-race",
        }
    }

    /// The order of the players in results.
    pub const fn ranking(self) -> Ranking {
        match self {
            Self::Gauntlet => Ranking::Rating,
            Self::RoundRobin | Self::PointsRace => Ranking::Points,
        }
    }
}
