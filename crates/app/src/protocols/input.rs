//! Lines from standard input, read while the engine thinks.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::interrupts::Interrupts;
use super::lines::{Line, next_line};

/// How many lines may wait; a program that writes more waits itself.
const QUEUE: usize = 256;

/// What a line does before its turn comes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It waits for its turn.
    Waits,
    /// It ends the searches before it.
    Interrupts,
    /// It is the last: nothing after it is read.
    Ends,
}

/// What happens to a search when the input is at its end.
#[derive(Clone, Copy)]
pub(super) enum AtEnd {
    /// It goes on to its limits: a script wants all of its answers.
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
        // An input that fails has ended: there is nobody to tell.
        let _ = forward(&sender, &interrupts, effect);
        drop(sender);
        if let AtEnd::StopAfter(time) = at_end {
            thread::sleep(time);
            interrupts.finish();
        }
    })?;
    Ok(receiver)
}

/// Passes lines on until one ends the conversation or nobody listens.
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
