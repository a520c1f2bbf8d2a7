//! An engine whose lines are written down, for tests of clients.

use std::collections::VecDeque;

use crate::Conversation;

/// The end of the lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Silent;

/// An engine that says these lines and keeps what it is told.
pub(crate) struct Script {
    lines: VecDeque<String>,
    pub(crate) heard: Vec<String>,
}

impl Script {
    /// An engine that says the lines of a text.
    pub(crate) fn new(text: &str) -> Self {
        Self { lines: text.lines().map(str::to_owned).collect(), heard: Vec::new() }
    }
}

impl Conversation for Script {
    type Error = Silent;

    fn send(&mut self, line: &str) -> Result<(), Silent> {
        self.heard.push(line.to_owned());
        Ok(())
    }

    fn receive(&mut self) -> Result<String, Silent> {
        self.lines.pop_front().ok_or(Silent)
    }
}
