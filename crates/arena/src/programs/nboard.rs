//! Engines that speak the `NBoard` protocol.

use std::time::Instant;

use outflank_core::{Color, Game, Move, Rule};
use outflank_formats::{Note, Record, ggf};

use super::deadline::Deadline;
use super::engine::program;
use super::squares::{read_move, shown};
use crate::process::Process;
use crate::{Clock, Fault, FaultKind, NBoardName, Player, PlayerError, Reply, Terms, Usage};

/// An engine in a process of its own.
pub(crate) struct NBoardPlayer {
    process: Process,
    rule: Rule,
    /// How deep it is told to search.
    depth: Option<u32>,
    /// When it has to be ready.
    start: Deadline,
    is_ready: bool,
    /// The number of the last ping.
    pings: u32,
}

impl NBoardPlayer {
    /// Starts an engine; it gets ready by itself.
    pub(crate) fn new(name: &NBoardName, rule: Rule, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        let process = program(&name.line)?.start(terms)?;
        Ok(Self { process, rule, depth: name.depth, start, is_ready: false, pings: 0 })
    }

    fn send(&mut self, line: &str, deadline: Deadline) -> Result<(), Fault> {
        if self.process.send(line, deadline.moment())? {
            return Ok(());
        }
        Err(self.process.give_up(deadline.missed()))
    }

    /// The next line that begins with a word; lines that do not are for others
    /// to read.
    fn line(&mut self, word: &str, deadline: Deadline) -> Result<String, Fault> {
        let end: Instant = deadline.moment();
        loop {
            let Some(line) = self.process.receive(end)? else {
                return Err(self.process.give_up(deadline.missed()));
            };
            let rest = line.trim().strip_prefix(word);
            if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// Says which protocol is spoken, and how deep to search.
    fn greet(&mut self, deadline: Deadline) -> Result<(), Fault> {
        self.send("nboard 2", deadline)?;
        if let Some(depth) = self.depth {
            self.send(&format!("set depth {depth}"), deadline)?;
        }
        self.synchronize(deadline)
    }

    /// Adds to the fault of one who was silent what may be the reason.
    fn explained(&self, fault: Fault) -> Fault {
        if fault.kind != FaultKind::Timeout || self.depth.is_some() {
            return fault;
        }
        let hint = "some engines wait for a depth, as in nboard:depth=16 COMMAND";
        Fault::new(fault.kind, format!("{}; {hint}", fault.detail))
    }

    /// Waits until it has read everything that was sent.
    fn synchronize(&mut self, deadline: Deadline) -> Result<(), Fault> {
        self.pings += 1;
        let number = self.pings.to_string();
        self.send(&format!("ping {number}"), deadline)?;
        while self.line("pong", deadline)? != number {}
        Ok(())
    }
}

impl Player for NBoardPlayer {
    fn prepare(&mut self) -> Result<(), Fault> {
        if self.is_ready {
            return Ok(());
        }
        self.greet(self.start).map_err(|fault| match fault.kind {
            // No move was asked for yet.
            FaultKind::Timeout | FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
            _ => fault,
        })?;
        self.is_ready = true;
        Ok(())
    }

    fn renew(&mut self, _: Color) -> bool {
        // Every move comes with the whole game.
        self.process.begin_game();
        true
    }

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Reply, Fault> {
        self.prepare()?;
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let deadline = Deadline::of(clock);
        self.send(&format!("set game {}", ggf_of(self.rule, game, clock)), deadline)?;
        self.synchronize(deadline)?;
        self.send("go", deadline)?;
        let line = self.line("===", deadline).map_err(|fault| self.explained(fault))?;
        let mut fields = line.split(['/', ' ']).filter(|field| !field.is_empty());
        let Some(played) = fields.next().and_then(read_move) else {
            let detail = format!("it answered {}", shown(&format!("=== {line}")));
            return Err(self.process.give_up(Fault::new(FaultKind::Protocol, detail)));
        };
        let score = fields.next().and_then(|score| score.parse::<f64>().ok());
        Ok(Reply { score: score.filter(|score| score.is_finite()), ..played.into() })
    }

    fn take_log(&mut self) -> String {
        self.process.take_log()
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.process.usage())
    }
}

/// The game so far, with what is left of the clock.
fn ggf_of(rule: Rule, game: &Game, clock: Clock) -> String {
    let mut record = Record::new(rule, game.start());
    for (_, played) in game.plies() {
        record.play(played, Note::default()).expect("the moves of a game are legal");
    }
    record.black.name = Some("black".to_owned());
    record.white.name = Some("white".to_owned());
    record.clock = clock.now().map(|time| {
        let seconds = time.as_secs().max(1);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    });
    let mut text = Vec::new();
    ggf::write(&mut text, &record).expect("memory can be written to");
    String::from_utf8_lossy(&text).trim_end().to_owned()
}
