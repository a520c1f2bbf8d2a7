//! Players that stay alive between games.

use outflank_core::{Color, Rule};

use crate::{Cores, GameEnding, Player, PlayerError, PlayerName, Terms};

/// The players of a worker thread, kept for its next game if processes are kept.
///
/// Players that were not in the last game are dropped, so a worker never has
/// more than two processes.
pub(crate) struct PlayerCache {
    rule: Rule,
    /// The terms of each side, which differ in the cores.
    terms: [Terms; 2],
    idle: Vec<(PlayerName, Box<dyn Player>)>,
}

impl PlayerCache {
    /// The players of one of several workers, which have different cores if there
    /// are enough.
    pub(crate) fn new(rule: Rule, terms: &Terms, worker: usize, workers: usize) -> Self {
        let take_turns = !terms.pondering.is_allowed();
        let terms = Color::BOTH.map(|color| {
            let cores = Cores::share(2 * worker + color as usize, workers, take_turns);
            Terms { cores, ..terms.clone() }
        });
        Self { rule, terms, idle: Vec::new() }
    }

    /// A player for a game: an idle one if it can play another game, otherwise a
    /// new one.
    pub(crate) fn player(
        &mut self,
        name: &PlayerName,
        color: Color,
        seed: u64,
    ) -> Result<Box<dyn Player>, PlayerError> {
        while let Some(at) = self.idle.iter().position(|(idle, _)| idle == name) {
            let (_, mut player) = self.idle.swap_remove(at);
            if player.renew(color) {
                return Ok(player);
            }
        }
        name.player(self.rule, color, seed, &self.terms[color as usize])
    }

    /// Takes the players of a game back, black first. A player that lost by a
    /// fault is dropped.
    pub(crate) fn put_back(
        &mut self,
        names: [&PlayerName; 2],
        players: [Box<dyn Player>; 2],
        ending: &GameEnding,
    ) {
        self.idle.clear();
        if !self.terms[0].processes.are_kept() {
            return;
        }
        for ((color, name), player) in Color::BOTH.into_iter().zip(names).zip(players) {
            let is_usable =
                !matches!(ending, GameEnding::Fault { color: guilty, .. } if *guilty == color);
            if is_usable {
                self.idle.push((name.clone(), player));
            }
        }
    }
}
