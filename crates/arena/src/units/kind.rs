//! Games on other machines.

use outflank_work::{Attention, ItemError, ItemResult, Performer, PerformerSetup, UnitKind};
use serde::Deserialize;
use serde_json::Value;

use super::portable::{unpack, write_files};
use super::{GamesUnit, SentGame, UnitGame};
use crate::runner::{GameTable, PlayerCache};
use crate::{Adjudication, PlayerName};

/// Games of a match or a tournament, several pairs in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesKind {
    /// All players are part of Outflank.
    Trusted,
    /// Some players are Python agents, which run in the sandbox.
    Agents,
}

impl GamesKind {
    pub(super) const fn queue(self) -> &'static str {
        match self {
            Self::Trusted => "games",
            Self::Agents => "agents",
        }
    }
}

impl UnitKind for GamesKind {
    fn name(&self) -> &'static str {
        self.queue()
    }

    fn is_untrusted(&self) -> bool {
        *self == Self::Agents
    }

    fn performer(&self, setup: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError> {
        let PerformerSetup { settings, inputs, thread, folder } = setup;
        let unit = GamesUnit::deserialize(settings).map_err(ItemError::new)?;
        let names = unit.players.iter().map(|name| unpack(name, folder));
        let players = names.collect::<Result<Vec<_>, _>>()?;
        let is_agent = |name: &PlayerName| matches!(name, PlayerName::Python(_));
        if !self.is_untrusted() && players.iter().any(is_agent) {
            return Err(ItemError::new("agents are for workers of the kind agents"));
        }
        write_files(inputs, folder)?;
        let terms = unit.terms.terms();
        let terms = terms.ok_or_else(|| ItemError::new("the unit has unknown terms"))?;
        let table = GameTable {
            rule: unit.rule,
            limits: terms.limits,
            adjudication: unit.adjudicate.map(Adjudication::at),
            cache: PlayerCache::new(unit.rule, &terms, thread.number, thread.count),
        };
        Ok(Box::new(UnitGames { table, players, games: Vec::new() }))
    }
}

/// Plays the games of units.
struct UnitGames {
    table: GameTable,
    players: Vec<PlayerName>,
    games: Vec<UnitGame>,
}

impl Performer for UnitGames {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        let wrong = || ItemError(format!("the unit has no game {item} that can be played"));
        let game = self.games.iter().find(|game| game.item == item).ok_or_else(wrong)?;
        let opening = game.opening().ok_or_else(wrong)?;
        let [black, white] = game.players.map(|player| self.players.get(player));
        let names = [black.ok_or_else(wrong)?, white.ok_or_else(wrong)?];
        let played = self.table.play(&opening, names, game.seed, attention);
        let played = played.map_err(|(_, error)| ItemError::new(error))?;
        attention.step();
        Ok(played.map(|played| SentGame::of(played).to_bytes()))
    }

    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        self.games = Vec::deserialize(details).map_err(ItemError::new)?;
        Ok(())
    }
}
