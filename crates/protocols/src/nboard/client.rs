//! The `NBoard` protocol from the other side: commands to an external engine.

use std::time::Duration;

use outflank_core::{Game, Move, Rule};
use outflank_formats::{Note, Record, ggf};

use crate::conversation::read_move;
use crate::{ClientError, Conversation, Violation};

/// A client of an engine that speaks the `NBoard` protocol. Every move comes with the
/// whole game.
#[derive(Debug)]
pub struct NBoardClient {
    rule: Rule,
    /// The search depth sent to the engine.
    depth: Option<u32>,
    /// The number of the last ping.
    pings: u32,
}

/// The choice of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NBoardMove {
    /// The move.
    pub played: Move,
    /// Its evaluation in discs, if it gave one.
    pub score: Option<f64>,
}

impl NBoardClient {
    /// A client of an engine that searches to this depth; to its own one if `None`.
    pub const fn new(rule: Rule, depth: Option<u32>) -> Self {
        Self { rule, depth, pings: 0 }
    }

    /// Sends the version of the protocol and the search depth.
    pub fn greet<C: Conversation>(&mut self, engine: &mut C) -> Result<(), ClientError<C::Error>> {
        send(engine, "nboard 2")?;
        if let Some(depth) = self.depth {
            send(engine, &format!("set depth {depth}"))?;
        }
        self.synchronize(engine)
    }

    /// Sends the game so far and the time left for the next move.
    pub fn set_game<C: Conversation>(
        &mut self,
        engine: &mut C,
        game: &Game,
        time: Option<Duration>,
    ) -> Result<(), ClientError<C::Error>> {
        send(engine, &format!("set game {}", ggf_of(self.rule, game, time)))?;
        self.synchronize(engine)
    }

    /// Asks for the move of the side to move, which must have one.
    pub fn go<C: Conversation>(
        &mut self,
        engine: &mut C,
    ) -> Result<NBoardMove, ClientError<C::Error>> {
        send(engine, "go")?;
        let line = line(engine, "===")?;
        let mut fields = line.split(['/', ' ']).filter(|field| !field.is_empty());
        let Some(played) = fields.next().and_then(read_move) else {
            return Err(Violation::Answer { answer: format!("=== {line}") }.into());
        };
        let score = fields.next().and_then(|score| score.parse::<f64>().ok());
        Ok(NBoardMove { played, score: score.filter(|score| score.is_finite()) })
    }

    /// Waits until the engine has read all commands.
    fn synchronize<C: Conversation>(
        &mut self,
        engine: &mut C,
    ) -> Result<(), ClientError<C::Error>> {
        self.pings += 1;
        let number = self.pings.to_string();
        send(engine, &format!("ping {number}"))?;
        while line(engine, "pong")? != number {}
        Ok(())
    }
}

fn send<C: Conversation>(engine: &mut C, line: &str) -> Result<(), ClientError<C::Error>> {
    engine.send(line).map_err(ClientError::Conversation)
}

/// The rest of the next line that begins with a word. Other lines are skipped.
fn line<C: Conversation>(engine: &mut C, word: &str) -> Result<String, ClientError<C::Error>> {
    loop {
        let line = engine.receive().map_err(ClientError::Conversation)?;
        let rest = line.trim().strip_prefix(word);
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            return Ok(rest.trim().to_owned());
        }
    }
}

/// The game so far, with what is left of the clock.
fn ggf_of(rule: Rule, game: &Game, time: Option<Duration>) -> String {
    let mut record = Record::new(rule, game.start());
    for (_, played) in game.plies() {
        record.play(played, Note::default()).expect("the moves of a game are legal");
    }
    record.black.name = Some("black".to_owned());
    record.white.name = Some("white".to_owned());
    record.clock = time.map(|time| {
        let seconds = time.as_secs().max(1);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    });
    let mut text = Vec::new();
    ggf::write(&mut text, &record).expect("memory can be written to");
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

#[cfg(test)]
mod tests;
