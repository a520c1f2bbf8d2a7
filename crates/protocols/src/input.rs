//! Lines from standard input, read while the engine thinks.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::interrupts::Interrupts;
use super::lines::{Line, next_line};

/// The maximum number of queued lines. Reading pauses when the queue is full.
const QUEUE: usize = 256;

/// The effect of a line before its turn comes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It waits for its turn.
    Waits,
    /// It ends the searches before it.
    Interrupts,
    /// It is the last: nothing after it is read.
    Ends,
}

/// The effect of the end of input on a running search.
#[derive(Clone, Copy)]
pub(super) enum AtEnd {
    /// The search continues to its limits: a script needs all of its answers.
    GoOn,
    /// It is asked to stop after this time.
    StopAfter(Duration),
}

/// Starts to read; the lines come out in order, and the channel closes at the
/// end of input.
pub(super) fn read(
    interrupts: Interrupts,
    at_end: AtEnd,
    effect: impl Fn(&str) -> Effect + Send + 'static,
) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(QUEUE);
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        // A read error counts as the end of input.
        let _ = forward(&sender, &interrupts, effect);
        drop(sender);
        if let AtEnd::StopAfter(time) = at_end {
            thread::sleep(time);
            interrupts.finish();
        }
    })?;
    Ok(receiver)
}

/// Forwards lines until one ends the conversation or the receiver is gone.
fn forward(
    sender: &SyncSender<Line>,
    interrupts: &Interrupts,
    effect: impl Fn(&str) -> Effect,
) -> io::Result<()> {
    let mut stdin = io::stdin().lock();
    while let Some(line) = next_line(&mut stdin)? {
        let effect = match &line {
            Line::Text(text) => effect(text),
            Line::TooLong => Effect::Waits,
        };
        if effect == Effect::Interrupts {
            interrupts.announce();
        }
        if sender.send(line).is_err() || effect == Effect::Ends {
            break;
        }
    }
    Ok(())
}
