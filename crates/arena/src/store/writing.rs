//! Storing games.

use outflank_core::{Color, Position};
use rusqlite::{ErrorCode, Transaction, named_params};

use super::columns::{EndingName, Nanoseconds};
use super::{Store, StoreError};
use crate::{Agent, EventId, GameEnding, GameId, GameRow, PlayedGame, Slot};

/// The version of Outflank that writes.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

impl Store {
    /// Stores a game of an event. It is on the disk when this returns.
    pub fn put(&mut self, event: EventId, game: &GameRow) -> Result<GameId, StoreError> {
        let stored = self.put_all(event, std::slice::from_ref(game))?;
        Ok(stored.into_iter().next().expect("one game was stored"))
    }

    /// Stores several games of an event, all or none of them. It takes hardly
    /// longer than to store one.
    pub fn put_all(
        &mut self,
        event: EventId,
        games: &[GameRow],
    ) -> Result<Vec<GameId>, StoreError> {
        let mut last = None;
        let stored = self.write(|writing| {
            let put = |game: &GameRow| {
                last = Some(game.slot);
                put(writing, event, game)
            };
            games.iter().map(put).collect()
        });
        stored.map_err(|error| match last {
            Some(slot) if is_taken(&error) => StoreError::Taken { event, slot },
            _ => self.failed(&error),
        })
    }
}

/// Whether a game could not be stored because its place is taken.
fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
        && error.to_string().contains("games.pair")
}

fn put(writing: &Transaction<'_>, event: EventId, game: &GameRow) -> rusqlite::Result<GameId> {
    let GameRow { slot, players, played, seed } = game;
    let Slot { round, pair, game: number } = slot;
    let [black, white] = players.each_ref().map(|agent| self::agent(writing, agent));
    let (fault_color, fault_kind, fault_detail) = match &played.ending {
        GameEnding::Fault { color, fault } => {
            (Some(color.to_string()), Some(fault.kind.name()), Some(&fault.detail))
        }
        _ => (None, None, None),
    };
    let start = played.game.start();
    let start = (start != Position::START).then(|| start.to_string());
    writing
        .prepare_cached(
            "INSERT INTO games (event, round, pair, game, rules, black, white, start, opening,
                 score, ending, fault_color, fault_kind, fault_detail, seed, version)
             VALUES (:event, :round, :pair, :game, :rules, :black, :white, :start, :opening,
                 :score, :ending, :fault_color, :fault_kind, :fault_detail, :seed, :version)",
        )?
        .execute(named_params! {
            ":event": event.0,
            ":round": round,
            ":pair": pair,
            ":game": number,
            ":rules": played.rule.name(),
            ":black": black?,
            ":white": white?,
            ":start": start,
            ":opening": played.opening as u32,
            ":score": played.score.discs(),
            ":ending": EndingName::of(&played.ending).name(),
            ":fault_color": fault_color,
            ":fault_kind": fault_kind,
            ":fault_detail": fault_detail,
            ":seed": seed.cast_signed(),
            ":version": PROGRAM,
        })?;
    let id = GameId(writing.last_insert_rowid());
    put_moves(writing, id, played)?;
    put_logs(writing, id, &played.logs)?;
    Ok(id)
}

/// The number of an agent, which is added if it is new.
pub(super) fn agent(writing: &Transaction<'_>, agent: &Agent) -> rusqlite::Result<i64> {
    let values = named_params! { ":name": agent.name, ":hash": agent.hash.as_str() };
    writing
        .prepare_cached(
            "INSERT INTO agents (name, hash) VALUES (:name, :hash) ON CONFLICT DO NOTHING",
        )?
        .execute(values)?;
    writing
        .prepare_cached("SELECT id FROM agents WHERE name = :name AND hash = :hash")?
        .query_row(values, |row| row.get(0))
}

fn put_moves(writing: &Transaction<'_>, id: GameId, played: &PlayedGame) -> rusqlite::Result<()> {
    let mut insert = writing.prepare_cached(
        "INSERT INTO moves (game, ply, color, move, time_ns, score, is_late, candidates, log_end,
                            delay_ns)
         VALUES (:game, :ply, :color, :move, :time_ns, :score, :is_late, :candidates, :log_end,
                 :delay_ns)",
    )?;
    for (ply, (position, choice)) in played.game.plies().enumerate() {
        let seen = ply.checked_sub(played.opening).and_then(|at| played.moves.get(at));
        let candidates = seen.filter(|seen| !seen.candidates.is_empty()).map(|seen| {
            let names: Vec<_> = seen.candidates.iter().map(ToString::to_string).collect();
            names.join(" ")
        });
        insert.execute(named_params! {
            ":game": id.0,
            ":ply": ply as u32,
            ":color": position.to_move().to_string(),
            ":move": choice.to_string(),
            ":time_ns": seen.map(|seen| Nanoseconds(seen.time)),
            ":score": seen.and_then(|seen| seen.score),
            ":is_late": seen.is_some_and(|seen| seen.is_late),
            ":candidates": candidates,
            ":delay_ns": seen.map(|seen| Nanoseconds(seen.delay)),
            ":log_end": seen.and_then(|seen| seen.log_end).map(|end| end as u32),
        })?;
    }
    Ok(())
}

fn put_logs(writing: &Transaction<'_>, id: GameId, logs: &[String; 2]) -> rusqlite::Result<()> {
    let mut insert = writing
        .prepare_cached("INSERT INTO logs (game, color, text) VALUES (:game, :color, :text)")?;
    for (color, text) in Color::BOTH.into_iter().zip(logs) {
        if !text.is_empty() {
            insert.execute(
                named_params! { ":game": id.0, ":color": color.to_string(), ":text": text },
            )?;
        }
    }
    Ok(())
}
