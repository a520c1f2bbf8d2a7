//! Conversations with other programs over standard input and output.
//!
//! One thread reads lines, another answers them in order and searches. The
//! reader looks at each line before it waits in the queue: one that ends a
//! search, such as NBoard's `ping`, does so at once, however long the queue.

pub(crate) mod gtp;
mod input;
mod interrupts;
mod lines;
pub(crate) mod nboard;
mod thinker;
