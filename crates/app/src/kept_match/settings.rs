//! What makes a match the same match.

use outflank_arena::{Agent, ContentHash, EventKind, Platform, Store, StoreError, Terms};
use outflank_core::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::screen::milliseconds;

/// All that a game of the match may depend on, and nothing else: more games, or
/// another test, is the same match going on.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) rules: String,
    pub(crate) players: [Player; 2],
    pub(crate) openings: String,
    pub(crate) seed: u64,
    pub(crate) adjudicate: Option<u32>,
    pub(crate) platform: String,
    pub(crate) move_time_ms: Option<f64>,
    pub(crate) game_time_ms: Option<f64>,
    pub(crate) memory_mib: u32,
    /// Whether processes live from game to game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) keep_processes: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) hash: String,
}

impl Settings {
    /// The settings of a match of these agents, with a seed of 0.
    pub(crate) fn of(
        rule: Rule,
        agents: &[Agent; 2],
        openings: String,
        adjudicate: Option<u32>,
        terms: &Terms,
    ) -> Self {
        let player =
            |agent: &Agent| Player { name: agent.name.clone(), hash: agent.hash.to_string() };
        Self {
            rules: rule.name().to_owned(),
            players: agents.each_ref().map(player),
            openings,
            seed: 0,
            adjudicate,
            platform: Platform::name(terms.platform).to_owned(),
            move_time_ms: terms.limits.move_time.map(milliseconds),
            game_time_ms: terms.limits.game_time.map(milliseconds),
            memory_mib: terms.resources.memory_mib,
            keep_processes: terms.processes.are_kept(),
        }
    }

    /// The settings as the store keeps them.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts become JSON")
    }

    /// What the games of the match are called in files.
    pub(crate) fn label(&self) -> String {
        let hash = ContentHash::of(self.text().as_bytes()).to_string();
        format!("match-{}", &hash[..8])
    }

    /// The seed of the last match in a store that is the same but for its seed.
    pub(crate) fn seed_in(&self, store: &Store) -> Result<Option<u64>, StoreError> {
        let without_seed = |text: &str| {
            let mut value: Value = serde_json::from_str(text).ok()?;
            let seed = value.as_object_mut()?.remove("seed")?.as_u64()?;
            Some((value, seed))
        };
        let wanted = without_seed(&self.text()).map(|(value, _)| value);
        let mut events = store.events()?.into_iter().rev();
        Ok(events.find_map(|event| {
            let (value, seed) = without_seed(&event.settings)?;
            (event.kind == EventKind::Match && Some(value) == wanted).then_some(seed)
        }))
    }
}
