//! Games as rows.

use std::str::FromStr;

use outflank_core::{Color, Game, Move, Position};
use outflank_engine::Level;
use outflank_formats::{Ending, Outcome};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, OptionalExtension as _, Row, named_params, params};

use super::super::clock::{Clock, Millis};
use super::super::play::{Note, Play};
use super::super::view::{color_name, ending_name};
use crate::server::id::Id;

const COLUMNS: &str = "id, visitor, rules, seat, level, start, seconds, increment, black_ms, \
    white_ms, ending, winner, margin, created, updated, since, revision";

/// How many games of a visitor are not over.
pub(super) fn unfinished(connection: &Connection, visitor: Id) -> rusqlite::Result<u32> {
    let query = "SELECT count(*) FROM games WHERE visitor = ?1 AND ending IS NULL";
    connection.query_row(query, [visitor.to_string()], |row| row.get(0))
}

pub(super) fn insert(connection: &Connection, play: &Play) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO games VALUES (:id, :visitor, :rules, :seat, :level, :start, :seconds, \
             :increment, :black_ms, :white_ms, :ending, :winner, :margin, :created, :updated, \
             :since, :revision)",
        )?
        .execute(named_params! {
            ":id": play.id.to_string(),
            ":visitor": play.visitor.to_string(),
            ":rules": play.rule.name(),
            ":seat": play.seat.name(),
            ":level": play.level.number(),
            ":start": play.game.start().to_string(),
            ":seconds": play.clock.map(|clock| clock.seconds),
            ":increment": play.clock.map(|clock| clock.increment),
            ":black_ms": play.clock.map(|clock| clock.left[0]),
            ":white_ms": play.clock.map(|clock| clock.left[1]),
            ":ending": play.outcome.map(|outcome| ending_name(outcome.ending)),
            ":winner": play.outcome.and_then(|outcome| outcome.winner).map(color_name),
            ":margin": play.outcome.and_then(|outcome| outcome.margin).map(|discs| discs as i64),
            ":created": play.created,
            ":updated": play.updated,
            ":since": play.since,
            ":revision": play.revision,
        })?;
    insert_moves(connection, play, 0)?;
    mark_alive(connection, play)
}

/// Writes what has changed since the game had the moves in `kept`.
pub(super) fn update(connection: &Connection, play: &Play, kept: &[Move]) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE games SET black_ms = :black_ms, white_ms = :white_ms, ending = :ending, \
             winner = :winner, margin = :margin, updated = :updated, since = :since, \
             revision = :revision WHERE id = :id",
        )?
        .execute(named_params! {
            ":id": play.id.to_string(),
            ":black_ms": play.clock.map(|clock| clock.left[0]),
            ":white_ms": play.clock.map(|clock| clock.left[1]),
            ":ending": play.outcome.map(|outcome| ending_name(outcome.ending)),
            ":winner": play.outcome.and_then(|outcome| outcome.winner).map(color_name),
            ":margin": play.outcome.and_then(|outcome| outcome.margin).map(|discs| discs as i64),
            ":updated": play.updated,
            ":since": play.since,
            ":revision": play.revision,
        })?;
    let both = play.game.moves().iter().zip(kept);
    let same = both.take_while(|(new, old)| new == old).count();
    if same < kept.len() {
        connection
            .prepare_cached("DELETE FROM moves WHERE game = ?1 AND ply >= ?2")?
            .execute(params![play.id.to_string(), number(same)])?;
    }
    insert_moves(connection, play, same)?;
    mark_alive(connection, play)
}

/// The number of a move as the database wants it.
fn number(ply: usize) -> u32 {
    ply as u32
}

fn insert_moves(connection: &Connection, play: &Play, from: usize) -> rusqlite::Result<()> {
    let mut adding = connection.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let all = play.game.moves().iter().zip(&play.notes).enumerate();
    for (ply, (played, note)) in all.skip(from) {
        let id = play.id.to_string();
        adding.execute(params![id, number(ply), played.to_string(), note.time, note.score])?;
    }
    Ok(())
}

/// A game that is written with its clock running shows that a server runs.
fn mark_alive(connection: &Connection, play: &Play) -> rusqlite::Result<()> {
    if play.clock.is_some() {
        connection.prepare_cached("UPDATE server SET alive = ?1")?.execute([play.updated])?;
    }
    Ok(())
}

