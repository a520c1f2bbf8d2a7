//! A thread with an engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use outflank_core::Rule;
use outflank_engine::{Engine, Options};

use super::Inner;
use crate::log;

/// The niceness of threads that compute, relative to the threads that answer requests. Processes
/// that they start have it too.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Niceness {
    /// The agents of a class: a delay counts against nobody, but students wait for their PKs.
    Agents = 5,
    /// Engines.
    Engine = 10,
}

/// Lets threads that answer requests come before this one, which computes.
/// Where that cannot be asked for, it works all the same.
pub(crate) fn step_back(niceness: Niceness) {
    #[cfg(target_os = "linux")]
    {
        let thread = rustix::thread::gettid();
        let own = rustix::process::getpriority_process(Some(thread)).unwrap_or_default();
        let _ = rustix::process::setpriority_process(Some(thread), own + niceness as i32);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

/// The pause after a life without a job: the machine may be short of memory.
const PAUSE: Duration = Duration::from_secs(1);

/// Works until the pool is closed. A panic costs the job and the engine, never the thread:
/// the job is dropped, which tells its owner, and the next life begins with a new engine.
pub(super) fn work(inner: &Inner, number: usize, options: Options) {
    while !inner.lock().is_closed() {
        let mut has_worked = false;
        let life = catch_unwind(AssertUnwindSafe(|| live(inner, number, options, &mut has_worked)));
        if life.is_ok() {
            return;
        }
        log::complain("an engine failed and was replaced");
        inner.lock().abandon(number);
        if !has_worked {
            let queue = inner.lock();
            let waited = inner.changed.wait_timeout_while(queue, PAUSE, |queue| !queue.is_closed());
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Does whatever job is next with one engine, until the pool is closed.
fn live(inner: &Inner, number: usize, options: Options, has_worked: &mut bool) {
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
        *has_worked = true;
        // The timekeeper has a turn to look after.
        inner.changed.notify_all();
        let next = turn.job.work(&mut engine, &turn.slice);
        queue = inner.lock();
        queue.end(number, turn.job, next, Instant::now());
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::process::Command;

    use super::*;

    /// The niceness of a process that this thread starts.
    fn niceness() -> i32 {
        let told = Command::new("nice").output().unwrap().stdout;
        String::from_utf8(told).unwrap().trim().parse().unwrap()
    }

    #[test]
    fn agents_come_after_the_server_and_before_engines() {
        let after = |what| {
            let thread = std::thread::spawn(move || {
                step_back(what);
                niceness()
            });
            thread.join().unwrap()
        };
        let own = niceness();
        assert!(own < after(Niceness::Agents));
        assert!(after(Niceness::Agents) < after(Niceness::Engine));
    }
}
