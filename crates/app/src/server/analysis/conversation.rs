//! One who asks, over a socket.

use std::sync::Arc;
use std::time::Duration;

use outflank_core::{Color, Position, Rule};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::analyse::{Analyse, Findings, Found};
use super::messages::{News, Wish};
use super::review::{ReviewJob, Verdict, Verdicts};
use crate::report::{AnalysisLine, MoveLine, SideLine};
use crate::screen::milliseconds;
use crate::server::error::ApiError;
use crate::server::games::replay;
use crate::server::id::Id;
use crate::server::pool::{Ticket, Urgency};
use crate::server::socket::{Gone, Line};
use crate::server::state::Shared;

/// How often it is told how many positions were looked at.
const TICK: Duration = Duration::from_millis(250);

/// What one who asks has under way.
enum Task {
    Nothing,
    Analysis {
        id: Value,
        position: Position,
        findings: Arc<Findings>,
        latest: watch::Receiver<Option<Arc<Found>>>,
        ticket: Ticket,
        ticks: Interval,
    },
    Review {
        id: Value,
        verdicts: Arc<Verdicts>,
        told: usize,
        _ticket: Ticket,
    },
}

/// What there is to tell.
enum Event {
    Found(Option<Arc<Found>>),
    Tick,
    Verdict(Verdict),
}

impl Task {
    /// Waits for something to tell. Nothing is lost if it is not waited for to
    /// the end.
    async fn next(&mut self) -> Event {
        match self {
            Self::Nothing => std::future::pending().await,
            Self::Analysis { latest, ticks, .. } => tokio::select! {
                biased;
                changed = latest.changed() => match changed {
                    Ok(()) => Event::Found(latest.borrow_and_update().clone()),
                    Err(_) => std::future::pending().await,
                },
                _ = ticks.tick() => Event::Tick,
            },
            Self::Review { verdicts, told, .. } => Event::Verdict(verdicts.get(*told).await),
        }
    }
}

/// Tells one who asks what they want to know, until they are gone.
pub(super) async fn hold(shared: Shared, visitor: Id, mut line: Line) -> Result<(), Gone> {
    let mut task = Task::Nothing;
    loop {
        tokio::select! {
            biased;
            heard = line.hear() => {
                let text = heard?;
                // What was under way ends before something else begins.
                task = Task::Nothing;
                match begin(&shared, visitor, &text) {
                    Ok(begun) => task = begun,
                    Err((id, error)) => {
                        line.say(&News::Error { id: &id, error: error.sentence() }).await?;
                    }
                }
            }
            event = task.next() => task = tell(task, event, &mut line).await?,
        }
    }
}

/// Tells an event, and says what is left to do.
async fn tell(mut task: Task, event: Event, line: &mut Line) -> Result<Task, Gone> {
    match (&mut task, event) {
        (Task::Analysis { id, position, .. }, Event::Found(Some(found))) => {
            let done = found.done;
            let found = AnalysisLine::new(*position, &found.analysis);
            line.say(&News::Analysis { id, done, found }).await?;
            if done {
                return Ok(Task::Nothing);
            }
        }
        (Task::Analysis { id, latest, ticket, .. }, Event::Tick)
            if ticket.is_over() && !latest.has_changed().unwrap_or(false) =>
        {
            line.say(&News::Error { id, error: "The engine failed: ask again." }).await?;
            return Ok(Task::Nothing);
        }
        (Task::Analysis { id, findings, ticket, .. }, Event::Tick) => {
            let (nodes, time) = findings.spent();
            let waiting = ticket.is_waiting();
            line.say(&News::Progress { id, nodes, time_ms: milliseconds(time), waiting }).await?;
        }
        (Task::Review { id, told, .. }, Event::Verdict(Verdict::Move(reviewed))) => {
            *told += 1;
            line.say(&News::Reviewed { id, reviewed: MoveLine::from(&*reviewed) }).await?;
        }
        (Task::Review { id, .. }, Event::Verdict(Verdict::Game(review))) => {
            let side = |color| SideLine::new(None, review.summary(color));
            let (black, white) = (side(Color::Black), side(Color::White));
            line.say(&News::Review { id, black, white }).await?;
            return Ok(Task::Nothing);
        }
        _ => {}
    }
    Ok(task)
}

/// Begins what was asked for; or says why not, with the id of the question.
fn begin(shared: &Shared, visitor: Id, text: &str) -> Result<Task, (Value, ApiError)> {
    let wish: Wish = serde_json::from_str(text).map_err(|error| {
        // Even one who asks for nonsense may have said which question it is.
        let id = serde_json::from_str::<Value>(text)
            .ok()
            .and_then(|mut message| message.get_mut("id").map(Value::take));
        let sentence = format!("This is no question: {error}.");
        (id.unwrap_or_default(), ApiError::unfit(sentence))
    })?;
    match wish {
        Wish::Stop => Ok(Task::Nothing),
        Wish::Analyse { id, rules, position } => {
            let begun = analyse(shared, visitor, &id, &rules, &position);
            begun.map_err(|error| (id, error))
        }
        Wish::Review { id, rules, start, moves, time_ms } => {
            let begun = review(shared, visitor, &id, &rules, start.as_deref(), &moves, time_ms);
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
    rules: &str,
    position: &str,
) -> Result<Task, ApiError> {
    let rule: Rule = rules.parse().map_err(unfit)?;
    let position: Position = position.parse().map_err(unfit)?;
    let findings = Findings::new();
    let latest = findings.latest.subscribe();
    let job = Analyse::new(rule, position, Arc::clone(&findings));
    let ticket = shared.pool.submit(visitor, Urgency::Patient, Box::new(job))?;
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The first tick comes at once, before there is anything to tell.
    ticks.reset();
    Ok(Task::Analysis { id: id.clone(), position, findings, latest, ticket, ticks })
}

fn review(
    shared: &Shared,
    visitor: Id,
    id: &Value,
    rules: &str,
    start: Option<&str>,
    moves: &[String],
    time_ms: Option<u64>,
) -> Result<Task, ApiError> {
    let rule: Rule = rules.parse().map_err(unfit)?;
    let start = start.map_or(Ok(Position::START), str::parse).map_err(unfit)?;
    let game = replay(start, moves)?;
    let verdicts = Arc::new(Verdicts::default());
    let job = ReviewJob::new(rule, &game, time_ms, Arc::clone(&verdicts));
    let ticket = shared.pool.submit(visitor, Urgency::Patient, Box::new(job))?;
    Ok(Task::Review { id: id.clone(), verdicts, told: 0, _ticket: ticket })
}
