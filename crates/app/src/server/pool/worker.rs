//! A thread with an engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Instant;

use outflank_core::Rule;
use outflank_engine::{Engine, Options};

use super::{Inner, Next};

/// How much less than the threads that answer requests an engine gets of a
/// core that both want.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets threads that answer requests come before this one, which computes.
/// Where that cannot be asked for, it works all the same.
pub(crate) fn step_back() {
    #[cfg(target_os = "linux")]
    {
        let thread = rustix::thread::gettid();
        let _ = rustix::process::setpriority_process(Some(thread), NICENESS);
    }
}

/// Does whatever job is next, until the pool is closed.
pub(super) fn work(inner: &Inner, number: usize, options: Options) {
    step_back();
    let mut engine = Engine::new(options);
    for rule in Rule::BOTH {
        engine.prepare(rule);
    }
    let mut queue = inner.lock();
    while !queue.is_closed() {
        let Some(mut turn) = queue.turn(number, Instant::now()) else {
            queue = inner.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(queue);
        // The timekeeper has a turn to look after.
        inner.changed.notify_all();
        let worked = catch_unwind(AssertUnwindSafe(|| turn.job.work(&mut engine, &turn.slice)));
        let next = worked.unwrap_or_else(|_| {
            // What the engine was doing is lost, and its table may be half
            // written; whoever wanted it hears that the job is gone.
            engine = Engine::new(options);
            Next::Done
        });
        queue = inner.lock();
        queue.end(number, turn.job, next, Instant::now());
    }
}
