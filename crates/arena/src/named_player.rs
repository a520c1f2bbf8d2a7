//! A player with a name in an event.

use std::str::FromStr;

use crate::{ParsePlayerError, PlayerName};

/// A player, with its name in an event if it has one.
#[derive(Clone, Debug)]
pub struct NamedPlayer {
    /// The name in the event.
    pub name: Option<String>,
    /// The player.
    pub player: PlayerName,
}

impl FromStr for NamedPlayer {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The settings of a player come after a colon.
        match text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains(':')) {
            Some((name, player)) => {
                Ok(Self { name: Some(name.trim().to_owned()), player: player.trim().parse()? })
            }
            None => Ok(Self { name: None, player: text.parse()? }),
        }
    }
}
