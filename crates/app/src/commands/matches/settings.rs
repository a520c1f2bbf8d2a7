//! What makes a match the same match.

use outflank_arena::{Agent, ContentHash, EventKind, Platform, Store, Terms};
use serde::Serialize;
use serde_json::Value;

use super::failure;
use super::openings::Source;
use crate::cli;
use crate::failure::Failure;
use crate::screen::milliseconds;

/// All that a game of the match may depend on, and nothing else: more games, or
/// another test, is the same match going on.
#[derive(Serialize)]
pub(super) struct Settings {
    rules: &'static str,
    players: [Player; 2],
    openings: String,
    pub(super) seed: u64,
    adjudicate: Option<u32>,
    platform: &'static str,
    move_time_ms: Option<f64>,
    game_time_ms: Option<f64>,
    memory_mib: u32,
    /// Whether processes live from game to game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    keep_processes: bool,
}

#[derive(Serialize)]
struct Player {
    name: String,
    hash: String,
}

impl Settings {
    pub(super) fn of(
        options: &cli::Match,
        agents: &[Agent; 2],
        source: &Source,
        terms: &Terms,
    ) -> Self {
        let player =
            |agent: &Agent| Player { name: agent.name.clone(), hash: agent.hash.to_string() };
        Self {
            rules: options.rules.name(),
            players: agents.each_ref().map(player),
            openings: source.label(),
            seed: 0,
            adjudicate: options.adjudicate,
            platform: Platform::name(terms.platform),
            move_time_ms: terms.limits.move_time.map(milliseconds),
            game_time_ms: terms.limits.game_time.map(milliseconds),
            memory_mib: terms.resources.memory_mib,
            keep_processes: terms.processes.are_kept(),
        }
    }

    /// The settings as the store keeps them.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts become JSON")
    }

    /// What the games of the match are called in files.
    pub(super) fn label(&self) -> String {
        let hash = ContentHash::of(self.text().as_bytes()).to_string();
        format!("match-{}", &hash[..8])
    }

    /// The seed of the last match in a store that is the same but for its seed.
    pub(super) fn seed_in(&self, store: &Store) -> Result<u64, Failure> {
        let without_seed = |text: &str| {
            let mut value: Value = serde_json::from_str(text).ok()?;
            let seed = value.as_object_mut()?.remove("seed")?.as_u64()?;
            Some((value, seed))
        };
        let wanted = without_seed(&self.text()).map(|(value, _)| value);
        let mut events = store.events().map_err(failure)?.into_iter().rev();
        let found = events.find_map(|event| {
            let (value, seed) = without_seed(&event.settings)?;
            (event.kind == EventKind::Match && Some(value) == wanted).then_some(seed)
        });
        found.ok_or_else(|| {
            Failure::input("there is no match with these settings in the store to go on with")
        })
    }
}
