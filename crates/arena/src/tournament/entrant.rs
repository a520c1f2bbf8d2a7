//! One who takes part.

use outflank_core::{Color, Rule};

use super::TournamentError;
use crate::{Agent, PlayerName, Terms};

/// One who takes part in a tournament.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name that it goes by.
    pub name: String,
    /// The player that it is.
    pub player: PlayerName,
    /// What it is made of, as a store knows it.
    pub agent: Agent,
}

impl Entrant {
    /// Checks that a player can be made, so that nobody finds out after hours.
    pub fn new(
        name: String,
        player: PlayerName,
        rule: Rule,
        terms: &Terms,
    ) -> Result<Self, TournamentError> {
        match player.player(rule, Color::Black, 0, terms) {
            Ok(made) => drop(made),
            Err(error) => return Err(TournamentError::Player { name, error }),
        }
        match Agent::of(&player) {
            Ok(agent) => Ok(Self { name, player, agent }),
            Err(error) => Err(TournamentError::Agent { name, error }),
        }
    }
}
