//! The conversation with an external engine.

use outflank_core::{Move, Rule, Square};

/// A conversation by lines with an external engine.
///
/// The caller owns the process, its time limits and its end. A client of this crate
/// decides what is said and reads the answers.
pub trait Conversation {
    /// The reason why the conversation ended, such as a crash or a missed deadline.
    type Error;

    /// Sends a line.
    fn send(&mut self, line: &str) -> Result<(), Self::Error>;

    /// Waits for the next line.
    fn receive(&mut self) -> Result<String, Self::Error>;
}

/// The error of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError<E> {
    /// The conversation ended.
    Conversation(E),
    /// The engine does not do what the protocol demands.
    Violation(Violation),
}

impl<E> From<Violation> for ClientError<E> {
    fn from(violation: Violation) -> Self {
        Self::Violation(violation)
    }
}

/// The way in which an engine does not do what the protocol demands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The answer has no meaning.
    #[error("it answered {}", shown(answer))]
    Answer {
        /// The text of the answer.
        answer: String,
    },
    /// Too many lines came in place of an answer.
    #[error("it wrote more than {lines} lines and no answer, the last one {}", shown(last))]
    NoAnswer {
        /// The number of lines that are skipped.
        lines: usize,
        /// The last line.
        last: String,
    },
    /// A required command was refused.
    #[error("it refused '{command}': {}", shown(reason))]
    Refused {
        /// The command.
        command: String,
        /// The error message of the engine.
        reason: String,
    },
    /// The engine does not begin another game.
    #[error("it refused '{command}': {}", shown(reason))]
    NoNewGame {
        /// The command.
        command: &'static str,
        /// The error message of the engine.
        reason: String,
    },
    /// The engine does not know the rules.
    #[error("it does not play {0}")]
    Rules(Rule),
    /// The protocol cannot describe the start of the game.
    #[error("GTP begins games from the usual start only")]
    Start,
}

/// Reads a move as engines write it: a square in any case, or some word for a pass.
pub(crate) fn read_move(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "pass" | "pa" | "ps" | "--" | "@@" => Some(Move::Pass),
        square => square.parse::<Square>().ok().map(Move::Place),
    }
}

/// The start of a text of an external program in quotes, for a message.
pub fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let start: String = text.chars().take(MAX_CHARS).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    format!("'{}{more}'", start.escape_debug())
}
