//! Games as rows.

use std::str::FromStr;
use std::time::Duration;

use outflank_core::{Color, Move, Position};
use outflank_engine::Level;
use outflank_formats::{Ending, GameResult, Note, Record};
use outflank_session::{GameClock, Millis, Seat, Session};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, OptionalExtension as _, Row, named_params, params};

use super::super::opponent::Opponent;
use super::super::play::Play;
use super::super::view::{color_name, ending_name};
use crate::id::Id;

const COLUMNS: &str = "id, visitor, rules, seat, level, start, seconds, increment, black_ms, \
    white_ms, ending, winner, margin, created, updated, since, revision, opponent";

/// The number of unfinished games of a visitor.
pub(super) fn unfinished(connection: &Connection, visitor: Id) -> rusqlite::Result<u32> {
    let query = "SELECT count(*) FROM games WHERE visitor = ?1 AND ending IS NULL";
    connection.query_row(query, [visitor.to_string()], |row| row.get(0))
}

pub(super) fn insert(connection: &Connection, play: &Play) -> rusqlite::Result<()> {
    let session = &play.session;
    connection
        .prepare_cached(
            "INSERT INTO games VALUES (:id, :visitor, :rules, :seat, :level, :start, :seconds, \
             :increment, NULL, NULL, NULL, NULL, NULL, :created, :created, 0, 0, :opponent)",
        )?
        .execute(named_params! {
            ":id": play.id.to_string(),
            ":visitor": play.visitor.to_string(),
            ":rules": session.rule().name(),
            ":seat": play.seat.name(),
            ":level": match play.opponent {
                Opponent::Engine(level) => level.number(),
                Opponent::Agent(_) => Level::MIN.number(),
            },
            ":opponent": match play.opponent {
                Opponent::Engine(_) => None,
                Opponent::Agent(name) => Some(name.to_string()),
            },
            ":start": session.game().start().to_string(),
            ":seconds": session.clock().map(|clock| clock.seconds),
            ":increment": session.clock().map(|clock| clock.increment),
            ":created": play.created,
        })?;
    update(connection, play, &[])
}

/// Writes the changes since the game had the moves in `kept`.
pub(super) fn update(connection: &Connection, play: &Play, kept: &[Move]) -> rusqlite::Result<()> {
    let session = &play.session;
    connection
        .prepare_cached(
            "UPDATE games SET black_ms = :black_ms, white_ms = :white_ms, ending = :ending, \
             winner = :winner, margin = :margin, updated = :updated, since = :since, \
             revision = :revision WHERE id = :id",
        )?
        .execute(named_params! {
            ":id": play.id.to_string(),
            ":black_ms": session.clock().map(|clock| clock.left[0]),
            ":white_ms": session.clock().map(|clock| clock.left[1]),
            ":ending": session.result().map(|outcome| ending_name(outcome.ending)),
            ":winner": session.result().and_then(|outcome| outcome.winner).map(color_name),
            ":margin": session.result().and_then(|outcome| outcome.margin).map(|discs| discs as i64),
            ":updated": play.updated,
            ":since": session.turn_began(),
            ":revision": session.revision(),
        })?;
    let both = session.game().moves().iter().zip(kept);
    let same = both.take_while(|(new, old)| new == old).count();
    if same < kept.len() {
        connection
            .prepare_cached("DELETE FROM moves WHERE game = ?1 AND ply >= ?2")?
            .execute(params![play.id.to_string(), number(same)])?;
    }
    insert_moves(connection, play, same)?;
    mark_alive(connection, play)
}

/// The number of a move as a database integer.
fn number(ply: usize) -> u32 {
    ply as u32
}

fn insert_moves(connection: &Connection, play: &Play, from: usize) -> rusqlite::Result<()> {
    let mut adding = connection.prepare_cached("INSERT INTO moves VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (ply, (played, note)) in play.session.record().moves().enumerate().skip(from) {
        let id = play.id.to_string();
        let time = note.time.map(|time| time.as_millis() as Millis);
        // The engine's scores are whole discs.
        let score = note.score.map(|score| score as i32);
        adding.execute(params![id, number(ply), played.to_string(), time, score])?;
    }
    Ok(())
}

/// A game that is written with its clock running shows that a server runs.
fn mark_alive(connection: &Connection, play: &Play) -> rusqlite::Result<()> {
    if play.session.clock().is_some() {
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
    finding.query_row([id.to_string()], |row| read(connection, row)).optional()
}

pub(super) fn list(connection: &Connection, visitor: Id, most: u32) -> rusqlite::Result<Vec<Play>> {
    let query = format!(
        "SELECT {COLUMNS} FROM games WHERE visitor = ?1 ORDER BY updated DESC, id LIMIT ?2"
    );
    let mut finding = connection.prepare_cached(&query)?;
    let plays =
        finding.query_map(params![visitor.to_string(), most], |row| read(connection, row))?;
    plays.collect()
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

/// The game in a row, with its moves.
fn read(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<Play> {
    let opponent = if row.get::<_, Option<String>>(17)?.is_some() {
        Opponent::Agent(parsed(row, 17)?)
    } else {
        let number: u8 = row.get(4)?;
        let wrong = || rusqlite::Error::IntegralValueOutOfRange(4, number.into());
        Opponent::Engine(Level::new(number).ok_or_else(wrong)?)
    };
    let clock = match row.get(6)? {
        None => None,
        Some(seconds) => {
            Some(GameClock { seconds, increment: row.get(7)?, left: [row.get(8)?, row.get(9)?] })
        }
    };
    let id: Id = parsed(row, 0)?;
    let seat: Seat = parsed(row, 3)?;
    let mut record = Record::new(parsed(row, 2)?, parsed::<Position>(row, 5)?);
    read_moves(connection, id, &mut record)?;
    record.outcome = outcome(row)?;
    Ok(Play {
        id,
        visitor: parsed(row, 1)?,
        seat,
        opponent,
        session: Session::restore(record, seat.sides(), clock, row.get(15)?, row.get(16)?),
        created: row.get(13)?,
        updated: row.get(14)?,
    })
}

/// The result in a row; `None` while the game is played.
fn outcome(row: &Row<'_>) -> rusqlite::Result<Option<GameResult>> {
    let ending = match row.get::<_, Option<String>>(10)?.as_deref() {
        None => return Ok(None),
        Some("finished") => Ending::Finished,
        Some("resigned") => Ending::Resigned,
        Some("timeout") => Ending::TimedOut,
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
    Ok(Some(GameResult { winner, margin: margin.map(f64::from), ending }))
}

/// Plays all moves of a game.
fn read_moves(connection: &Connection, id: Id, record: &mut Record) -> rusqlite::Result<()> {
    let mut finding = connection
        .prepare_cached("SELECT move, time_ms, score FROM moves WHERE game = ?1 ORDER BY ply")?;
    let mut rows = finding.query([id.to_string()])?;
    while let Some(row) = rows.next()? {
        let played: Move = parsed(row, 0)?;
        let time: Option<Millis> = row.get(1)?;
        let time = time.map(|time| Duration::from_millis(u64::try_from(time).unwrap_or(0)));
        let score: Option<i32> = row.get(2)?;
        record.play(played, Note { score: score.map(f64::from), time }).map_err(|illegal| {
            rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(illegal))
        })?;
    }
    Ok(())
}
