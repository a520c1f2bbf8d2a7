//! Many players, many games, and a store that remembers them.

mod entrant;
mod error;
mod game;
mod hall;
mod seating;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_core::{Game, Rule};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::{
    EventId, Filter, Pairing, Schedule, Slot, Store, StoreError, Summary, Terms, opening_list,
};
use hall::Hall;

pub use entrant::Entrant;
pub use error::TournamentError;
pub use game::TournamentGame;
pub use seating::seated;

/// A tournament: who plays whom, on what terms.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Which game is played.
    pub rule: Rule,
    /// Who takes part, by number.
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub beginning: Beginning,
    /// On what terms they are played.
    pub terms: Terms,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// Where the games of a tournament begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beginning {
    /// At the balanced openings that Outflank comes with, in an order that is
    /// drawn, another one for each round.
    #[default]
    Balanced,
    /// At the usual start.
    Start,
}

/// What may end a tournament before its schedule does.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// Games that are under way are left where they are once this is true.
    pub at_once: &'a AtomicBool,
    /// No game begins after this time.
    pub deadline: Option<Instant>,
}

impl Stop<'_> {
    fn is_due(&self) -> bool {
        self.at_once.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was played just now.
    Played,
    /// It was in the store from an earlier run.
    Stored,
}

/// How a run of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games of the schedule are played.
    Complete,
    /// It was stopped before.
    Stopped,
}

impl Tournament {
    /// Plays all games of the schedule that are not in the store, and stores
    /// each as soon as it ends.
    ///
    /// `on_game` hears of every game, those of earlier runs included, in the
    /// order of the schedule and after it was stored. So where the moves of the
    /// players repeat, all that is heard does, with any number of games at once
    /// and however often the tournament was stopped.
    pub fn play(
        &self,
        store: &mut Store,
        event: EventId,
        stop: Stop<'_>,
        on_game: &mut dyn FnMut(&TournamentGame, Source) -> ControlFlow<()>,
    ) -> Result<RunEnd, TournamentError> {
        let mut known = known(store, event)?;
        let openings = self.openings();
        let mut rounds = self.schedule.rounds();
        while let Some(pairings) = self.next_batch(&mut rounds) {
            let tasks: Vec<_> = pairings
                .iter()
                .flat_map(|pairing| pairing.slots().map(|slot| Task { pairing: *pairing, slot }))
                .collect();
            if tasks.is_empty() {
                // One who is alone has nobody to play, in any number of rounds.
                break;
            }
            let missing = tasks.iter().filter(|task| !known.contains_key(&task.slot)).copied();
            let mut hall = Hall::new(self, &openings, missing.collect(), stop);
            let mut next = tasks.iter().peekable();
            let mut early = HashMap::new();
            let heard = hall.play(|finished| {
                if let Some(hall::Finished { task, played, seed }) = finished {
                    let game = TournamentGame::of_played(task.pairing, task.slot, &played);
                    let agents = game.sides.map(|side| self.entrants[side].agent.clone());
                    let row = crate::GameRow { slot: task.slot, players: agents, played, seed };
                    store.put(event, &row)?;
                    early.insert(task.slot, game);
                }
                while let Some(task) = next.peek() {
                    let (game, source) = if let Some(stored) = known.remove(&task.slot) {
                        (TournamentGame::of_stored(task.pairing, stored), Source::Stored)
                    } else if let Some(played) = early.remove(&task.slot) {
                        (played, Source::Played)
                    } else {
                        break;
                    };
                    next.next();
                    rounds.count(game.sides, game.half_points());
                    if on_game(&game, source).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
            if heard.is_break() || next.peek().is_some() {
                return Ok(RunEnd::Stopped);
            }
        }
        Ok(RunEnd::Complete)
    }

    /// Where games begin, in the order in which openings are played.
    fn openings(&self) -> Vec<Game> {
        match self.beginning {
            Beginning::Start => vec![Game::new()],
            Beginning::Balanced => {
                let mut openings = opening_list(self.rule);
                openings.shuffle(&mut ChaCha8Rng::seed_from_u64(self.schedule.seed));
                openings
            }
        }
    }

    /// The pairings that can be played side by side: all there are where none
    /// depends on another, else those of a round.
    fn next_batch(&self, rounds: &mut crate::Rounds<'_>) -> Option<Vec<Pairing>> {
        let Schedule { kind, rounds: number, .. } = &self.schedule;
        let mut pairings = rounds.next_round()?;
        if !kind.follows_results() && number.is_some() {
            while let Some(more) = rounds.next_round() {
                pairings.extend(more);
            }
        }
        Some(pairings)
    }
}

/// The games of an event that are in the store.
fn known(store: &Store, event: EventId) -> Result<BTreeMap<Slot, Summary>, StoreError> {
    let games = store.summaries(&Filter { event: Some(event), ..Filter::default() })?;
    Ok(games.into_iter().map(|game| (game.slot, game)).collect())
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
struct Task {
    pairing: Pairing,
    slot: Slot,
}

#[cfg(test)]
mod tests;
