//! The games that are being played now, pushed to those who watch.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::response::Response;
use outflank_class::{ClassError, JobId, JobKind, PersonId, Side};
use outflank_core::Game;
use outflank_report::words;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::member::Member;
use super::names::Names;
use super::{Class, aside};
use crate::error::ApiError;
use crate::socket::{self, Gone, Line};
use crate::state::Shared;
use crate::visitor::Visitor;

/// The shortest time between two messages of a socket.
const PAUSE: Duration = Duration::from_millis(200);
/// The people at the top whose games are broadcast.
const TOP: usize = 10;

/// The boards of the games that are being played now.
#[derive(Default)]
pub(super) struct LiveBoards {
    boards: Mutex<BTreeMap<JobId, Board>>,
    changes: watch::Sender<u64>,
}

/// A game as it stands.
struct Board {
    kind: JobKind,
    /// Black and white.
    sides: [Side; 2],
    /// 1 or 2.
    number: u32,
    game: Game,
    /// When the side to move began to think.
    since: Instant,
}

impl LiveBoards {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<JobId, Board>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a game of a PK whose sides are given in the order of the first game.
    pub(super) fn show(&self, id: JobId, kind: JobKind, sides: &[Side; 2], at: usize, game: &Game) {
        let [first, second] = sides.clone();
        let sides = if at == 0 { [first, second] } else { [second, first] };
        let (number, game) = (at as u32 + 1, game.clone());
        self.lock().insert(id, Board { kind, sides, number, game, since: Instant::now() });
        self.changes.send_modify(|number| *number += 1);
    }

    /// Removes a PK that is over.
    pub(super) fn remove(&self, id: JobId) {
        self.lock().remove(&id);
        self.changes.send_modify(|number| *number += 1);
    }
}

/// A game that is being played now.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassLiveGame)]
pub(crate) struct LiveGame {
    /// The PK.
    pair: JobId,
    /// 1 or 2.
    game: u32,
    kind: JobKind,
    black: String,
    white: String,
    start: String,
    moves: Vec<String>,
    /// The side that thinks.
    #[schema(value_type = words::Color)]
    to_move: String,
    /// For how long it has been thinking.
    seconds: f64,
    /// True if one of both is among the first ten.
    top: bool,
    /// True if an agent of the viewer plays.
    mine: bool,
}

/// A message of the class to a page.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ClassMessage {
    /// All games that are being played, now and at each change.
    Games { games: Vec<LiveGame> },
    /// Something else has changed: standings, the queue, a version. Ask for what is shown.
    Changed { revision: u64 },
}

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(live))
}

/// A WebSocket that sends the games that are being played, and tells of changes.
#[utoipa::path(get, path = "/api/class/live",
    responses((status = SWITCHING_PROTOCOLS, description = "A WebSocket that sends `ClassMessage`.")))]
async fn live(
    State(shared): State<Shared>,
    visitor: Visitor,
    member: Member,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| socket::not_a_socket())?;
    socket::open(upgrade, &shared, visitor, move |line| follow(member, line))
}

/// Sends games and changes until the page is gone.
async fn follow(member: Member, mut line: Line) -> Result<(), Gone> {
    let class = member.class.clone();
    let (id, role) = (member.person.id, member.person.role);
    let mut boards = class.live.changes.subscribe();
    let mut changes = class.changes.subscribe();
    boards.mark_changed();
    changes.mark_unchanged();
    loop {
        tokio::select! {
            heard = line.hear_nothing() => return heard,
            changed = boards.changed() => {
                changed.map_err(|_| Gone)?;
                let games = aside(&class, move |class| shown(class, id, role)).await;
                line.say(&ClassMessage::Games { games: games.map_err(|_| Gone)? }).await?;
            }
            changed = changes.changed() => {
                changed.map_err(|_| Gone)?;
                let revision = *changes.borrow_and_update();
                line.say(&ClassMessage::Changed { revision }).await?;
            }
        }
        tokio::select! {
            heard = line.hear_nothing() => return heard,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// The games as a viewer may see them.
fn shown(
    class: &Class,
    viewer: PersonId,
    role: outflank_class::Role,
) -> Result<Vec<LiveGame>, ClassError> {
    if class.live.lock().is_empty() {
        return Ok(Vec::new());
    }
    let names = Names::new(&class.store, role)?;
    let ladder = class.store.ladder()?;
    let top: Vec<_> = ladder.order().iter().take(TOP).copied().collect();
    let boards = class.live.lock();
    let games = boards.iter().map(|(pair, board)| {
        let people = board.sides.each_ref().map(Side::person);
        let [black, white] = board.sides.each_ref().map(|side| names.side(side));
        LiveGame {
            pair: *pair,
            game: board.number,
            kind: board.kind,
            black,
            white,
            start: board.game.start().to_string(),
            moves: board.game.moves().iter().map(ToString::to_string).collect(),
            to_move: board.game.position().to_move().to_string(),
            seconds: board.since.elapsed().as_secs_f64(),
            top: people.iter().flatten().any(|person| top.contains(person)),
            mine: people.contains(&Some(viewer)),
        }
    });
    Ok(games.collect())
}
