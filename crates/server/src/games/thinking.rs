//! The program's part in a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_classic::Agent;
use outflank_core::{Board, Move, Rule};
use outflank_engine::{Analysis, Engine, Level, Limits, Thinking};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

use super::opponent::Opponent;
use super::play::Play;
use super::watched::{self, WatchedGame};
use crate::id::Id;
use crate::pool::{Job, Next, Slice, Urgency};
use crate::state::Shared;

/// The longest that a level without a clock has an engine for one move.
const LONGEST: Duration = Duration::from_secs(10);

/// How often a move is tried: an engine that failed was replaced.
const ATTEMPTS: usize = 3;

/// A search for a move.
struct Think {
    rule: Rule,
    board: Board,
    limits: Limits,
    /// For how long it may have an engine in all.
    budget: Duration,
    used: Duration,
    /// The deadline of the answer.
    deadline: Option<Instant>,
    best: Option<Analysis>,
    answer: Option<oneshot::Sender<Analysis>>,
}

impl Think {
    /// A search, and the channel for its result.
    fn new(
        rule: Rule,
        board: Board,
        limits: Limits,
        deadline: Option<Instant>,
    ) -> (Self, oneshot::Receiver<Analysis>) {
        let (sender, receiver) = oneshot::channel();
        let budget = limits.time.unwrap_or(LONGEST);
        let used = Duration::ZERO;
        let answer = Some(sender);
        (Self { rule, board, limits, budget, used, deadline, best: None, answer }, receiver)
    }

    /// The remaining time.
    fn left(&self) -> Duration {
        let left = self.budget.saturating_sub(self.used);
        match self.deadline {
            Some(deadline) => left.min(deadline.saturating_duration_since(Instant::now())),
            None => left,
        }
    }
}

impl Job for Think {
    fn requested_time(&self) -> Duration {
        self.left().max(Duration::from_millis(1))
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let start = Instant::now();
        // A level with a depth limit has no time limit.
        let time = self.limits.time.map(|_| slice.time);
        let limits = Limits { time, stop: slice.stop.clone(), ..self.limits.clone() };
        let found = engine.search(self.rule, self.board, &limits, &mut |_| {});
        self.used += start.elapsed();
        let is_complete = found.exact || limits.depth.is_some_and(|depth| found.depth >= depth);
        let reach = |analysis: &Analysis| (analysis.depth, analysis.selectivity);
        if self.best.as_ref().is_none_or(|best| reach(&found) >= reach(best)) {
            self.best = Some(found);
        }
        if !is_complete && self.left() > Duration::from_millis(5) {
            return Next::Again;
        }
        if let (Some(analysis), Some(answer)) = (self.best.take(), self.answer.take()) {
            // The receiver may be gone.
            let _ = answer.send(analysis);
        }
        Next::Done
    }
}

/// A move that an agent of a report has to find.
struct Consult {
    agent: Agent,
    board: Board,
    answer: Option<oneshot::Sender<Move>>,
}

impl Job for Consult {
    fn requested_time(&self) -> Duration {
        LONGEST
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn work(&mut self, _: &mut Engine, _: &Slice) -> Next {
        if let Some(answer) = self.answer.take() {
            // The receiver may be gone.
            let _ = answer.send(self.agent.choose(self.board).map_or(Move::Pass, Move::Place));
        }
        Next::Done
    }
}

/// A turn of a program.
#[derive(Clone, Copy)]
struct ProgramTurn {
    rule: Rule,
    board: Board,
    opponent: Opponent,
    /// The limits of the engine at its level.
    thinking: Thinking,
    /// The share of the clock.
    share: Option<Duration>,
}

impl ProgramTurn {
    fn of(play: &Play) -> Self {
        let session = &play.session;
        let level = match play.opponent {
            Opponent::Engine(level) => level,
            Opponent::Agent(_) => Level::MIN,
        };
        let (thinking, share) = session.thinking(level);
        let (rule, board) = (session.rule(), session.game().position().board());
        Self { rule, board, opponent: play.opponent, thinking, share }
    }

    /// The move, with its score if the program has one; `None` if the pool is full or the
    /// engine failed.
    async fn choose(self, shared: &Shared, visitor: Id) -> Option<(Move, Option<f64>)> {
        let Self { rule, board, opponent, thinking, share } = self;
        let submit = |job| shared.pool.submit(visitor, Urgency::Prompt, job).ok();
        match opponent {
            Opponent::Engine(_) => {
                if let Some(known) = thinking.book_answer(&shared.settings.books, rule, board)
                    && let Some(best) = known.best
                {
                    return Some((best, Some(known.score.discs().into())));
                }
                let deadline = share.map(|share| Instant::now() + share);
                let (think, answer) = Think::new(rule, board, thinking.limits(board), deadline);
                let ticket = submit(Box::new(think))?;
                let analysis = answer.await.ok()?;
                drop(ticket);
                let played = thinking.choose(&analysis, &mut rand::rng());
                let candidate = analysis.candidates.iter().find(|other| other.played == played);
                let score = candidate.map_or(analysis.score, |candidate| candidate.score);
                Some((played, Some(score.discs().into())))
            }
            Opponent::Agent(name) => {
                let agent = name.agent(rule, share).ok()?;
                let (answer, answered) = oneshot::channel();
                let ticket = submit(Box::new(Consult { agent, board, answer: Some(answer) }))?;
                let played = answered.await.ok()?;
                drop(ticket);
                Some((played, None))
            }
        }
    }
}

/// Lets the program find its move and play it. If it cannot, it moves when the game is read
/// the next time.
pub(super) fn start(shared: &Shared, watched: &Arc<WatchedGame>, play: &Play) -> AbortHandle {
    let turn = ProgramTurn::of(play);
    let (visitor, id, revision) = (play.visitor, play.id, play.session.revision());
    let (shared, watched) = (shared.clone(), Arc::clone(watched));
    let task = tokio::spawn(async move {
        for _ in 0..ATTEMPTS {
            let Some((played, score)) = turn.choose(&shared, visitor).await else { continue };
            let moving = watched::change(&shared, visitor, id, move |play, now| {
                // The board changed meanwhile, for example by a take-back.
                if play.session.revision() == revision {
                    let _ = play.session.play(played, score, now);
                }
            });
            let _ = moving.await;
            break;
        }
        drop(watched);
    });
    task.abort_handle()
}
