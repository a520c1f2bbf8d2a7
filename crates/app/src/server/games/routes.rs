//! What browsers ask for about games.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use outflank_core::{Move, Position, Rule};
use outflank_engine::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::clock::{self, Clock, MOST_INCREMENT, MOST_SECONDS};
use super::desk::{self, game_id, no_such_game};
use super::play::{Note, Play, Seat};
use super::replay;
use super::view::{GameSummary, GameView};
use crate::server::error::{ApiError, ErrorBody};
use crate::server::extract::{Json, Path};
use crate::server::id::Id;
use crate::server::state::Shared;
use crate::server::visitor::Visitor;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(get, delete))
        .routes(routes!(make_move))
        .routes(routes!(take_back))
        .routes(routes!(resign))
}

/// A game to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewGame {
    /// `reversi` or `reversed`.
    rules: String,
    /// Whom you play: `black`, `white` or `both`.
    color: String,
    /// How strong the engine is, 1 to 20; none with `both`.
    #[serde(default)]
    level: Option<u8>,
    /// Where to begin; the usual start if not given.
    #[serde(default)]
    position: Option<String>,
    /// Moves that were made before.
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    clock: Option<NewClock>,
}

/// The time that each side has for all of its moves.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewClock {
    /// What each side has at the beginning.
    seconds: u32,
    /// What it gains with each move.
    #[serde(default)]
    increment: u32,
}

/// A move to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewMove {
    #[serde(rename = "move")]
    played: String,
    /// How many moves you have seen: with another number you have missed some.
    ply: usize,
}

/// Your games.
#[derive(Serialize, ToSchema)]
struct GameList {
    games: Vec<GameSummary>,
}

/// The game as it is, for one who has missed something.
#[derive(Serialize, ToSchema)]
struct Missed {
    error: &'static str,
    game: GameView,
}

/// Begins a game.
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = NewGame,
    responses(
        (status = CREATED, body = GameView),
        (status = UNPROCESSABLE_ENTITY, body = ErrorBody),
        (status = TOO_MANY_REQUESTS, body = ErrorBody),
    )
)]
async fn create(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Json(wanted): Json<NewGame>,
) -> Result<(StatusCode, Answer<GameView>), ApiError> {
    let play = begin(visitor, &wanted)?;
    let id = play.id;
    let store = Arc::clone(&shared.games.store);
    tokio::task::spawn_blocking(move || store.add(&play)).await??;
    // The first move may be the engine's.
    let view = desk::look(&shared, visitor, id).await?;
    Ok((StatusCode::CREATED, Answer(view)))
}

fn begin(visitor: Id, wanted: &NewGame) -> Result<Play, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(format!("{error}."));
    let rule: Rule = wanted.rules.parse().map_err(|error| unfit(&error))?;
    let seat: Seat = wanted.color.parse().map_err(|error| unfit(&error))?;
    let level = match (seat, wanted.level) {
        (Seat::Both, None) => Level::MIN,
        (Seat::Both, Some(_)) => {
            return Err(ApiError::unfit("A game of two people has no level."));
        }
        (Seat::One(_), None) => {
            return Err(ApiError::unfit("The level is missing: give 1 to 20."));
        }
        (Seat::One(_), Some(number)) => Level::new(number)
            .ok_or_else(|| ApiError::unfit(format!("{number} is not a level: give 1 to 20.")))?,
    };
    let start = match &wanted.position {
        None => Position::START,
        Some(text) => text.parse().map_err(|error| unfit(&error))?,
    };
    let clock = match &wanted.clock {
        None => None,
        Some(NewClock { seconds, .. }) if !(1..=MOST_SECONDS).contains(seconds) => {
            return Err(ApiError::unfit(format!("A clock has 1 to {MOST_SECONDS} seconds.")));
        }
        Some(NewClock { increment, .. }) if *increment > MOST_INCREMENT => {
            return Err(ApiError::unfit(format!(
                "An increment is no more than {MOST_INCREMENT} seconds."
            )));
        }
        Some(NewClock { seconds, increment }) => Some(Clock::new(*seconds, *increment)),
    };
    let game = replay(start, &wanted.moves)?;
    let notes = vec![Note::default(); game.moves().len()];
    let now = clock::now();
    let id = Id::random();
    let mut play = Play {
        id,
        visitor,
        rule,
        seat,
        level,
        game,
        notes,
        clock,
        outcome: None,
        created: now,
        updated: now,
        since: now,
        revision: 0,
    };
    play.settle(now);
    Ok(play)
}

