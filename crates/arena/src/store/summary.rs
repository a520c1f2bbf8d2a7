//! A game without its moves.

use std::time::Duration;

use outflank_core::{Color, Position, Rule, Score};
use rusqlite::{Row, params_from_iter};

use super::columns::{Discs, EndingName, Nanoseconds, Parsed};
use super::{ContentHash, Store, StoreError};
use crate::{Agent, EventId, Fault, FaultKind, Filter, GameEnding, GameId, Slot};

/// A game without its moves, for lists and standings.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// The event it belongs to.
    pub event: EventId,
    /// Its place in the event.
    pub slot: Slot,
    /// The rules.
    pub rule: Rule,
    /// The players, black first.
    pub players: [Agent; 2],
    /// The start position.
    pub start: Position,
    /// The number of moves of the opening.
    pub opening: u32,
    /// The ending.
    pub ending: GameEnding,
    /// The final score of black, in discs.
    pub score: Score,
    /// The number of moves, including those of the opening.
    pub plies: u32,
    /// The time that the players used, black first.
    pub time: [TimeUse; 2],
    /// The seed of every random choice in it.
    pub seed: u64,
    /// The time at which it ended, in UTC.
    pub date: String,
    /// The version of Outflank that played it.
    pub version: String,
}

/// The time that a player used in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// The number of its moves.
    pub moves: u32,
    /// The total time.
    pub total: Duration,
    /// The longest time of a move.
    pub longest: Duration,
    /// The number of moves that exceeded the time limit: those for which the last
    /// considered move was played, and the one that lost the game.
    pub late: u32,
}

/// Counts the move for which a game was lost on time.
pub(crate) fn count_lost_on_time(time: &mut [TimeUse; 2], ending: &GameEnding) {
    if let GameEnding::Fault { color, fault } = ending
        && fault.kind == FaultKind::Timeout
    {
        time[*color as usize].late += 1;
    }
}

impl GameSummary {
    /// The winner; `None` if drawn.
    pub fn winner(&self) -> Option<Color> {
        match self.score.discs() {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }
}

impl Store {
    /// The matching games without their moves, in the order in which they were
    /// stored.
    pub fn summaries(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        if let Some(since) = &filter.since {
            self.check_date(since)?;
        }
        let (condition, values) = filter.condition();
        let latest = filter.latest.map_or(-1, i64::from);
        let query = format!("{GAMES} WHERE {condition} {BY_GAME} LIMIT {latest}");
        let mut games: Vec<_> = self.read(|connection| {
            let mut query = connection.prepare_cached(&query)?;
            query.query_map(params_from_iter(values), summary)?.collect()
        })?;
        games.reverse();
        Ok(games)
    }

    /// Refuses a text that is not a date.
    fn check_date(&self, text: &str) -> Result<(), StoreError> {
        let read: Option<String> = self.read(|connection| {
            connection.query_row("SELECT strftime('%s', ?1)", [text], |row| row.get(0))
        })?;
        match read {
            Some(_) => Ok(()),
            None => Err(StoreError::Date { found: text.to_owned() }),
        }
    }
}

/// Games with their players and times; the latest come first.
const GAMES: &str = "
SELECT games.*, black.name AS black_name, black.hash AS black_hash,
    white.name AS white_name, white.hash AS white_hash, count(moves.ply) AS plies,
    count(time_ns) FILTER (WHERE color = 'black') AS black_moves,
    count(time_ns) FILTER (WHERE color = 'white') AS white_moves,
    coalesce(sum(time_ns) FILTER (WHERE color = 'black'), 0) AS black_total,
    coalesce(sum(time_ns) FILTER (WHERE color = 'white'), 0) AS white_total,
    coalesce(max(time_ns) FILTER (WHERE color = 'black'), 0) AS black_longest,
    coalesce(max(time_ns) FILTER (WHERE color = 'white'), 0) AS white_longest,
    coalesce(sum(is_late) FILTER (WHERE color = 'black'), 0) AS black_late,
    coalesce(sum(is_late) FILTER (WHERE color = 'white'), 0) AS white_late
FROM games
JOIN agents AS black ON black.id = games.black
JOIN agents AS white ON white.id = games.white
LEFT JOIN moves ON moves.game = games.id";

const BY_GAME: &str = "GROUP BY games.id ORDER BY games.id DESC";

fn summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    let text = |color: Color, what: &str| format!("{color}_{what}");
    let mut time = [TimeUse::default(); 2];
    for (color, time) in Color::BOTH.into_iter().zip(&mut time) {
        *time = TimeUse {
            moves: row.get(text(color, "moves").as_str())?,
            total: row.get::<_, Nanoseconds>(text(color, "total").as_str())?.0,
            longest: row.get::<_, Nanoseconds>(text(color, "longest").as_str())?.0,
            late: row.get(text(color, "late").as_str())?,
        };
    }
    let ending = ending(row)?;
    count_lost_on_time(&mut time, &ending);
    let agent = |color| -> rusqlite::Result<Agent> {
        Ok(Agent {
            name: row.get(text(color, "name").as_str())?,
            hash: ContentHash::of_text(row.get(text(color, "hash").as_str())?),
        })
    };
    let start: Option<Parsed<Position>> = row.get("start")?;
    Ok(GameSummary {
        id: GameId(row.get("id")?),
        event: EventId(row.get("event")?),
        slot: Slot { round: row.get("round")?, pair: row.get("pair")?, game: row.get("game")? },
        rule: row.get::<_, Parsed<_>>("rules")?.0,
        players: [agent(Color::Black)?, agent(Color::White)?],
        start: start.map_or(Position::START, |start| start.0),
        opening: row.get("opening")?,
        ending,
        score: row.get::<_, Discs>("score")?.0,
        plies: row.get("plies")?,
        time,
        seed: row.get::<_, i64>("seed")?.cast_unsigned(),
        date: row.get("date")?,
        version: row.get("version")?,
    })
}

fn ending(row: &Row<'_>) -> rusqlite::Result<GameEnding> {
    Ok(match row.get::<_, EndingName>("ending")? {
        EndingName::PlayedOut => GameEnding::PlayedOut,
        EndingName::Adjudicated => GameEnding::Adjudicated,
        EndingName::Fault => GameEnding::Fault {
            color: row.get::<_, Parsed<_>>("fault_color")?.0,
            // Stores of earlier versions hold the words of programs as they were.
            fault: Fault::new(
                row.get::<_, Parsed<_>>("fault_kind")?.0,
                row.get::<_, String>("fault_detail")?,
            ),
        },
    })
}
