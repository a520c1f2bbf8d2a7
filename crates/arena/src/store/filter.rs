//! Filters of games.

use outflank_core::{Color, Rule};
use rusqlite::ToSql;

use crate::{EventId, FaultKind, GameId};

/// A filter of games: all conditions have to match.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The game with this number.
    pub id: Option<GameId>,
    /// Games of this event.
    pub event: Option<EventId>,
    /// Games with a player whose name contains this text.
    pub player: Option<String>,
    /// Games with these rules.
    pub rule: Option<Rule>,
    /// Games with this result.
    pub result: Option<ResultFilter>,
    /// Games that ended by a fault.
    pub fault: Option<FaultFilter>,
    /// Games that ended at this time or later: a date such as `2026-11-16`, or
    /// with a time, in UTC.
    pub since: Option<String>,
    /// Games that were stored after this one.
    pub after: Option<GameId>,
    /// Only this number of games, the latest.
    pub latest: Option<u32>,
}

/// The result of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// One colour won.
    Won(Color),
    /// A draw.
    Drawn,
}

/// The fault by which games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultFilter {
    /// Any fault.
    Any,
    /// A fault of this kind.
    Kind(FaultKind),
}

impl Filter {
    /// The condition in SQL, and its values.
    pub(super) fn condition(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut parts: Vec<String> = vec!["1".to_owned()];
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |part: &str, value: Box<dyn ToSql>| {
            values.push(value);
            parts.push(part.replace('?', &format!("?{}", values.len())));
        };
        if let Some(GameId(id)) = self.id {
            add("games.id = ?", Box::new(id));
        }
        if let Some(GameId(id)) = self.after {
            add("games.id > ?", Box::new(id));
        }
        if let Some(EventId(id)) = self.event {
            add("games.event = ?", Box::new(id));
        }
        if let Some(name) = &self.player {
            add("(instr(black.name, ?) OR instr(white.name, ?))", Box::new(name.clone()));
        }
        if let Some(rule) = self.rule {
            add("games.rules = ?", Box::new(rule.name()));
        }
        match self.result {
            None => {}
            Some(ResultFilter::Won(Color::Black)) => add("games.score > ?", Box::new(0)),
            Some(ResultFilter::Won(Color::White)) => add("games.score < ?", Box::new(0)),
            Some(ResultFilter::Drawn) => add("games.score = ?", Box::new(0)),
        }
        match self.fault {
            None => {}
            Some(FaultFilter::Any) => add("games.ending = ?", Box::new("fault")),
            Some(FaultFilter::Kind(kind)) => add("games.fault_kind = ?", Box::new(kind.name())),
        }
        if let Some(since) = &self.since {
            let date = "games.date >= strftime('%Y-%m-%dT%H:%M:%fZ', ?)";
            add(date, Box::new(since.clone()));
        }
        (parts.join(" AND "), values)
    }
}
