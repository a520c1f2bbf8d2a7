//! The routes of games.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use outflank_core::{Move, Position, Rule};
use outflank_engine::Level;
use outflank_formats::Record;
use outflank_session::{GameClock, MAX_INCREMENT, MAX_SECONDS, Millis, Seat, Session};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::opponent::{AgentName, Opponent};
use super::own_game::OwnGame;
use super::play::Play;
use super::replay;
use super::view::{GameSummary, GameView};
use super::watched::{self, no_such_game};
use crate::error::{ApiError, ErrorBody};
use crate::extract::Json;
use crate::id::Id;
use crate::state::Shared;
use crate::visitor::Visitor;
use outflank_report::words;

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
    #[schema(value_type = words::Rules)]
    rules: Rule,
    /// The side of the visitor: `black`, `white` or `both`.
    #[serde(with = "outflank_core::text")]
    #[schema(value_type = words::Seat)]
    color: Seat,
    /// The level of the engine, 1 to 20; absent with `both` and with `opponent`.
    #[serde(default)]
    level: Option<u8>,
    /// An agent of a report in place of the engine, such as `classic:corner`: a player of
    /// `/api/info` of the kind `classic`.
    #[serde(default)]
    opponent: Option<String>,
    /// The start position; the usual one by default.
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
    /// The initial time of each side.
    seconds: u32,
    /// The increment for each move.
    #[serde(default)]
    increment: u32,
}

/// A move to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewMove {
    #[serde(rename = "move")]
    played: String,
    /// The number of moves that the client has seen. Another number means that it has missed
    /// some.
    ply: usize,
}

/// Your games.
#[derive(Serialize, ToSchema)]
struct GameList {
    games: Vec<GameSummary>,
}

/// The current game, for a client that has missed a change.
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
    let play = begin(visitor, &wanted, shared.clock.now())?;
    let id = play.id;
    let store = Arc::clone(&shared.games.store);
    tokio::task::spawn_blocking(move || store.add(&play)).await??;
    // The engine may have the first move.
    let view = watched::look(&shared, visitor, id).await?;
    Ok((StatusCode::CREATED, Answer(view)))
}

fn begin(visitor: Id, wanted: &NewGame, now: Millis) -> Result<Play, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(format!("{error}."));
    let seat = wanted.color;
    let opponent = opponent(wanted)?;
    let start = match &wanted.position {
        None => Position::START,
        Some(text) => text.parse().map_err(|error| unfit(&error))?,
    };
    let clock = match &wanted.clock {
        None => None,
        Some(NewClock { seconds, .. }) if !(1..=MAX_SECONDS).contains(seconds) => {
            return Err(ApiError::unfit(format!("A clock has 1 to {MAX_SECONDS} seconds.")));
        }
        Some(NewClock { increment, .. }) if *increment > MAX_INCREMENT => {
            return Err(ApiError::unfit(format!(
                "The maximum increment is {MAX_INCREMENT} seconds."
            )));
        }
        Some(NewClock { seconds, increment }) => Some(GameClock::new(*seconds, *increment)),
    };
    let game = replay(start, &wanted.moves)?;
    let session = Session::begin(Record::of_game(wanted.rules, game), seat.sides(), clock, now);
    Ok(Play { id: Id::random(), visitor, seat, opponent, session, created: now, updated: now })
}

/// The program of a new game.
fn opponent(wanted: &NewGame) -> Result<Opponent, ApiError> {
    match (wanted.color, wanted.level, &wanted.opponent) {
        (Seat::Both, None, None) => Ok(Opponent::Engine(Level::MIN)),
        (Seat::Both, _, _) => {
            Err(ApiError::unfit("A game of two people has no level and no opponent."))
        }
        (Seat::One(_), Some(_), Some(_)) => {
            Err(ApiError::unfit("Give a level or an opponent, not both."))
        }
        (Seat::One(_), None, None) => Err(ApiError::unfit("The level is missing: give 1 to 20.")),
        (Seat::One(_), Some(number), None) => Level::new(number)
            .map(Opponent::Engine)
            .ok_or_else(|| ApiError::unfit(format!("{number} is not a level: give 1 to 20."))),
        (Seat::One(_), None, Some(name)) => {
            let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(format!("{error}."));
            let name: AgentName = name.parse().map_err(|error| unfit(&error))?;
            name.agent(wanted.rules, None).map_err(|error| unfit(&error))?;
            Ok(Opponent::Agent(name))
        }
    }
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
async fn get(game: OwnGame) -> Result<Answer<GameView>, ApiError> {
    game.look().await.map(Answer)
}

/// Removes a game for good.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = NO_CONTENT), (status = NOT_FOUND, body = ErrorBody))
)]
async fn delete(game: OwnGame) -> Result<StatusCode, ApiError> {
    let OwnGame { shared, visitor, id } = game;
    let store = Arc::clone(&shared.games.store);
    let was_there = tokio::task::spawn_blocking(move || store.remove(visitor, id)).await??;
    if !was_there {
        return Err(no_such_game());
    }
    shared.games.watched.get(id).clear();
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
async fn make_move(game: OwnGame, Json(wanted): Json<NewMove>) -> Result<Response, ApiError> {
    let played: Move =
        wanted.played.parse().map_err(|error| ApiError::unfit(format!("{error}.")))?;
    let asked = game.ask(move |session, now| {
        let error = if session.game().moves().len() != wanted.ply {
            Some("The game has gone on meanwhile.")
        } else if session.result().is_some() {
            Some("The game is over.")
        } else if session.is_programs_turn() {
            Some("It is not your turn.")
        } else {
            None
        };
        match error {
            Some(error) => Ok(Some(error)),
            None => session.play(played, None, now).map(|()| None),
        }
    });
    let (game, missed) = asked.await?;
    Ok(match missed {
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
async fn take_back(game: OwnGame) -> Result<Answer<GameView>, ApiError> {
    game.ask(Session::take_back).await.map(|(game, ())| Answer(game))
}

/// Resigns the game; with two people, for the side to move.
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
async fn resign(game: OwnGame) -> Result<Answer<GameView>, ApiError> {
    game.ask(Session::resign).await.map(|(game, ())| Answer(game))
}
