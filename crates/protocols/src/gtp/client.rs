//! GTP from the other side: commands to an external engine.

use std::time::Duration;

use outflank_core::{Color, Game, Move, Position, Rule};

use crate::conversation::read_move;
use crate::{ClientError, Conversation, Violation};

/// The maximum number of lines before an answer that are no part of it, such as a greeting or
/// a report of the search.
const MAX_SKIPPED: usize = 100;

/// A client of an engine that speaks GTP.
///
/// It keeps the board of the engine at the position of the game: only the moves that the
/// engine has missed are sent.
#[derive(Debug)]
pub struct GtpClient {
    rule: Rule,
    /// The last line that was skipped while the engine was to answer.
    skipped: Option<String>,
    /// The number of the last command.
    number: u32,
    /// The commands that the engine knows; `None` if unknown.
    commands: Option<Vec<String>>,
    /// The moves on the board of the engine.
    played: Vec<Move>,
}

/// The time that an engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeBudget {
    /// For one move.
    Move(Duration),
    /// For all moves of the game.
    Game(Duration),
}

/// The answer to a command: a text, or an error message.
type Response = Result<String, String>;

impl GtpClient {
    /// A client of an engine that was started for a game with these rules.
    pub const fn new(rule: Rule) -> Self {
        Self { rule, skipped: None, number: 0, commands: None, played: Vec::new() }
    }

    /// Makes the engine ready for a game. `time` is its time limit, if it has one.
    pub fn greet<C: Conversation>(
        &mut self,
        engine: &mut C,
        time: Option<TimeBudget>,
    ) -> Result<(), ClientError<C::Error>> {
        self.commands = self
            .command(engine, "list_commands")?
            .ok()
            .map(|text| text.split_whitespace().map(str::to_owned).collect());
        // The names of games differ between engines. Only Reversed has to be
        // understood, because Reversi is the default.
        let game = match self.rule {
            Rule::Reversi => "set_game Othello",
            Rule::Reversed => "set_game Reversed Reversi",
        };
        let is_offered = self.commands.is_some() && self.knows("set_game");
        let answer = if is_offered { self.command(engine, game)? } else { Err(String::new()) };
        if self.rule == Rule::Reversed && answer.is_err() {
            return Err(Violation::Rules(self.rule).into());
        }
        if self.knows("boardsize") {
            let _ = self.command(engine, "boardsize 8")?;
        }
        if let Some(time) = time.filter(|_| self.knows("time_settings")) {
            // The time limit of a move is a period of one move.
            let settings = match time {
                TimeBudget::Move(time) => format!("time_settings 0 {} 1", seconds(time)),
                TimeBudget::Game(time) => format!("time_settings {} 0 0", seconds(time)),
            };
            let _ = self.command(engine, &settings)?;
        }
        self.clear(engine)
    }

    /// Begins another game.
    pub fn clear<C: Conversation>(&mut self, engine: &mut C) -> Result<(), ClientError<C::Error>> {
        self.played.clear();
        let command = "clear_board";
        match self.command(engine, command)? {
            Ok(_) => Ok(()),
            Err(reason) => Err(Violation::NoNewGame { command, reason }.into()),
        }
    }

    /// Asks for the move of the side to move, which must have one.
    pub fn choose<C: Conversation>(
        &mut self,
        engine: &mut C,
        game: &Game,
        time: Option<TimeBudget>,
    ) -> Result<Move, ClientError<C::Error>> {
        self.follow(engine, game)?;
        let color = letter(game.position().to_move());
        if let Some(time) = time.filter(|_| self.knows("time_left")) {
            let (time, moves) = match time {
                TimeBudget::Move(time) => (time, 1),
                TimeBudget::Game(time) => (time, 0),
            };
            let _ =
                self.command(engine, &format!("time_left {color} {} {moves}", seconds(time)))?;
        }
        let command = format!("genmove {color}");
        let answer = match self.command(engine, &command)? {
            Ok(answer) => answer,
            Err(reason) => return Err(Violation::Refused { command, reason }.into()),
        };
        // Some engines add lines about their search.
        let first = answer.lines().next().unwrap_or_default();
        let played = read_move(first).ok_or(Violation::Answer { answer })?;
        self.played.push(played);
        Ok(played)
    }

    /// Brings the board of the engine to the current position.
    fn follow<C: Conversation>(
        &mut self,
        engine: &mut C,
        game: &Game,
    ) -> Result<(), ClientError<C::Error>> {
        if game.start() != Position::START {
            return Err(Violation::Start.into());
        }
        if !game.moves().starts_with(&self.played) {
            self.clear(engine)?;
        }
        let known = self.played.len();
        for (position, played) in game.plies().skip(known) {
            let command = format!("play {} {}", letter(position.to_move()), written(played));
            let answer = self.command(engine, &command)?;
            // Some engines pass by themselves and refuse the command.
            if let (Err(reason), Move::Place(_)) = (answer, played) {
                return Err(Violation::Refused { command, reason }.into());
            }
            self.played.push(played);
        }
        Ok(())
    }

    /// The last line that the engine has written in place of an answer, if it has not
    /// answered the last command.
    pub fn skipped_line(&self) -> Option<&str> {
        self.skipped.as_deref()
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.as_ref().is_none_or(|known| known.iter().any(|name| name == command))
    }

    /// Sends a command and waits for its answer.
    fn command<C: Conversation>(
        &mut self,
        engine: &mut C,
        command: &str,
    ) -> Result<Response, ClientError<C::Error>> {
        self.number += 1;
        let line = format!("{} {command}", self.number);
        engine.send(&line).map_err(ClientError::Conversation)?;
        let first = self.first_line(engine)?;
        let Some(text) = self.without_number(&first) else {
            return Err(Violation::Answer { answer: first }.into());
        };
        let mut text = text.to_owned();
        // An empty line ends an answer.
        loop {
            let line = engine.receive().map_err(ClientError::Conversation)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(line.trim());
        }
        let text = text.trim().to_owned();
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// The line that begins an answer. Other lines are skipped.
    fn first_line<C: Conversation>(
        &mut self,
        engine: &mut C,
    ) -> Result<String, ClientError<C::Error>> {
        self.skipped = None;
        for _ in 0..=MAX_SKIPPED {
            let line = engine.receive().map_err(ClientError::Conversation)?.trim().to_owned();
            if line.starts_with(['=', '?']) {
                self.skipped = None;
                return Ok(line);
            }
            if !line.is_empty() {
                self.skipped = Some(line);
            }
        }
        let last = self.skipped.take().unwrap_or_default();
        Err(Violation::NoAnswer { lines: MAX_SKIPPED, last }.into())
    }

    /// The text of an answer: `= 12 f5`, `=12 f5` and `= f5` are the same. `None` if
    /// it is the answer to another command.
    fn without_number<'l>(&self, line: &'l str) -> Option<&'l str> {
        let text = line[1..].trim_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text.split_at(digits);
        if number.is_empty() {
            return Some(text);
        }
        let is_ours = number.parse() == Ok(self.number);
        (is_ours && (rest.is_empty() || rest.starts_with(' '))).then(|| rest.trim_start())
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn written(played: Move) -> String {
    played.square().map_or_else(|| "pass".to_owned(), |square| square.to_string())
}

/// Seconds without needless digits.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests;
