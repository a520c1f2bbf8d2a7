//! The review of a whole game, move by move.

use std::sync::Arc;
use std::time::Duration;

use outflank_book::Book;
use outflank_core::{Color, Game, Rule};
use outflank_engine::{Engine, Review, Reviewer, Thinking};
use outflank_report::analysis::{ReviewLine, SideLine};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use super::analyse::FACTOR;
use super::reviews::{GameKey, KeptReview, Reviews};
use crate::log;
use crate::pool::{Job, Next, Slice};

/// The nodes for a position where none are asked for: about a third of a second.
const USUAL_NODES: u64 = match Thinking::REVIEW.nodes {
    Some(nodes) => nodes,
    None => 0,
};
/// The minimum and maximum nodes for a position. A position takes one turn, for which other
/// visitors wait.
const MIN_NODES: u64 = 1_000;
const MAX_NODES: u64 = USUAL_NODES * FACTOR;
/// A turn is never ended early, so the requested time says nothing.
const TURN: Duration = Duration::from_hours(1);

/// The nodes of a review that asks for so many.
pub(super) fn nodes_for(asked: Option<u64>) -> u64 {
    asked.unwrap_or(USUAL_NODES).clamp(MIN_NODES, MAX_NODES)
}

/// The nodes of the next deeper review; `None` if this one is the deepest.
pub(super) fn deeper(nodes: u64) -> Option<u64> {
    (nodes < MAX_NODES).then(|| nodes.saturating_mul(FACTOR).min(MAX_NODES))
}

/// The next result of a review.
pub(super) enum Verdict {
    Move(Value),
    Game(Box<KeptReview>),
}

/// A game to review, a move at each turn.
///
/// Each position is searched with the same number of nodes, so a review repeats: the same game
/// has the same grades every time.
pub(super) struct ReviewJob {
    reviewer: Option<Reviewer>,
    nodes: u64,
    key: GameKey,
    /// The graded moves, from the end of the game.
    graded: Vec<Value>,
    verdicts: mpsc::UnboundedSender<Verdict>,
    reviews: Arc<Reviews>,
}

impl ReviewJob {
    /// The job and its results. The channel holds a game at most.
    pub(super) fn new(
        rule: Rule,
        game: &Game,
        nodes: u64,
        reviews: Arc<Reviews>,
        book: Option<Arc<Book>>,
    ) -> (Self, mpsc::UnboundedReceiver<Verdict>) {
        let (verdicts, receiver) = mpsc::unbounded_channel();
        let thinking = Thinking { nodes: Some(nodes), ..Thinking::default() };
        let job = Self {
            reviewer: Some(Reviewer::new(rule, game, thinking).with_book(book)),
            nodes,
            key: GameKey::of(rule, game),
            graded: Vec::new(),
            verdicts,
            reviews,
        };
        (job, receiver)
    }

    fn tell(&self, verdict: Verdict) {
        // The receiver may be gone.
        let _ = self.verdicts.send(verdict);
    }

    /// Keeps the whole review and passes it on.
    fn finish(&mut self, review: &Review) {
        let side = |color| json(&SideLine::new(None, review.summary(color)));
        let kept = KeptReview {
            nodes: self.nodes,
            margin: review.margin(),
            black: side(Color::Black),
            white: side(Color::White),
            moves: self.graded.drain(..).rev().collect(),
        };
        if let Err(error) = self.reviews.put(&self.key, &kept) {
            // It can be made again.
            log::complain(&error.to_string());
        }
        self.tell(Verdict::Game(Box::new(kept)));
    }
}

fn json(line: &impl Serialize) -> Value {
    serde_json::to_value(line).expect("a line of a review is JSON")
}

impl Job for ReviewJob {
    fn requested_time(&self) -> Duration {
        TURN
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let Some(reviewer) = &mut self.reviewer else { return Next::Done };
        let graded = reviewer.step(engine, &slice.stop);
        let graded = graded.map(|graded| json(&ReviewLine::from(graded)));
        if slice.stop.is_asked() {
            // Half a search says nothing, and nobody waits for it any more.
            return Next::Done;
        }
        if let Some(graded) = graded {
            self.graded.push(graded.clone());
            self.tell(Verdict::Move(graded));
            return Next::Again;
        }
        if let Some(reviewer) = self.reviewer.take() {
            self.finish(&reviewer.finish());
        }
        Next::Done
    }
}
