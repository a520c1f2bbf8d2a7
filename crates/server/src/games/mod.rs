//! The games of visitors.
//!
//! `play` is a game of a visitor, `store` the file of all games, `watched` the games that
//! are being watched, `opponent` and `thinking` the program and its move, `own_game` the game
//! that a request is about, `routes` and `live` the requests of browsers.

mod hint;
mod live;
mod opponent;
mod own_game;
mod play;
mod routes;
mod store;
mod thinking;
mod view;
mod watched;

use std::path::Path;
use std::sync::Arc;

use outflank_core::{Game, Move, Position};
use outflank_session::Millis;
use utoipa_axum::router::OpenApiRouter;

use super::error::ApiError;
use super::state::Shared;
use crate::ServerError;
use store::Store;
use watched::WatchedGames;

pub(super) use live::Changed;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    routes::routes().merge(live::routes()).merge(hint::routes())
}

/// All games, and those being watched.
pub(crate) struct Games {
    store: Arc<Store>,
    watched: WatchedGames,
}

impl Games {
    /// Opens the file of games, and makes it if there is none.
    pub(super) fn open(path: &Path, now: Millis) -> Result<Self, ServerError> {
        let store = Store::open(path, now).map_err(|error| ServerError::Games(error.into()))?;
        Ok(Self { store: Arc::new(store), watched: WatchedGames::default() })
    }

    /// Records the time every few seconds until the server ends. Clocks stand still while the
    /// server is down.
    pub(super) async fn beat(shared: Shared) {
        let is_over = shared.shutdown.begun();
        tokio::pin!(is_over);
        let mut next = shared.clock.elapsed();
        loop {
            let (store, now) = (Arc::clone(&shared.games.store), shared.clock.now());
            let _ = tokio::task::spawn_blocking(move || store.beat(now)).await;
            next = shared.clock.elapsed().max(next + store::BEAT);
            tokio::select! {
                () = &mut is_over => return,
                () = shared.clock.sleep_until(next) => {}
            }
        }
    }
}

/// The maximum number of moves and passes of a game.
const MAX_MOVES: usize = 128;

/// The game with these moves. Passes can be omitted.
pub(crate) fn replay(start: Position, moves: &[String]) -> Result<Game, ApiError> {
    if moves.len() > MAX_MOVES {
        return Err(ApiError::unfit(format!("A game has at most {MAX_MOVES} moves.")));
    }
    let mut game = Game::from_position(start);
    for (at, text) in moves.iter().enumerate() {
        let played: Move = text.parse().map_err(|error| ApiError::unfit(format!("{error}.")))?;
        let done = match played {
            Move::Place(square) => game.play_passing(square),
            Move::Pass => game.play(Move::Pass),
        };
        done.map_err(|illegal| ApiError::unfit(format!("Move {}: {illegal}.", at + 1)))?;
    }
    Ok(game)
}
