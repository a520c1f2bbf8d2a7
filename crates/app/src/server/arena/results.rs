//! What the games of an event come to.

use outflank_arena::{Standings, Summary, Tally, TournamentGame, seated};
use serde::Serialize;
use utoipa::ToSchema;

use super::subject::Subject;
use crate::outcome::Outcome;
use crate::results::StandingLine;

/// What the games of an event come to.
#[derive(Clone, Default, Serialize, ToSchema)]
pub(super) struct Results {
    /// The players, who leads first.
    standings: Vec<StandingLine>,
    /// By the numbers of players: wins, draws, losses and discs of the player of
    /// the row against that of the column.
    #[schema(value_type = Vec<Vec<Vec<i64>>>)]
    cross: Vec<Vec<[i64; 4]>>,
    /// The result of a match.
    r#match: Option<MatchResult>,
}

/// The result of a match from the view of its first player, by its pairs of
/// games. What is infinite is null.
#[derive(Clone, Serialize, ToSchema)]
struct MatchResult {
    #[serde(flatten)]
    outcome: Outcome,
    /// How probable it is that the first player is the stronger one.
    los: f64,
    /// By how many discs a game was won.
    discs: f64,
}

impl Results {
    /// The results of the games of a subject.
    pub(super) fn of(subject: &Subject, games: &[Summary]) -> Self {
        let last = games.iter().map(|game| game.slot.pair).max().unwrap_or_default();
        let games = seated(&subject.schedule_to(last), games.to_vec());
        let players = subject.players.len();
        let standings = Standings::of(players, &games, subject.ranking);
        let against = |player, opponent| {
            let record = standings.between(player, opponent);
            [record.wins.into(), record.draws.into(), record.losses.into(), record.discs]
        };
        Self {
            standings: (1..)
                .zip(&standings.rows)
                .map(|(rank, row)| {
                    let name = &subject.players[row.player].name;
                    StandingLine::new(rank, name, row).numbered(row.player)
                })
                .collect(),
            cross: (0..players)
                .map(|player| (0..players).map(|opponent| against(player, opponent)).collect())
                .collect(),
            r#match: subject.is_match.then(|| MatchResult::of(&games)),
        }
    }
}

impl MatchResult {
    fn of(games: &[TournamentGame]) -> Self {
        let tally = tally(games);
        Self { outcome: Outcome::of(&tally), los: tally.pairs.los(), discs: tally.mean_discs() }
    }
}

/// The pairs of which both games are played. They come in the order of pairs.
fn tally(games: &[TournamentGame]) -> Tally {
    let mut tally = Tally::default();
    for pair in games.chunk_by(|one, other| one.slot.pair == other.slot.pair) {
        let [first, second] = pair else { continue };
        let mut half_points = 0;
        for (game, discs) in [(first, first.score.discs()), (second, -second.score.discs())] {
            debug_assert_eq!(game.sides[usize::from(game.slot.game == 1)], 0);
            let (points, count) = match discs {
                1.. => (2, &mut tally.wins),
                0 => (1, &mut tally.draws),
                _ => (0, &mut tally.losses),
            };
            half_points += points;
            *count += 1;
            tally.discs += i64::from(discs);
        }
        tally.pairs.add(half_points);
    }
    tally
}
