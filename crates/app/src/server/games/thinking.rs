//! The engine's part in a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Clock, Engine, Limits, Thinking};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::desk::{self, Desk};
use super::play::Play;
use crate::server::pool::{Job, Next, Slice, Urgency};
use crate::server::state::Shared;

/// The longest that a level without a clock has an engine for one move.
const LONGEST: Duration = Duration::from_secs(10);

/// What the engine came to.
pub(super) struct Thought {
    pub(super) played: Move,
    pub(super) score: i32,
    pub(super) analysis: Analysis,
}

/// A move to find.
pub(super) struct Think {
    rule: Rule,
    board: Board,
    thinking: Thinking,
    /// For how long it may have an engine in all.
    budget: Duration,
    used: Duration,
    /// When it has to be there, whatever was found until then.
    deadline: Option<Instant>,
    best: Option<Analysis>,
    answer: Option<oneshot::Sender<Thought>>,
}

impl Think {
    /// A move to find, and where it will be told.
    pub(super) fn new(
        rule: Rule,
        board: Board,
        thinking: Thinking,
        deadline: Option<Instant>,
    ) -> (Self, oneshot::Receiver<Thought>) {
        let (sender, receiver) = oneshot::channel();
        let budget = thinking.limits(board).time.unwrap_or(LONGEST);
        let used = Duration::ZERO;
        let answer = Some(sender);
        (Self { rule, board, thinking, budget, used, deadline, best: None, answer }, receiver)
    }

    /// What is left of the time.
    fn left(&self) -> Duration {
        let left = self.budget.saturating_sub(self.used);
        match self.deadline {
            Some(deadline) => left.min(deadline.saturating_duration_since(Instant::now())),
            None => left,
        }
    }
}

impl Job for Think {
    fn wish(&self) -> Duration {
        self.left().max(Duration::from_millis(1))
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let start = Instant::now();
        let limits = self.thinking.limits(self.board);
        // A level that looks a number of plies ahead takes the time it takes.
        let time = limits.time.map(|_| slice.time);
        let most_depth = limits.depth;
        let limits = Limits { time, stop: slice.stop.clone(), ..limits };
        let found = engine.search(self.rule, self.board, &limits, &mut |_| {});
        self.used += start.elapsed();
        let is_complete = found.exact || most_depth.is_some_and(|most| found.depth >= most);
        let reach = |analysis: &Analysis| (analysis.depth, analysis.selectivity);
        if self.best.as_ref().is_none_or(|best| reach(&found) >= reach(best)) {
            self.best = Some(found);
        }
        if !is_complete && self.left() > Duration::from_millis(5) {
            return Next::Again;
        }
        if let (Some(analysis), Some(answer)) = (self.best.take(), self.answer.take()) {
            let played = self.thinking.choose(&analysis, &mut rand::rng());
            let candidate = analysis.candidates.iter().find(|other| other.played == played);
            let score = candidate.map_or(analysis.score, |candidate| candidate.score);
            // Nobody may be interested any more.
            let _ = answer.send(Thought { played, score, analysis });
        }
        Next::Done
    }
}

/// Lets the engine find its move and play it; `None` if too many wait for
/// engines. The game goes on when it is looked at the next time.
pub(super) fn start(shared: &Shared, desk: &Arc<Desk>, play: &Play) -> Option<AbortHandle> {
    let board = play.game.position().board();
    let color = play.game.position().to_move();
    let share = play.clock.map(|clock| {
        let millis = |millis: i64| Duration::from_millis(u64::try_from(millis).unwrap_or(0));
        let left = millis(clock.left(color, 0));
        let increment = Duration::from_secs(clock.increment.into());
        Clock { left, increment }.share(board)
    });
    let level = Thinking::at_level(play.level);
    let time = match (level.limits(board).time, share) {
        (Some(usual), Some(share)) => Some(usual.min(share)),
        (usual, share) => usual.or(share),
    };
    let deadline = share.map(|share| Instant::now() + share);
    let thinking = Thinking { time, ..level };
    let (think, answer) = Think::new(play.rule, board, thinking, deadline);
    let ticket = shared.pool.submit(play.visitor, Urgency::Prompt, Box::new(think)).ok()?;
    let (visitor, id, revision) = (play.visitor, play.id, play.revision);
    let (shared, desk) = (shared.clone(), Arc::clone(desk));
    let task = tokio::spawn(async move {
        let thought = answer.await;
        drop(ticket);
        let Ok(Thought { played, score, .. }) = thought else { return };
        let moving = desk::change(&shared, visitor, id, move |play, now| {
            // A move was taken back, or the like: it is not about this board.
            if play.revision == revision {
                let _ = play.play(played, Some(score), now);
            }
        });
        let _ = moving.await;
        drop(desk);
    });
    Some(task.abort_handle())
}
