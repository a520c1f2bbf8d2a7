//! A whole game looked at again, move by move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_core::{Game, Rule};
use outflank_engine::{Engine, Limits, Review, ReviewedMove, Reviewer};
use tokio::sync::Notify;

use crate::server::pool::{Job, Next, Slice};

/// The time for a position where none is asked for.
const USUAL_TIME: Duration = Duration::from_millis(300);
/// The least and the most that can be asked for. A position is one turn, which
/// others have to wait for.
const LEAST_TIME: Duration = Duration::from_millis(10);
const MOST_TIME: Duration = Duration::from_secs(1);

/// What was graded and not told yet. It grows no longer than a game.
#[derive(Default)]
pub(super) struct Verdicts {
    inner: Mutex<Graded>,
    news: Notify,
}

#[derive(Default)]
struct Graded {
    moves: Vec<ReviewedMove>,
    review: Option<Review>,
}

/// What is told next.
pub(super) enum Verdict {
    Move(Box<ReviewedMove>),
    Game(Box<Review>),
}

impl Verdicts {
    /// The verdict with this number, when it is there.
    pub(super) async fn get(&self, number: usize) -> Verdict {
        loop {
            let news = self.news.notified();
            {
                let graded = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(reviewed) = graded.moves.get(number) {
                    return Verdict::Move(Box::new(reviewed.clone()));
                }
                if let Some(review) = &graded.review {
                    return Verdict::Game(Box::new(review.clone()));
                }
            }
            news.await;
        }
    }

    fn add(&self, add: impl FnOnce(&mut Graded)) {
        add(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner));
        self.news.notify_one();
    }
}

/// A game to review, a move at each turn.
pub(super) struct ReviewJob {
    reviewer: Option<Reviewer>,
    time: Duration,
    verdicts: Arc<Verdicts>,
}

impl ReviewJob {
    pub(super) fn new(
        rule: Rule,
        game: &Game,
        time_ms: Option<u64>,
        verdicts: Arc<Verdicts>,
    ) -> Self {
        let time = time_ms.map_or(USUAL_TIME, Duration::from_millis);
        let time = time.clamp(LEAST_TIME, MOST_TIME);
        Self { reviewer: Some(Reviewer::new(rule, game)), time, verdicts }
    }
}

impl Job for ReviewJob {
    /// The time of a position, twice if the move that was played there has to
    /// be looked at by itself.
    fn wish(&self) -> Duration {
        self.time * 3
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let Some(reviewer) = &mut self.reviewer else { return Next::Done };
        let limits =
            Limits { time: Some(self.time), stop: slice.stop.clone(), ..Limits::default() };
        if let Some(reviewed) = reviewer.step(engine, &limits) {
            let reviewed = reviewed.clone();
            self.verdicts.add(|graded| graded.moves.push(reviewed));
            return Next::Again;
        }
        if let Some(reviewer) = self.reviewer.take() {
            let review = reviewer.finish();
            self.verdicts.add(|graded| graded.review = Some(review));
        }
        Next::Done
    }
}
