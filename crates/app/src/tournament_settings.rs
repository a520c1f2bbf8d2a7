//! What makes a tournament the same tournament.

use outflank_arena::{Kind, Ranking, Schedule};
use serde::{Deserialize, Serialize};

use crate::cli::KindName;

/// What decides about every game: two runs with the same settings are one
/// tournament.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TournamentSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<KindName>,
    /// Two who play for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) playto: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) challengers: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turns: Option<u32>,
    pub(crate) rules: String,
    /// Of two players when they meet.
    pub(crate) games: u32,
    pub(crate) openings: String,
    pub(crate) seed: u64,
    pub(crate) platform: String,
    pub(crate) time_ms: Option<f64>,
    pub(crate) game_time_ms: Option<f64>,
    pub(crate) memory: u32,
    /// Whether processes live from game to game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) keep_processes: bool,
    pub(crate) players: Vec<TournamentPlayer>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TournamentPlayer {
    pub(crate) name: String,
    pub(crate) player: String,
    /// A file that was changed is another player.
    pub(crate) hash: String,
}

impl TournamentSettings {
    /// Who plays whom, in one round; `None` if the settings name players that
    /// there are not.
    pub(crate) fn schedule(&self) -> Option<Schedule> {
        let number = |name: &String| self.players.iter().position(|player| player.name == *name);
        let kind = match (&self.playto, self.kind) {
            (Some([first, second]), _) => {
                Kind::Playto { players: [number(first)?, number(second)?] }
            }
            (None, Some(KindName::Gauntlet)) => {
                let challengers = self.challengers.iter().flatten().map(number);
                Kind::Gauntlet { challengers: challengers.collect::<Option<_>>()? }
            }
            (None, Some(KindName::PointsRace)) => Kind::PointsRace { challengers: self.turns },
            (None, Some(KindName::RoundRobin) | None) => Kind::RoundRobin,
        };
        let (players, pairs, seed) = (self.players.len(), self.games / 2, self.seed);
        Some(Schedule { kind, players, rounds: Some(1), pairs, seed })
    }
}

impl KindName {
    /// What puts players in order.
    pub(crate) const fn ranking(self) -> Ranking {
        match self {
            Self::Gauntlet => Ranking::Rating,
            Self::RoundRobin | Self::PointsRace => Ranking::Points,
        }
    }
}
