//! A WebSocket analysis session.

use std::sync::Arc;
use std::time::Duration;

use outflank_core::{Game, Position, Rule};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::analyse::{Analyse, Cost, Found, Latest};
use super::messages::{AnalysisMessage, AnalysisRequest, BookMoveView};
use super::review::{ReviewJob, Verdict, deeper, nodes_for};
use super::reviews::{GameKey, KeptReview};
use crate::error::ApiError;
use crate::extract::about_a_value;
use crate::games::replay;
use crate::id::Id;
use crate::pool::{Ticket, Urgency};
use crate::socket::{Gone, Line};
use crate::state::Shared;
use outflank_arena::milliseconds;
use outflank_report::analysis::SearchLine;

/// The interval between node count messages.
const TICK: Duration = Duration::from_millis(250);

/// The message about a job that was lost.
const LOST: &str = "The engine failed and was replaced: ask again.";

/// The running job of a session.
enum Task {
    Nothing,
    Analysis {
        id: Value,
        position: Position,
        book_moves: Vec<BookMoveView>,
        cost: Arc<Cost>,
        latest: Latest,
        ticket: Ticket,
        ticks: Interval,
    },
    Review {
        id: Value,
        verdicts: mpsc::UnboundedReceiver<Verdict>,
        _ticket: Ticket,
    },
    /// A review that was made before.
    Kept {
        id: Value,
        review: Box<KeptReview>,
    },
}

/// An event to report.
enum Event {
    Found(Option<Arc<Found>>),
    Tick,
    Verdict(Verdict),
    Kept,
    /// The engine failed.
    Lost,
}

impl Task {
    /// Waits for the next event. Cancel-safe: no event is lost.
    async fn next(&mut self) -> Event {
        match self {
            Self::Nothing => std::future::pending().await,
            Self::Analysis { latest, ticks, .. } => tokio::select! {
                biased;
                changed = latest.changed() => match changed {
                    Ok(()) => Event::Found(latest.borrow_and_update().clone()),
                    Err(_) => Event::Lost,
                },
                _ = ticks.tick() => Event::Tick,
            },
            Self::Review { verdicts, .. } => {
                verdicts.recv().await.map_or(Event::Lost, Event::Verdict)
            }
            Self::Kept { .. } => Event::Kept,
        }
    }

    /// The id of the request.
    fn id(&self) -> &Value {
        match self {
            Self::Nothing => &Value::Null,
            Self::Analysis { id, .. } | Self::Review { id, .. } | Self::Kept { id, .. } => id,
        }
    }
}

/// Serves an analysis session until the client is gone.
pub(super) async fn hold(shared: Shared, visitor: Id, mut line: Line) -> Result<(), Gone> {
    let mut task = Task::Nothing;
    loop {
        tokio::select! {
            biased;
            heard = line.hear() => {
                let text = heard?;
                // The running job ends before another one begins.
                task = Task::Nothing;
                match begin(&shared, visitor, &text).await {
                    Ok(begun) => task = begun,
                    Err((id, error)) => {
                        line.say(&AnalysisMessage::Error { id: &id, error: error.sentence() }).await?;
                    }
                }
            }
            event = task.next() => task = tell(task, event, &mut line).await?,
        }
    }
}

/// Sends an event and returns the remaining work.
async fn tell(mut task: Task, event: Event, line: &mut Line) -> Result<Task, Gone> {
    match (&mut task, event) {
        (Task::Analysis { id, position, book_moves, .. }, Event::Found(Some(found))) => {
            let done = found.done;
            let found = SearchLine::new(*position, &found.analysis);
            line.say(&AnalysisMessage::Analysis { id, done, book_moves, found }).await?;
            if done {
                return Ok(Task::Nothing);
            }
        }
        (Task::Analysis { id, cost, ticket, .. }, Event::Tick) => {
            let (nodes, time) = cost.spent();
            let waiting = ticket.is_waiting();
            line.say(&AnalysisMessage::Progress {
                id,
                nodes,
                time_ms: milliseconds(time),
                waiting,
            })
            .await?;
        }
        (Task::Review { id, .. }, Event::Verdict(Verdict::Move(reviewed))) => {
            line.say(&AnalysisMessage::Reviewed { id, reviewed: &reviewed }).await?;
        }
        (Task::Review { id, .. }, Event::Verdict(Verdict::Game(review))) => {
            line.say(&summary(id, &review, false)).await?;
            return Ok(Task::Nothing);
        }
        (Task::Kept { id, review }, Event::Kept) => {
            for reviewed in review.moves.iter().rev() {
                line.say(&AnalysisMessage::Reviewed { id, reviewed }).await?;
            }
            line.say(&summary(id, review, true)).await?;
            return Ok(Task::Nothing);
        }
        (task, Event::Lost) => {
            line.say(&AnalysisMessage::Error { id: task.id(), error: LOST }).await?;
            return Ok(Task::Nothing);
        }
        _ => {}
    }
    Ok(task)
}

