//! A game without its moves.

use std::time::Duration;

use outflank_core::{Color, Position, Rule, Score};
use rusqlite::{Row, params_from_iter};

use super::columns::{Discs, EndingName, Nanoseconds, Parsed};
use super::{ContentHash, Store, StoreError};
use crate::{Agent, EventId, Fault, Filter, GameEnding, GameId, Slot};

/// A game without its moves: what lists and standings are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number.
    pub id: GameId,
    /// The event it belongs to.
    pub event: EventId,
    /// Its place in the event.
    pub slot: Slot,
    /// Which game was played.
    pub rule: Rule,
    /// Who played, black first.
    pub players: [Agent; 2],
    /// Where it began.
    pub start: Position,
    /// How many moves are the opening's.
    pub opening: u32,
    /// How it ended.
    pub ending: GameEnding,
    /// How it ended for black, in discs.
    pub score: Score,
    /// How many moves there are, those of the opening included.
    pub plies: u32,
    /// What the players took, black first.
    pub time: [TimeUse; 2],
    /// The seed of every random choice in it.
    pub seed: u64,
    /// When it ended, in UTC.
    pub date: String,
    /// The version of Outflank that played it.
    pub version: String,
}

/// What a player took in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// How many moves it chose.
    pub moves: u32,
    /// How long it thought about them.
    pub total: Duration,
    /// How long about the longest.
    pub longest: Duration,
    /// How often its time was up and its last word was taken.
    pub late: u32,
}

impl Summary {
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
    /// The games that fit, without their moves, in the order in which they were
    /// stored.
    pub fn summaries(&self, filter: &Filter) -> Result<Vec<Summary>, StoreError> {
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

    /// Refuses what is no date.
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

/// Games with who played them and what they took; the latest come first.
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

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
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
    let agent = |color| -> rusqlite::Result<Agent> {
        Ok(Agent {
            name: row.get(text(color, "name").as_str())?,
            hash: ContentHash(row.get(text(color, "hash").as_str())?),
        })
    };
    let start: Option<Parsed<Position>> = row.get("start")?;
    Ok(Summary {
        id: GameId(row.get("id")?),
        event: EventId(row.get("event")?),
        slot: Slot { round: row.get("round")?, pair: row.get("pair")?, game: row.get("game")? },
        rule: row.get::<_, Parsed<_>>("rules")?.0,
        players: [agent(Color::Black)?, agent(Color::White)?],
        start: start.map_or(Position::START, |start| start.0),
        opening: row.get("opening")?,
        ending: ending(row)?,
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
            fault: Fault {
                kind: row.get::<_, Parsed<_>>("fault_kind")?.0,
                detail: row.get("fault_detail")?,
            },
        },
    })
}
