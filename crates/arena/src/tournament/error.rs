//! Why a tournament cannot be played.

use crate::{AgentError, PlayerError, StoreError};

/// Why a tournament could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// A player cannot be made.
    #[error("{name} cannot play: {error}")]
    Player {
        /// The name that it goes by.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// What a player is made of cannot be read.
    #[error("{name} cannot play: {error}")]
    Agent {
        /// The name that it goes by.
        name: String,
        /// Why.
        error: AgentError,
    },
    /// A game cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}
