//! What visitors play.
//!
//! `play` is a game and what may be done with it, `clock` its time, `store` the
//! file that keeps all games, `desk` who looks at a game and what the engine
//! does about it, `thinking` the engine's part, `routes` and `live` what
//! browsers ask for.

mod clock;
mod desk;
mod hint;
mod live;
mod play;
mod routes;
mod store;
mod thinking;
mod view;

use std::path::Path;
use std::sync::Arc;

use outflank_core::{Game, Move, Position};
use utoipa_axum::router::OpenApiRouter;

use super::error::ApiError;
use super::state::Shared;
use crate::failure::Failure;
use desk::Desks;
use store::Store;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    routes::routes().merge(live::routes()).merge(hint::routes())
}

/// All games, and those that somebody looks at.
pub(crate) struct Games {
    store: Arc<Store>,
    desks: Desks,
}

impl Games {
    /// Opens the file of games, and makes it if there is none.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let store = Store::open(path).map_err(|error| Failure::Run(error.into()))?;
        Ok(Self { store: Arc::new(store), desks: Desks::default() })
    }

    /// Notes every few seconds that time runs, until the server ends: clocks
    /// stand still while there is no server.
    pub(super) async fn beat(shared: Shared) {
        let mut ticks = tokio::time::interval(store::BEAT);
        let is_over = shared.shutdown.begun();
        tokio::pin!(is_over);
        loop {
            tokio::select! {
                () = &mut is_over => return,
                _ = ticks.tick() => {
                    let store = Arc::clone(&shared.games.store);
                    let _ = tokio::task::spawn_blocking(move || store.beat(clock::now())).await;
                }
            }
        }
    }
}

/// The most moves and passes that a game can have.
const MOST_MOVES: usize = 128;

/// The game with these moves; passes may be left out.
pub(crate) fn replay(start: Position, moves: &[String]) -> Result<Game, ApiError> {
    if moves.len() > MOST_MOVES {
        return Err(ApiError::unfit(format!("A game has no more than {MOST_MOVES} moves.")));
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