/// Your games, the latest first.
#[utoipa::path(get, path = "/api/games", responses((status = OK, body = GameList)))]
async fn list(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
) -> Result<Answer<GameList>, ApiError> {
    let store = Arc::clone(&shared.games.store);
    let plays = tokio::task::spawn_blocking(move || store.list(visitor)).await??;
    Ok(Answer(GameList { games: plays.iter().map(Play::summary).collect() }))
}

/// A game.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = OK, body = GameView), (status = NOT_FOUND, body = ErrorBody))
)]
async fn get(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Answer<GameView>, ApiError> {
    Ok(Answer(desk::look(&shared, visitor, game_id(&id)?).await?))
}

/// Removes a game for good.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = ErrorBody))
)]
async fn delete(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = game_id(&id)?;
    let store = Arc::clone(&shared.games.store);
    let was_there = tokio::task::spawn_blocking(move || store.remove(visitor, id)).await??;
    if !was_there {
        return Err(no_such_game());
    }
    shared.games.desks.get(id).clear();
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a move; forced passes that follow are made too. The engine's answer
/// comes over the game's socket.
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    params(("id" = String, Path)),
    request_body = NewMove,
    responses(
        (status = OK, body = GameView),
        (status = NOT_FOUND, body = ErrorBody),
        (status = CONFLICT, description = "You have missed something.", body = Missed),
        (status = UNPROCESSABLE_ENTITY, description = "The move is illegal.", body = ErrorBody),
    )
)]
async fn make_move(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
    Json(wanted): Json<NewMove>,
) -> Result<Response, ApiError> {
    let id = game_id(&id)?;
    let played: Move =
        wanted.played.parse().map_err(|error| ApiError::unfit(format!("{error}.")))?;
    let (game, made) = desk::change(&shared, visitor, id, move |play, now| {
        let error = if play.game.moves().len() != wanted.ply {
            Some("The game has gone on meanwhile.")
        } else if play.outcome.is_some() {
            Some("The game is over.")
        } else if play.is_engines_turn() {
            Some("It is not your turn.")
        } else {
            None
        };
        match error {
            Some(error) => Ok(Some(error)),
            None => play.play(played, None, now).map(|()| None),
        }
    })
    .await?;
    Ok(match made? {
        None => Answer(game).into_response(),
        Some(error) => (StatusCode::CONFLICT, Answer(Missed { error, game })).into_response(),
    })
}

/// Takes moves back to your last choice.
#[utoipa::path(
    post,
    path = "/api/games/{id}/takeback",
    params(("id" = String, Path)),
    responses(
        (status = OK, body = GameView),
        (status = NOT_FOUND, body = ErrorBody),
        (status = CONFLICT, description = "There is nothing to take back.", body = ErrorBody),
    )
)]
async fn take_back(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Answer<GameView>, ApiError> {
    let id = game_id(&id)?;
    let (game, done) = desk::change(&shared, visitor, id, Play::take_back).await?;
    done.map(|()| Answer(game))
}

/// Gives the game up; with two people, the one whose turn it is does.
#[utoipa::path(
    post,
    path = "/api/games/{id}/resign",
    params(("id" = String, Path)),
    responses(
        (status = OK, body = GameView),
        (status = NOT_FOUND, body = ErrorBody),
        (status = CONFLICT, description = "The game is over.", body = ErrorBody),
    )
)]
async fn resign(
    State(shared): State<Shared>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Answer<GameView>, ApiError> {
    let id = game_id(&id)?;
    let (game, done) = desk::change(&shared, visitor, id, Play::resign).await?;
    done.map(|()| Answer(game))
}
