//! Engines that speak the `NBoard` protocol.

use outflank_core::{Color, Game, Move, Rule};
use outflank_protocols::nboard::{NBoardClient, NBoardMove};

use super::deadline::Deadline;
use super::dialogue::{Dialogue, before_a_move, fault_of};
use super::engine::program;
use super::external::ExternalPlayer;
use crate::process::Process;
use crate::{Fault, FaultKind, NBoardName, PlayerError, Reply, Terms, TimeLeft};

/// An engine in a process of its own.
pub(crate) struct NBoardPlayer {
    process: Process,
    client: NBoardClient,
    /// Whether a search depth is sent to it.
    has_depth: bool,
    /// The deadline to get ready.
    start: Deadline,
    is_ready: bool,
}

impl NBoardPlayer {
    /// Starts an engine. It gets ready in the background.
    pub(crate) fn new(name: &NBoardName, rule: Rule, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        let process = program(&name.line, name.folder.as_deref(), terms)?.start(terms)?;
        let client = NBoardClient::new(rule, name.depth);
        Ok(Self { process, client, has_depth: name.depth.is_some(), start, is_ready: false })
    }

    /// Adds the probable reason to the fault of an engine that did not answer.
    fn explained(&self, fault: Fault) -> Fault {
        if fault.kind != FaultKind::Timeout || self.has_depth {
            return fault;
        }
        let hint = "some engines wait for a depth, as in nboard:depth=16 COMMAND";
        Fault::new(fault.kind, format!("{}; {hint}", fault.detail))
    }
}

impl ExternalPlayer for NBoardPlayer {
    fn process(&self) -> &Process {
        &self.process
    }

    fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    fn prepare(&mut self) -> Result<(), Fault> {
        if self.is_ready {
            return Ok(());
        }
        let Self { process, client, start, .. } = self;
        let greeting = client.greet(&mut Dialogue { process, deadline: *start });
        greeting.map_err(|error| before_a_move(fault_of(process, error)))?;
        self.is_ready = true;
        Ok(())
    }

    fn renew(&mut self, _: Color) -> bool {
        // Every move comes with the whole game.
        self.process.begin_game();
        true
    }

    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        self.prepare()?;
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let Self { process, client, .. } = self;
        let mut engine = Dialogue { process, deadline: Deadline::of(clock) };
        let told = client.set_game(&mut engine, game, clock.now());
        let answer = told.map(|()| client.go(&mut engine));
        match answer {
            Ok(Ok(NBoardMove { played, score })) => Ok(Reply { score, ..played.into() }),
            Ok(Err(error)) => {
                let fault = fault_of(&mut self.process, error);
                Err(self.explained(fault))
            }
            Err(error) => Err(fault_of(&mut self.process, error)),
        }
    }
}
