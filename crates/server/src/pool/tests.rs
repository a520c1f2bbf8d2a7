use std::sync::mpsc;
use std::time::Duration;

use outflank_engine::Engine;

use super::{Job, Next, Pool, Slice, Urgency};
use crate::id::Id;
use crate::settings::Settings;

/// Panics, or answers.
struct Answer {
    fails: bool,
    answer: mpsc::Sender<()>,
}

impl Job for Answer {
    fn requested_time(&self) -> Duration {
        Duration::from_millis(1)
    }

    fn work(&mut self, _: &mut Engine, _: &Slice) -> Next {
        assert!(!self.fails, "this job fails on purpose");
        self.answer.send(()).unwrap();
        Next::Done
    }
}

fn settings() -> Settings {
    Settings { hash_mib: 1, ..Settings::local("unused".into()) }
}

#[test]
fn an_engine_that_fails_is_replaced_and_the_owner_of_its_job_is_told() {
    let pool = Pool::start(&settings()).unwrap();
    let visitor = Id::random();
    for _ in 0..3 {
        let (answer, told) = mpsc::channel();
        let job = Box::new(Answer { fails: true, answer });
        let ticket = pool.submit(visitor, Urgency::Patient, job).ok().unwrap();
        // The channel closes: the job is gone.
        assert_eq!(
            told.recv_timeout(Duration::from_secs(30)).unwrap_err().to_string(),
            "channel is empty and sending half is closed"
        );
        drop(ticket);
    }
    let (answer, told) = mpsc::channel();
    let job = Box::new(Answer { fails: false, answer });
    let ticket = pool.submit(visitor, Urgency::Patient, job).ok().unwrap();
    told.recv_timeout(Duration::from_secs(30)).unwrap();
    drop(ticket);
    pool.close();
}

/// Virtual workers that use their turns in full: fairness without engines.
mod fairness {
    use std::collections::HashMap;
    use std::time::{Duration, Instant};

    use outflank_engine::Engine;

    use super::super::queue::Queue;
    use super::super::{Job, Next, Slice, Urgency};
    use crate::id::Id;

    /// A job that can use any time.
    struct Endless {
        visitor: usize,
    }

    impl Job for Endless {
        fn requested_time(&self) -> Duration {
            Duration::from_hours(1)
        }

        fn work(&mut self, _: &mut Engine, _: &Slice) -> Next {
            unreachable!("no engine works here: visitor {}", self.visitor)
        }
    }

    const TICK: Duration = Duration::from_millis(5);

    /// Runs the queue on virtual workers for a time. Gives the time of each job number.
    fn run(
        queue: &mut Queue,
        workers: usize,
        start: Instant,
        time: Duration,
    ) -> HashMap<u64, Duration> {
        let mut turns: Vec<_> = (0..workers).map(|_| None).collect();
        let mut used: HashMap<u64, Duration> = HashMap::new();
        let mut now = start;
        while now < start + time {
            for (worker, turn) in turns.iter_mut().enumerate() {
                if turn.is_none() {
                    *turn = queue.turn(worker, now);
                }
            }
            now += TICK;
            queue.check_turns(now);
            for (worker, turn) in turns.iter_mut().enumerate() {
                let number = queue.running_number(worker);
                if let Some(number) = number {
                    *used.entry(number).or_default() += TICK;
                }
                if turn.as_ref().is_some_and(|turn| turn.slice.stop.is_asked())
                    && let Some(turn) = turn.take()
                {
                    queue.end(worker, turn.job, Next::Again, now);
                }
            }
        }
        for (worker, turn) in turns.into_iter().enumerate() {
            if let Some(turn) = turn {
                queue.end(worker, turn.job, Next::Again, now);
            }
        }
        used
    }

    #[test]
    fn a_visitor_with_four_jobs_gets_no_more_than_visitors_with_one() {
        let start = Instant::now();
        let mut queue = Queue::new(2);
        let add = |queue: &mut Queue, id, visitor, urgency| {
            queue.add(id, urgency, Box::new(Endless { visitor }), start).unwrap()
        };
        let greedy = Id::random();
        let of_greedy: Vec<_> =
            (0..4).map(|_| add(&mut queue, greedy, 0, Urgency::Patient)).collect();
        // The visitor with four jobs came first and has used much time.
        run(&mut queue, 2, start, Duration::from_secs(1));
        let of_others: Vec<_> = (1..=30)
            .map(|visitor| add(&mut queue, Id::random(), visitor, Urgency::Patient))
            .collect();
        let start = start + Duration::from_secs(2);
        let used = run(&mut queue, 2, start, Duration::from_mins(1));
        let time = |number: &u64| used.get(number).copied().unwrap_or_default().as_secs_f64();
        let others: Vec<f64> = of_others.iter().map(time).collect();
        let mean = others.iter().sum::<f64>() / 30.0;
        assert!(others.iter().all(|time| *time > 0.5 * mean), "nobody starves: {others:?}");
        let greedy: f64 = of_greedy.iter().map(time).sum();
        assert!(greedy < 1.5 * mean, "{greedy} s against {mean} s of the others");
    }

    #[test]
    fn a_move_has_its_turn_soon_however_many_analyse() {
        let start = Instant::now();
        let mut queue = Queue::new(2);
        for visitor in 0..200 {
            let job = Box::new(Endless { visitor });
            queue.add(Id::random(), Urgency::Patient, job, start).unwrap();
        }
        run(&mut queue, 2, start, Duration::from_mins(1));
        let start = start + Duration::from_mins(1);
        let job = Box::new(Endless { visitor: 200 });
        let prompt = queue.add(Id::random(), Urgency::Prompt, job, start).unwrap();
        let used = run(&mut queue, 2, start, Duration::from_millis(200));
        assert!(used.get(&prompt).is_some_and(|time| *time > TICK), "{used:?}");
    }
}
