//! Replays of games.

use axum::response::Response;
use outflank_arena::{GameEnding, StoredGame, milliseconds};
use outflank_class::{ClassError, ClassJob, JobId};
use outflank_core::Color;
use outflank_report::ArenaGame;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::exports::attachment;
use super::member::Member;
use super::names::Names;
use super::views::PairView;
use super::{Class, aside};
use crate::arena::Export;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::Shared;

/// The longest list of candidates that is shown.
const LONGEST_LIST: usize = 70;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(pair)).routes(routes!(game)).routes(routes!(export))
}

/// Shows a PK.
#[utoipa::path(get, path = "/api/class/pairs/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = PairView)))]
async fn pair(member: Member, Path(id): Path<JobId>) -> Result<axum::Json<PairView>, ApiError> {
    let class = member.class.clone();
    let found = aside(&class, move |class| {
        let names = Names::new(&class.store, member.person.role)?;
        let job = class.store.job(id)?;
        let view = PairView::new(&job, &names, &member);
        Ok(view.at(class.store.place_in_queue(id, class.now())?))
    });
    found.await.map(axum::Json)
}

/// A game of a PK, with what the players considered.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassGame)]
struct GameView {
    #[serde(flatten)]
    game: ArenaGame,
    /// The last moves of the list of each move; empty if unknown.
    lists: Vec<Vec<String>>,
    /// The time of each move that the machine did not give to the player.
    delays_ms: Vec<f64>,
    /// The colour of the viewer's agent; null if it does not play.
    #[schema(value_type = Option<outflank_report::words::Color>)]
    mine: Option<Color>,
}

/// The game of a PK, 1 or 2, as a viewer may see it, with the names of black and white, and
/// the colour of the viewer's agent.
fn seen(
    class: &Class,
    id: JobId,
    number: u32,
    member: &Member,
) -> Result<(ClassJob, StoredGame, [String; 2], Option<Color>), ClassError> {
    let at = number.checked_sub(1).filter(|at| *at < 2).ok_or(ClassError::Missing("game"))?;
    let job = class.store.job(id)?;
    let sides = job.sides.clone().ok_or(ClassError::Missing("game"))?;
    let sides = if at == 0 {
        sides
    } else {
        let [first, second] = sides;
        [second, first]
    };
    let names = Names::new(&class.store, member.person.role)?;
    let shown = sides.each_ref().map(|side| names.side(side));
    let mut game = class.store.game(id, at)?;
    let me = Some(member.person.id);
    let mine = Color::BOTH.into_iter().find(|color| sides[*color as usize].person() == me);
    if !member.is_instructor() {
        let hidden = Color::BOTH.into_iter();
        hidden
            .filter(|color| sides[*color as usize].person() != me)
            .for_each(|color| hide(&mut game, color));
    }
    for (agent, name) in game.row.players.iter_mut().zip(&shown) {
        agent.name.clone_from(name);
    }
    Ok((job, game, shown, mine))
}

/// Removes what only the owner of an agent may see: what it printed, and the details of its
/// fault. Both may quote its source.
fn hide(game: &mut StoredGame, color: Color) {
    let played = &mut game.row.played;
    played.logs[color as usize].clear();
    for seen in played.moves.iter_mut().filter(|seen| seen.color == color) {
        seen.log_end = None;
    }
    if let GameEnding::Fault { color: guilty, fault } = &mut played.ending
        && *guilty == color
    {
        fault.detail.clear();
    }
}

/// Shows a game of a PK, 1 or 2.
///
/// The log and the details of a fault are shown to the owner of an agent and to instructors
/// only. The opinion of the engine on its moves comes from `/api/analysis`.
#[utoipa::path(get, path = "/api/class/pairs/{id}/games/{game}",
    params(("id" = i64, Path), ("game" = u32, Path)), responses((status = 200, body = GameView)))]
async fn game(
    member: Member,
    Path((id, number)): Path<(JobId, u32)>,
) -> Result<axum::Json<GameView>, ApiError> {
    let class = member.class.clone();
    let found = aside(&class, move |class| {
        let (job, game, names, mine) = seen(class, id, number, &member)?;
        let played = &game.row.played;
        let opening = played.opening;
        let lists = played.moves.iter().map(|seen| {
            let left_out = seen.candidates.len().saturating_sub(LONGEST_LIST);
            seen.candidates.iter().skip(left_out).map(ToString::to_string).collect()
        });
        let delays = played.moves.iter().map(|seen| milliseconds(seen.delay));
        Ok(GameView {
            lists: (0..opening).map(|_| Vec::new()).chain(lists).collect(),
            delays_ms: (0..opening).map(|_| 0.0).chain(delays).collect(),
            game: ArenaGame::new(&game, format!("PK {}", job.id), names),
            mine,
        })
    });
    found.await.map(axum::Json)
}

#[derive(Deserialize)]
struct Wanted {
    /// The name of a format, or `log` for the logs of the players.
    format: String,
}

/// Downloads a game of a PK: `course-steps` and `course-boards` are the logs of the course platform.
#[utoipa::path(get, path = "/api/class/pairs/{id}/games/{game}/export",
    params(("id" = i64, Path), ("game" = u32, Path), ("format" = String, Query)),
    responses((status = 200, body = String)))]
async fn export(
    member: Member,
    Path((id, number)): Path<(JobId, u32)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    let export = Export::named(&wanted.format)?;
    let class = member.class.clone();
    let (_, game, ..) = aside(&class, move |class| seen(class, id, number, &member)).await?;
    let file = export.write(std::iter::once(Ok(game)))?;
    let name = format!("pk-{id}-game-{number}.{}", file.extension);
    Ok(attachment(&name, "text/plain; charset=utf-8", file.bytes))
}
