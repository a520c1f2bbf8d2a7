//! The game that a request is about.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_session::{Millis, Session, SessionError};

use super::view::GameView;
use super::watched::{self, no_such_game};
use crate::error::ApiError;
use crate::extract::Path;
use crate::id::Id;
use crate::state::Shared;
use crate::visitor::Visitor;

/// A game of the visitor, by the id in the address.
pub(super) struct OwnGame {
    pub(super) shared: Shared,
    pub(super) visitor: Id,
    pub(super) id: Id,
}

impl FromRequestParts<Shared> for OwnGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Self, ApiError> {
        let Visitor(visitor) = Visitor::from_request_parts(parts, shared).await?;
        let Path(id) = Path::<String>::from_request_parts(parts, shared).await?;
        let id = id.parse().map_err(|_| no_such_game())?;
        Ok(Self { shared: shared.clone(), visitor, id })
    }
}

impl OwnGame {
    /// Reads the game.
    pub(super) async fn look(&self) -> Result<GameView, ApiError> {
        watched::look(&self.shared, self.visitor, self.id).await
    }

    /// Does what the visitor asks of the session, and returns the game after it.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        request: impl FnOnce(&mut Session, Millis) -> Result<T, SessionError> + Send + 'static,
    ) -> Result<(GameView, T), ApiError> {
        let changed = watched::change(&self.shared, self.visitor, self.id, move |play, now| {
            request(&mut play.session, now)
        });
        let (game, answer) = changed.await?;
        Ok((game, answer?))
    }
}
