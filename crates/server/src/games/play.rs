//! A game and the actions on it.

use outflank_session::{Millis, Seat, Session, SessionError};

use super::opponent::Opponent;
use crate::error::ApiError;
use crate::id::Id;

/// A game of a visitor.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) id: Id,
    pub(super) visitor: Id,
    pub(super) seat: Seat,
    /// The program, if the visitor does not play both sides.
    pub(super) opponent: Opponent,
    pub(super) session: Session,
    pub(super) created: Millis,
    pub(super) updated: Millis,
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Illegal(illegal) => {
                Self::unfit(format!("That cannot be played: {illegal}."))
            }
            other => Self::conflict(sentence(&other)),
        }
    }
}

/// An error as a sentence: a capital letter first, a full stop last.
fn sentence(error: &SessionError) -> String {
    let text = error.to_string();
    let (first, rest) = text.split_at(1);
    format!("{}{rest}.", first.to_uppercase())
}
