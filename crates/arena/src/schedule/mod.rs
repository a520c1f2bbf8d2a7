//! Schedules: the pairings of a tournament.

mod gauntlet;
mod ladder;
mod pairing;
mod points_race;
mod round_robin;

pub use ladder::{DRAWN, LOST, Ladder, WON};
pub use pairing::Pairing;

/// The schedule of a tournament. All pairings follow from these settings and the
/// results so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The kind of tournament.
    pub kind: Kind,
    /// The number of players. Players are numbered from 0.
    pub players: usize,
    /// The number of rounds; without end if `None`.
    pub rounds: Option<u32>,
    /// The number of pairs of games when two players meet.
    pub pairs: u32,
    /// The seed of the first order and of the order of challenges.
    pub seed: u64,
}

/// The kinds of tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Every player meets every other player, in every round.
    RoundRobin,
    /// Some players meet all the others, in every round.
    Gauntlet {
        /// The players that meet all the others.
        challengers: Vec<usize>,
    },
    /// In every round players challenge the player ranked just ahead of them.
    PointsRace {
        /// The number of challengers in a round, in turn; all players if `None`.
        challengers: Option<u32>,
    },
    /// Two players meet.
    Playto {
        /// The two players.
        players: [usize; 2],
    },
}

impl Kind {
    /// Whether the pairings of a round depend on earlier results.
    pub const fn follows_results(&self) -> bool {
        matches!(self, Self::PointsRace { .. })
    }
}

impl Schedule {
    /// The rounds, one after the other.
    pub fn rounds(&self) -> Rounds<'_> {
        Rounds { schedule: self, played: 0, ladder: Ladder::new(self.players, self.seed) }
    }

    /// The total number of games; `None` if there is no end.
    pub fn games(&self) -> Option<u64> {
        let rounds = u64::from(self.rounds?);
        let players = self.players as u64;
        let meetings = match &self.kind {
            Kind::RoundRobin => players * players.saturating_sub(1) / 2,
            Kind::Gauntlet { challengers } => {
                let challengers = challengers.len() as u64;
                challengers * players.saturating_sub(challengers)
            }
            Kind::PointsRace { challengers: None } => players.saturating_sub(1),
            Kind::PointsRace { challengers: Some(_) } => {
                // The leader has no player to challenge, so a round may be shorter.
                return None;
            }
            Kind::Playto { .. } => 1,
        };
        Some(rounds * meetings * u64::from(self.pairs) * 2)
    }
}

/// The rounds of a tournament, one after the other. The results of a round have to
/// be counted before the next round.
#[derive(Clone, Debug)]
pub struct Rounds<'a> {
    schedule: &'a Schedule,
    played: u32,
    ladder: Ladder,
}

impl Rounds<'_> {
    /// The pairings of the next round; `None` after the last round.
    pub fn next_round(&mut self) -> Option<Vec<Pairing>> {
        let Schedule { kind, players, rounds, pairs, seed } = self.schedule;
        if rounds.is_some_and(|rounds| self.played >= rounds) {
            return None;
        }
        let round = self.played;
        self.ladder.rank();
        let meetings = match kind {
            Kind::RoundRobin => round_robin::meetings(*players),
            Kind::Gauntlet { challengers } => gauntlet::meetings(*players, challengers),
            Kind::PointsRace { challengers } => {
                points_race::meetings(self.ladder.order(), round, *challengers, *seed)
            }
            Kind::Playto { players } => vec![*players],
        };
        self.played += 1;
        let meetings = meetings.into_iter().flat_map(|players| (0..*pairs).map(move |_| players));
        let pairings = (0..).zip(meetings);
        Some(pairings.map(|(number, players)| Pairing { round, number, players }).collect())
    }

    /// Counts a game, which gave the first of two players this many half points.
    pub fn count(&mut self, players: [usize; 2], half_points: u32) {
        self.ladder.count(players, half_points);
    }

    /// The ranking.
    pub const fn ladder(&self) -> &Ladder {
        &self.ladder
    }
}

#[cfg(test)]
mod tests;
