//! The players of stored games.

use std::collections::BTreeMap;

use super::TournamentGame;
use crate::{GameSummary, Schedule, Slot};

/// The games of a tournament that are in a store, in the order of its schedule,
/// with the numbers of their players.
///
/// The agents of a store do not identify the players, because one agent may take
/// part twice under two names. The schedule does, since all pairings follow from
/// it and from the results. Its number of rounds is ignored. Games that are not in
/// the schedule are left out.
pub fn seated(schedule: &Schedule, games: Vec<GameSummary>) -> Vec<TournamentGame> {
    let mut known: BTreeMap<Slot, GameSummary> =
        games.into_iter().map(|game| (game.slot, game)).collect();
    let schedule = Schedule { rounds: None, ..schedule.clone() };
    let mut rounds = schedule.rounds();
    let mut seated = Vec::with_capacity(known.len());
    while let Some(last) = known.last_key_value().map(|(slot, _)| slot.round) {
        let pairings = rounds.next_round().unwrap_or_default();
        // A single player has no opponent, in any number of rounds.
        let Some(round) = pairings.first().map(|pairing| pairing.round) else { break };
        if round > last {
            break;
        }
        for (pairing, slot) in
            pairings.iter().flat_map(|pairing| pairing.slots().map(|slot| (*pairing, slot)))
        {
            if let Some(stored) = known.remove(&slot) {
                let game = TournamentGame::of_stored(pairing, stored);
                rounds.count(game.sides, game.half_points());
                seated.push(game);
            }
        }
    }
    seated
}
