//! Where players wait between games.

use outflank_core::{Color, Rule};

use crate::{GameEnding, Player, PlayerError, PlayerName, Terms};

/// Where the players of a table wait for its next game.
///
/// Those who were not in the last game go home, so a table never has more than
/// two processes.
pub(crate) struct Bench<'a> {
    rule: Rule,
    terms: &'a Terms,
    waiting: Vec<(PlayerName, Box<dyn Player>)>,
}

impl<'a> Bench<'a> {
    pub(crate) const fn new(rule: Rule, terms: &'a Terms) -> Self {
        Self { rule, terms, waiting: Vec::new() }
    }

    /// A player for a game: one who waits if it can play another, else a new
    /// one.
    pub(crate) fn player(
        &mut self,
        name: &PlayerName,
        color: Color,
        seed: u64,
    ) -> Result<Box<dyn Player>, PlayerError> {
        while let Some(at) = self.waiting.iter().position(|(waiting, _)| waiting == name) {
            let (_, mut player) = self.waiting.swap_remove(at);
            if player.renew(color) {
                return Ok(player);
            }
        }
        name.player(self.rule, color, seed, self.terms)
    }

    /// Takes the players of a game back, black first; whoever was at fault goes
    /// home.
    pub(crate) fn rest(
        &mut self,
        names: [&PlayerName; 2],
        players: [Box<dyn Player>; 2],
        ending: &GameEnding,
    ) {
        self.waiting.clear();
        if !self.terms.processes.are_kept() {
            return;
        }
        for ((color, name), player) in Color::BOTH.into_iter().zip(names).zip(players) {
            let is_fit =
                !matches!(ending, GameEnding::Fault { color: guilty, .. } if *guilty == color);
            if is_fit {
                self.waiting.push((name.clone(), player));
            }
        }
    }
}
