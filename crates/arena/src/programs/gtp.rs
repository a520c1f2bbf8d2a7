//! Engines that speak GTP.

use outflank_core::{Color, Game, Move, Rule};
use outflank_protocols::gtp::GtpClient;
use outflank_protocols::{ClientError, shown};

use super::deadline::Deadline;
use super::dialogue::{Dialogue, before_a_move, fault_of};
use super::engine::program;
use super::external::ExternalPlayer;
use crate::process::Process;
use crate::{Fault, FaultKind, GtpClock, GtpName, PlayerError, Reply, Terms, TimeLeft, TimeLimits};

/// An engine in a process of its own.
pub(crate) struct GtpPlayer {
    process: Process,
    client: GtpClient,
    limits: TimeLimits,
    clock: GtpClock,
    /// The deadline to get ready.
    start: Deadline,
    is_ready: bool,
}

impl GtpPlayer {
    /// Starts an engine. It gets ready in the background.
    pub(crate) fn new(name: &GtpName, rule: Rule, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        let process = program(&name.line, name.folder.as_deref(), terms)?.start(terms)?;
        let client = GtpClient::new(rule);
        let clock = name.clock.unwrap_or_default();
        Ok(Self { process, client, limits: terms.limits, clock, start, is_ready: false })
    }

    /// Speaks with the engine until a deadline.
    fn speak<T>(
        &mut self,
        deadline: Deadline,
        words: impl FnOnce(&mut GtpClient, &mut Dialogue<'_>) -> Result<T, ClientError<Fault>>,
    ) -> Result<T, Fault> {
        let Self { process, client, .. } = self;
        let answer = words(client, &mut Dialogue { process, deadline });
        answer.map_err(|error| explained(fault_of(process, error), client))
    }
}

/// Adds the last skipped line to the fault of an engine that did not answer.
fn explained(fault: Fault, client: &GtpClient) -> Fault {
    match client.skipped_line() {
        Some(line) if fault.kind == FaultKind::Timeout => {
            let detail = format!("{}; it wrote {}, which is no answer", fault.detail, shown(line));
            Fault::new(fault.kind, detail)
        }
        _ => fault,
    }
}

impl ExternalPlayer for GtpPlayer {
    fn process(&self) -> &Process {
        &self.process
    }

    fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    fn prepare(&mut self) -> Result<(), Fault> {
        if !self.is_ready {
            let TimeLimits { move_time, game_time } = self.limits;
            let time = self.clock.told(TimeLeft { move_time, game_time });
            let greeting = self.speak(self.start, |client, engine| client.greet(engine, time));
            greeting.map_err(before_a_move)?;
            self.is_ready = true;
        }
        Ok(())
    }

    fn renew(&mut self, _: Color) -> bool {
        self.process.begin_game();
        self.start = Deadline::after(self.start.time);
        self.is_ready && self.speak(self.start, |client, engine| client.clear(engine)).is_ok()
    }

    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        self.prepare()?;
        // Engines differ in their answer when there is no move.
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let time = self.clock.told(clock);
        let deadline = Deadline::of(clock);
        self.speak(deadline, |client, engine| client.choose(engine, game, time)).map(Reply::from)
    }
}
