//! GTP and the NBoard protocol, both directions, over lines of text.
//!
//! [`gtp::serve`] and [`nboard::serve`] answer other programs over standard input and
//! output. One thread reads lines, another answers them in order and searches. The reader
//! inspects each line before it enters the queue, so a line that ends a search, such as
//! NBoard's `ping`, does so at once, however long the queue is.
//!
//! [`gtp::GtpClient`] and [`nboard::NBoardClient`] speak to external engines over a
//! [`Conversation`], which the caller supplies.

mod conversation;
pub mod gtp;
mod input;
mod interrupts;
mod lines;
pub mod nboard;
mod options;
#[cfg(test)]
mod script;
mod thinker;

pub use conversation::{ClientError, Conversation, Violation, shown};
pub use options::ProtocolOptions;
