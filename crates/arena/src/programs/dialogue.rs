//! Conversations with the processes of engines.

use outflank_protocols::{ClientError, Conversation, Violation};

use super::deadline::Deadline;
use crate::process::Process;
use crate::{Fault, FaultKind};

/// A conversation with a process until a deadline.
pub(super) struct Dialogue<'p> {
    pub(super) process: &'p mut Process,
    pub(super) deadline: Deadline,
}

impl Conversation for Dialogue<'_> {
    type Error = Fault;

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        if self.process.send(line, self.deadline.moment())? {
            return Ok(());
        }
        Err(self.process.give_up(self.deadline.missed()))
    }

    fn receive(&mut self) -> Result<String, Fault> {
        match self.process.receive(self.deadline.moment())? {
            Some(line) => Ok(line),
            None => Err(self.process.give_up(self.deadline.missed())),
        }
    }
}

/// The fault of an engine with which a conversation failed. The engine is given up.
pub(super) fn fault_of(process: &mut Process, error: ClientError<Fault>) -> Fault {
    let violation = match error {
        ClientError::Conversation(fault) => return fault,
        ClientError::Violation(violation) => violation,
    };
    let kind = match violation {
        Violation::NoNewGame { .. } | Violation::Rules(_) | Violation::Start => FaultKind::Start,
        _ => FaultKind::Protocol,
    };
    process.give_up(Fault::new(kind, violation.to_string()))
}

/// The fault of an engine that was not asked for a move yet: it could not get ready.
pub(super) fn before_a_move(fault: Fault) -> Fault {
    match fault.kind {
        FaultKind::Timeout | FaultKind::Crash | FaultKind::Protocol => {
            Fault::new(FaultKind::Start, fault.detail)
        }
        _ => fault,
    }
}
