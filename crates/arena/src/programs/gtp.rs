//! Engines that speak GTP.

use std::time::{Duration, Instant};

use outflank_core::{Color, Game, Move, Position, Rule};

use super::deadline::Deadline;
use super::engine::program;
use super::squares::{read_move, shown};
use crate::process::Process;
use crate::{
    Clock, CommandLine, Fault, FaultKind, Limits, Player, PlayerError, Reply, Terms, Usage,
};

/// How many lines an engine may write to greet before it answers.
const GREETING: usize = 100;

/// An engine in a process of its own.
pub(crate) struct GtpPlayer {
    process: Process,
    rule: Rule,
    limits: Limits,
    /// When it has to be ready.
    start: Deadline,
    is_ready: bool,
    /// Whether it has answered anything yet.
    has_answered: bool,
    /// The number of the last command.
    number: u32,
    /// The commands it knows; `None` if it does not say.
    commands: Option<Vec<String>>,
    /// The moves on its board.
    played: Vec<Move>,
}

/// What an engine answers to a command: a text, or that it will not.
type Response = Result<String, String>;

impl GtpPlayer {
    /// Starts an engine; it gets ready by itself.
    pub(crate) fn new(line: &CommandLine, rule: Rule, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        Ok(Self {
            process: program(line)?.start(terms)?,
            rule,
            limits: terms.limits,
            start,
            is_ready: false,
            has_answered: false,
            number: 0,
            commands: None,
            played: Vec::new(),
        })
    }

