//! The results of an event.

use outflank_arena::{GameSummary, Standings, Tally, TournamentGame, seated};
use serde::Serialize;
use utoipa::ToSchema;

use super::event_info::EventInfo;
use outflank_report::MatchLine;
use outflank_report::StandingLine;

/// The results of an event.
#[derive(Clone, Default, Serialize, ToSchema)]
pub(super) struct Results {
    /// The players, the leader first.
    standings: Vec<StandingLine>,
    /// By the numbers of players: wins, draws, losses and discs of the player of
    /// the row against that of the column.
    #[schema(value_type = Vec<Vec<CrossCell>>)]
    cross: Vec<Vec<[i64; 4]>>,
    /// The result of a match.
    r#match: Option<MatchResult>,
}

/// Wins, draws, losses and discs, in this order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes an array of four numbers")]
struct CrossCell(i64, i64, i64, i64);

/// The result of a match from the view of its first player, by its pairs of
/// games. What is infinite is null.
#[derive(Clone, Serialize, ToSchema)]
struct MatchResult {
    #[serde(flatten)]
    outcome: MatchLine,
    /// The probability that the first player is stronger.
    los: f64,
    /// By how many discs a game was won.
    discs: f64,
}

impl Results {
    /// The results of the games of a info.
    pub(super) fn of(info: &EventInfo, games: &[GameSummary]) -> Self {
        let last = games.iter().map(|game| game.slot.pair).max().unwrap_or_default();
        let games = seated(&info.schedule_to(last), games.to_vec());
        let players = info.players.len();
        let standings = Standings::of(players, &games, info.settings.ranking());
        let against = |player, opponent| {
            let record = standings.between(player, opponent);
            [record.wins.into(), record.draws.into(), record.losses.into(), record.discs]
        };
        Self {
            standings: (1..)
                .zip(&standings.rows)
                .map(|(rank, row)| {
                    let name = &info.players[row.player].name;
                    StandingLine::new(rank, name, row).numbered(row.player)
                })
                .collect(),
            cross: (0..players)
                .map(|player| (0..players).map(|opponent| against(player, opponent)).collect())
                .collect(),
            r#match: info.is_match().then(|| MatchResult::of(&games)),
        }
    }
}

/// Whether the SPRT of a match has decided.
pub(super) fn has_decided(info: &EventInfo, games: &[GameSummary]) -> bool {
    let Some(sprt) = info.sprt() else { return false };
    let last = games.iter().map(|game| game.slot.pair).max().unwrap_or_default();
    let games = seated(&info.schedule_to(last), games.to_vec());
    sprt.decide(&tally(&games).pairs).is_some()
}

impl MatchResult {
    fn of(games: &[TournamentGame]) -> Self {
        let tally = tally(games);
        Self { outcome: MatchLine::of(&tally), los: tally.pairs.los(), discs: tally.mean_discs() }
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