/// The last message of a review.
fn summary<'a>(id: &'a Value, review: &'a KeptReview, kept: bool) -> AnalysisMessage<'a> {
    let KeptReview { nodes, margin, black, white, .. } = review;
    let (nodes, margin, deeper) = (*nodes, *margin, deeper(*nodes));
    AnalysisMessage::Review { id, nodes, margin, deeper, kept, black, white }
}

/// Starts the requested job, or returns the reason why not, with the id of the request.
async fn begin(shared: &Shared, visitor: Id, text: &str) -> Result<Task, (Value, ApiError)> {
    let request: AnalysisRequest = serde_json::from_str(text).map_err(|error| {
        // Even an invalid request may carry an id.
        let id = serde_json::from_str::<Value>(text)
            .ok()
            .and_then(|mut message| message.get_mut("id").map(Value::take));
        let sentence = about_a_value(&error.to_string());
        let sentence = sentence.unwrap_or_else(|| format!("Invalid request: {error}."));
        (id.unwrap_or_default(), ApiError::unfit(sentence))
    })?;
    match request {
        AnalysisRequest::Stop => Ok(Task::Nothing),
        AnalysisRequest::Analyse { id, rules, position } => {
            let begun = analyse(shared, visitor, &id, rules, &position);
            begun.map_err(|error| (id, error))
        }
        AnalysisRequest::Review { id, rules, start, moves, nodes } => {
            let begun = match game(start.as_deref(), &moves) {
                Ok(game) => review(shared, visitor, &id, rules, &game, nodes).await,
                Err(error) => Err(error),
            };
            begun.map_err(|error| (id, error))
        }
    }
}

fn unfit(error: impl std::fmt::Display) -> ApiError {
    ApiError::unfit(format!("{error}."))
}

fn analyse(
    shared: &Shared,
    visitor: Id,
    id: &Value,
    rule: Rule,
    position: &str,
) -> Result<Task, ApiError> {
    let position: Position = position.parse().map_err(unfit)?;
    let (job, latest, cost) = Analyse::new(rule, position);
    let ticket = shared.pool.submit(visitor, Urgency::Patient, Box::new(job))?;
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once, before there is an event.
    ticks.reset();
    let book = shared.settings.books.of(rule);
    let book_moves = book.map_or_else(Vec::new, |book| book.moves(position.board()));
    let book_moves = book_moves.iter().map(BookMoveView::from).collect();
    Ok(Task::Analysis { id: id.clone(), position, book_moves, cost, latest, ticket, ticks })
}

/// The game with these moves.
pub(super) fn game(start: Option<&str>, moves: &[String]) -> Result<Game, ApiError> {
    let start = start.map_or(Ok(Position::START), str::parse).map_err(unfit)?;
    replay(start, moves)
}

async fn review(
    shared: &Shared,
    visitor: Id,
    id: &Value,
    rule: Rule,
    game: &Game,
    nodes: Option<u64>,
) -> Result<Task, ApiError> {
    let nodes = nodes_for(nodes);
    let (reviews, key) = (Arc::clone(&shared.reviews), GameKey::of(rule, game));
    let kept = tokio::task::spawn_blocking(move || reviews.get(&key, nodes)).await?;
    if let Some(review) = kept.map_err(|error| ApiError::server(&error))? {
        return Ok(Task::Kept { id: id.clone(), review: Box::new(review) });
    }
    let (reviews, book) = (Arc::clone(&shared.reviews), shared.settings.books.of(rule));
    let (job, verdicts) = ReviewJob::new(rule, game, nodes, reviews, book);
    let ticket = shared.pool.submit(visitor, Urgency::Patient, Box::new(job))?;
    Ok(Task::Review { id: id.clone(), verdicts, _ticket: ticket })
}