    /// Sends a command and waits for its answer.
    fn command(&mut self, command: &str, deadline: Deadline) -> Result<Response, Fault> {
        self.number += 1;
        let end = deadline.moment();
        if !self.process.send(&format!("{} {command}", self.number), end)? {
            return Err(self.process.give_up(deadline.missed()));
        }
        let first = self.first_line(end, deadline)?;
        let mut text = match self.without_number(&first) {
            Some(text) => text.to_owned(),
            None => return Err(self.confused(&first)),
        };
        // An empty line ends an answer.
        loop {
            let line = self.line(end, deadline)?;
            if line.trim().is_empty() {
                break;
            }
            text = format!("{text}\n{}", line.trim());
        }
        let text = text.trim().to_owned();
        self.has_answered = true;
        Ok(if first.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// The line that begins an answer.
    fn first_line(&mut self, end: Instant, deadline: Deadline) -> Result<String, Fault> {
        for _ in 0..GREETING {
            let line = self.line(end, deadline)?.trim().to_owned();
            match line.chars().next() {
                None => {}
                Some('=' | '?') => return Ok(line),
                Some(_) if !self.has_answered => {}
                Some(_) => return Err(self.confused(&line)),
            }
        }
        Err(self.confused("a hundred lines that are no answer"))
    }

    /// The text of an answer: `= 12 f5`, `=12 f5` and `= f5` all say the same.
    /// `None` if it answers another command.
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

    fn line(&mut self, end: Instant, deadline: Deadline) -> Result<String, Fault> {
        match self.process.receive(end)? {
            Some(line) => Ok(line),
            None => Err(self.process.give_up(deadline.missed())),
        }
    }

    /// Gives up on an engine that does not keep to the protocol.
    fn confused(&mut self, line: &str) -> Fault {
        let detail = format!("it answered {}", shown(line));
        self.process.give_up(Fault::new(FaultKind::Protocol, detail))
    }

    /// Gives up on an engine that will not do what it has to.
    fn refused(&mut self, kind: FaultKind, command: &str, sentence: &str) -> Fault {
        let detail = format!("it refused '{command}': {}", shown(sentence));
        self.process.give_up(Fault::new(kind, detail))
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.as_ref().is_none_or(|known| known.iter().any(|name| name == command))
    }

    /// Makes it ready for a game.
    fn greet(&mut self, deadline: Deadline) -> Result<(), Fault> {
        self.commands = self
            .command("list_commands", deadline)?
            .ok()
            .map(|text| text.split_whitespace().map(str::to_owned).collect());
        // What games there are and how they are called differs; only the one
        // that is not usual has to be understood.
        let game = match self.rule {
            Rule::Reversi => "set_game Othello",
            Rule::Reversed => "set_game Reversed Reversi",
        };
        let is_offered = self.commands.is_some() && self.knows("set_game");
        let answer = if is_offered { self.command(game, deadline)? } else { Err(String::new()) };
        if self.rule == Rule::Reversed && answer.is_err() {
            let fault = Fault::new(FaultKind::Start, "it does not play reversed");
            return Err(self.process.give_up(fault));
        }
        if self.knows("boardsize") {
            let _ = self.command("boardsize 8", deadline)?;
        }
        if let Some(settings) = time_settings(self.limits).filter(|_| self.knows("time_settings")) {
            let _ = self.command(&settings, deadline)?;
        }
        self.clear(deadline)
    }

    fn clear(&mut self, deadline: Deadline) -> Result<(), Fault> {
        self.played.clear();
        match self.command("clear_board", deadline)? {
            Ok(_) => Ok(()),
            Err(sentence) => Err(self.refused(FaultKind::Start, "clear_board", &sentence)),
        }
    }

    /// Brings its board to where the game stands.
    fn follow(&mut self, game: &Game, deadline: Deadline) -> Result<(), Fault> {
        if game.start() != Position::START {
            let detail = "GTP begins games from the usual start only";
            return Err(self.process.give_up(Fault::new(FaultKind::Start, detail)));
        }
        if !game.moves().starts_with(&self.played) {
            self.clear(deadline)?;
        }
        let known = self.played.len();
        let missed: Vec<_> = game.plies().skip(known).collect();
        for (position, played) in missed {
            let command = format!("play {} {}", letter(position.to_move()), written(played));
            let answer = self.command(&command, deadline)?;
            // Some know of passes without being told, and take it amiss.
            if let (Err(sentence), Move::Place(_)) = (answer, played) {
                return Err(self.refused(FaultKind::Protocol, &command, &sentence));
            }
            self.played.push(played);
        }
        Ok(())
    }
}

impl Player for GtpPlayer {
    fn prepare(&mut self) -> Result<(), Fault> {
        if !self.is_ready {
            self.greet(self.start).map_err(|fault| match fault.kind {
                // No move was asked for yet.
                FaultKind::Timeout | FaultKind::Crash | FaultKind::Protocol => {
                    Fault::new(FaultKind::Start, fault.detail)
                }
                _ => fault,
            })?;
            self.is_ready = true;
        }
        Ok(())
    }

    fn renew(&mut self, _: Color) -> bool {
        self.process.begin_game();
        self.start = Deadline::after(self.start.time);
        self.is_ready && self.clear(self.start).is_ok()
    }

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Reply, Fault> {
        self.prepare()?;
        // Engines do not agree on what to do when there is no move.
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let deadline = Deadline::of(clock);
        self.follow(game, deadline)?;
        let color = letter(game.position().to_move());
        if let Some(left) = time_left(clock).filter(|_| self.knows("time_left")) {
            let _ = self.command(&format!("time_left {color} {left}"), deadline)?;
        }
        let command = format!("genmove {color}");
        let text = match self.command(&command, deadline)? {
            Ok(text) => text,
            Err(sentence) => return Err(self.refused(FaultKind::Protocol, &command, &sentence)),
        };
        let Some(played) = read_move(&text) else {
            return Err(self.confused(&text));
        };
        self.played.push(played);
        Ok(played.into())
    }

    fn take_log(&mut self) -> String {
        self.process.take_log()
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.process.usage())
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

/// Seconds as whole as they are.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}

/// A limit for a move is a period of one stone, which is never saved up; that
/// it ends with the game is told before each move.
fn time_settings(limits: Limits) -> Option<String> {
    match (limits.move_time, limits.game_time) {
        (Some(time), _) => Some(format!("time_settings 0 {} 1", seconds(time))),
        (None, Some(time)) => Some(format!("time_settings {} 0 0", seconds(time))),
        (None, None) => None,
    }
}

fn time_left(clock: Clock) -> Option<String> {
    let stones = u8::from(clock.move_time.is_some());
    clock.now().map(|time| format!("{} {stones}", seconds(time)))
}
