//! The games that are being played now, pushed to those who watch.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::response::Response;
use outflank_class::{ClassError, JobId, JobKind, PersonId, Role, Side};
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
    /// The games as students and as instructors see them.
    shown: [Mutex<Option<ShownGames>>; 2],
}

/// The games as a role sees them, for all viewers of this moment.
struct ShownGames {
    made: Instant,
    /// The change of the boards after which they were made.
    revision: u64,
    games: Arc<[LiveGame]>,
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
#[derive(Clone, Serialize, ToSchema)]
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
    /// Black and white.
    #[serde(skip)]
    people: [Option<PersonId>; 2],
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
    let mut boards = class.live.changes.subscribe();
    let mut changes = class.changes.subscribe();
    boards.mark_changed();
    changes.mark_unchanged();
    loop {
        tokio::select! {
            heard = line.hear_nothing() => return heard,
            changed = boards.changed() => {
                changed.map_err(|_| Gone)?;
                let (revision, games) = games_for(&member).await?;
                // Games that were made for another viewer a moment ago may miss a change.
                if revision != *boards.borrow() {
                    boards.mark_changed();
                }
                line.say(&ClassMessage::Games { games }).await?;
            }
            changed = changes.changed() => {
                changed.map_err(|_| Gone)?;
                let revision = *changes.borrow_and_update();
                // A session that has ended sees nothing more.
                games_for(&member).await?;
                line.say(&ClassMessage::Changed { revision }).await?;
            }
        }
        tokio::select! {
            heard = line.hear_nothing() => return heard,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// The games as a viewer may see them and their revision, if the session has not ended.
async fn games_for(member: &Member) -> Result<(u64, Vec<LiveGame>), Gone> {
    let (token, id, role) = (member.token.clone(), member.person.id, member.person.role);
    let games = aside(&member.class, move |class| {
        if class.store.session(&token, class.now())? != Some(id) {
            return Ok(None);
        }
        let (revision, games) = class.shown_games(role)?;
        let mut games = games.to_vec();
        games.iter_mut().for_each(|game| game.mine = game.people.contains(&Some(id)));
        Ok(Some((revision, games)))
    });
    games.await.ok().flatten().ok_or(Gone)
}

impl Class {
    /// The games as a role may see them, made once for all who watch.
    fn shown_games(&self, role: Role) -> Result<(u64, Arc<[LiveGame]>), ClassError> {
        let place = &self.live.shown[usize::from(role == Role::Instructor)];
        let mut kept = place.lock().unwrap_or_else(PoisonError::into_inner);
        let revision = *self.live.changes.borrow();
        if let Some(kept) = &*kept
            && (kept.revision == revision || kept.made.elapsed() < PAUSE / 2)
        {
            return Ok((kept.revision, Arc::clone(&kept.games)));
        }
        let games: Arc<[LiveGame]> = self.live_games(role)?.into();
        let made = Instant::now();
        *kept = Some(ShownGames { made, revision, games: Arc::clone(&games) });
        Ok((revision, games))
    }

    fn live_games(&self, role: Role) -> Result<Vec<LiveGame>, ClassError> {
        if self.live.lock().is_empty() {
            return Ok(Vec::new());
        }
        let names = Names::new(&self.store, role)?;
        let ladder = self.store.ladder()?;
        let top: Vec<_> = ladder.order().iter().take(TOP).copied().collect();
        let boards = self.live.lock();
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
                mine: false,
                people,
            }
        });
        Ok(games.collect())
    }
}