/// Notes that a server runs, if that matters to any clock.
pub(super) fn beat(connection: &Connection, now: Millis) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE server SET alive = ?1 WHERE EXISTS (SELECT 1 FROM games WHERE ending IS NULL \
             AND seconds IS NOT NULL)",
        )?
        .execute([now])?;
    Ok(())
}

/// Lets clocks stand still for as long as there was no server.
pub(super) fn resume_clocks(connection: &Connection, now: Millis) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE games SET since = min(?1, since + ?1 - (SELECT alive FROM server)) \
         WHERE ending IS NULL AND seconds IS NOT NULL AND since < ?1",
        [now],
    )?;
    connection.execute("UPDATE server SET alive = ?1", [now])?;
    Ok(())
}

pub(super) fn load(connection: &Connection, id: Id) -> rusqlite::Result<Option<Play>> {
    let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
    let mut finding = connection.prepare_cached(&query)?;
    let found = finding.query_row([id.to_string()], read).optional()?;
    found.map(|play| with_moves(connection, play)).transpose()
}

pub(super) fn list(connection: &Connection, visitor: Id, most: u32) -> rusqlite::Result<Vec<Play>> {
    let query = format!(
        "SELECT {COLUMNS} FROM games WHERE visitor = ?1 ORDER BY updated DESC, id LIMIT ?2"
    );
    let mut finding = connection.prepare_cached(&query)?;
    let plays: Vec<_> =
        finding.query_map(params![visitor.to_string(), most], read)?.collect::<Result<_, _>>()?;
    plays.into_iter().map(|play| with_moves(connection, play)).collect()
}

pub(super) fn delete(connection: &Connection, visitor: Id, id: Id) -> rusqlite::Result<bool> {
    let removed = connection
        .prepare_cached("DELETE FROM games WHERE id = ?1 AND visitor = ?2")?
        .execute([id.to_string(), visitor.to_string()])?;
    Ok(removed > 0)
}

/// Reads a column that is kept as its text.
fn parsed<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

/// A game without its moves.
fn read(row: &Row<'_>) -> rusqlite::Result<Play> {
    let start: Position = parsed(row, 5)?;
    let number: u8 = row.get(4)?;
    let level =
        Level::new(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(4, number.into()))?;
    let clock = match row.get(6)? {
        None => None,
        Some(seconds) => {
            Some(Clock { seconds, increment: row.get(7)?, left: [row.get(8)?, row.get(9)?] })
        }
    };
    let ending = match row.get::<_, Option<String>>(10)?.as_deref() {
        None => None,
        Some("finished") => Some(Ending::Finished),
        Some("resigned") => Some(Ending::Resigned),
        Some("timeout") => Some(Ending::TimedOut),
        Some(_) => {
            let error = Box::new(FromSqlError::InvalidType);
            return Err(rusqlite::Error::FromSqlConversionFailure(10, Type::Text, error));
        }
    };
    let winner = match row.get::<_, Option<String>>(11)? {
        None => None,
        Some(_) => Some(parsed::<Color>(row, 11)?),
    };
    let margin: Option<i32> = row.get(12)?;
    let outcome = ending.map(|ending| Outcome { winner, margin: margin.map(f64::from), ending });
    Ok(Play {
        id: parsed(row, 0)?,
        visitor: parsed(row, 1)?,
        rule: parsed(row, 2)?,
        seat: parsed(row, 3)?,
        level,
        game: Game::from_position(start),
        notes: Vec::new(),
        clock,
        outcome,
        created: row.get(13)?,
        updated: row.get(14)?,
        since: row.get(15)?,
        revision: row.get(16)?,
    })
}

/// The game with all of its moves.
fn with_moves(connection: &Connection, mut play: Play) -> rusqlite::Result<Play> {
    let mut finding = connection
        .prepare_cached("SELECT move, time_ms, score FROM moves WHERE game = ?1 ORDER BY ply")?;
    let mut rows = finding.query([play.id.to_string()])?;
    while let Some(row) = rows.next()? {
        let played: Move = parsed(row, 0)?;
        play.game.play(played).map_err(|illegal| {
            rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(illegal))
        })?;
        play.notes.push(Note { time: row.get(1)?, score: row.get(2)? });
    }
    Ok(play)
}
