//! Players of a tournament.

use outflank_core::Rule;

use super::TournamentError;
use crate::{Agent, PlayerName, Terms};

/// A player of a tournament.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name in results.
    pub name: String,
    /// The player.
    pub player: PlayerName,
    /// The player as a store keeps it.
    pub agent: Agent,
}

impl Entrant {
    /// Checks that the player can be made, before any game is played.
    pub fn new(
        name: String,
        player: PlayerName,
        rule: Rule,
        terms: &Terms,
    ) -> Result<Self, TournamentError> {
        if let Err(error) = player.check(rule, terms) {
            return Err(TournamentError::Player { name, error });
        }
        match Agent::of(&player) {
            Ok(agent) => Ok(Self { name, player, agent }),
            Err(error) => Err(TournamentError::Agent { name, error }),
        }
    }
}
