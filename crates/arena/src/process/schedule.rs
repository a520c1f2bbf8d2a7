//! The time that the machine did not give to a program.

use std::collections::HashMap;
use std::time::Duration;

use super::tree::ThreadTime;

/// The times of a program up to a moment.
#[derive(Debug, Default)]
pub(super) struct Sample {
    /// The times of its threads, by number.
    pub(super) threads: HashMap<u32, ThreadTime>,
    /// The processor time of all its processes.
    pub(super) processor: Duration,
    /// The number of processes whose time may be missing above.
    pub(super) ended: u64,
}

impl Sample {
    /// The time since `earlier` in which a thread was ready to run and no core
    /// was free, because of other programs.
    ///
    /// The thread that waited longest counts. What the other threads of the
    /// program ran meanwhile is subtracted: a program that fills the cores by
    /// itself waits for itself. So wait and work together are never longer than
    /// the time that has passed, and no program gains by waiting.
    pub(super) fn delay_since(&self, earlier: &Self) -> Duration {
        if self.ended != earlier.ended {
            return Duration::ZERO;
        }
        let worked = self.processor.saturating_sub(earlier.processor);
        let delay = |(tid, now): (&u32, &ThreadTime)| {
            let before = earlier.threads.get(tid).copied().unwrap_or_default();
            let ran = now.ran.saturating_sub(before.ran);
            let waited = now.waited.saturating_sub(before.waited);
            waited.saturating_sub(worked.saturating_sub(ran))
        };
        self.threads.iter().map(delay).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Sample, ThreadTime};

    fn sample(threads: &[(u32, u64, u64)], ended: u64) -> Sample {
        let ms = Duration::from_millis;
        let times = threads
            .iter()
            .map(|(tid, ran, waited)| (*tid, ThreadTime { ran: ms(*ran), waited: ms(*waited) }));
        let processor = threads.iter().map(|(_, ran, _)| ms(*ran)).sum();
        Sample { threads: times.collect(), processor, ended }
    }

    #[test]
    fn only_the_wait_for_other_programs_is_a_delay() {
        let delay = |now: &[(u32, u64, u64)]| {
            sample(now, 0).delay_since(&sample(&[(1, 10, 5), (2, 0, 0)], 0)).as_millis()
        };
        // One thread ran 20 ms and waited 30 ms for others.
        assert_eq!(delay(&[(1, 30, 35), (2, 0, 0)]), 30);
        // Another thread of the program ran for 25 ms of these.
        assert_eq!(delay(&[(1, 30, 35), (2, 25, 0)]), 5);
        // Many threads that wait for each other.
        assert_eq!(delay(&[(1, 12, 95), (2, 30, 62), (3, 30, 62), (4, 30, 62)]), 0);
    }

    #[test]
    fn a_program_whose_processes_ended_has_no_delay() {
        let (earlier, now) = (sample(&[(1, 0, 0)], 0), sample(&[(1, 10, 90)], 1));
        assert_eq!(now.delay_since(&earlier), Duration::ZERO);
    }
}
