//! Tournaments of many players, with all games in a store.

mod entrant;
mod error;
mod game;
mod seating;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use outflank_core::{Color, Rule};
use outflank_work::{Runner, Threads, WorkError};

use crate::openings::OpeningCycle;
use crate::runner::{FinishedGame, GameRunner, PlannedGame, RunClient, Stored};
use crate::{
    EventId, Filter, GameRow, GameSummary, OpeningsSource, Pairing, PlayerError, Rounds, Schedule,
    Slot, StopConditions, Store, StoreError, Terms,
};

pub use entrant::Entrant;
pub use error::TournamentError;
pub use game::TournamentGame;
pub use seating::seated;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The rules of the games.
    pub rule: Rule,
    /// The players, by number.
    pub entrants: Vec<Entrant>,
    /// The schedule.
    pub schedule: Schedule,
    /// The openings.
    pub openings: OpeningsSource,
    /// Time limits, platform, sandbox and resources.
    pub terms: Terms,
    /// The number of games played at the same time.
    pub concurrency: usize,
}

/// The source of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was played in this run.
    Played,
    /// It was in the store from an earlier run.
    Stored,
}

/// The end of a run of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games of the schedule are played.
    Complete,
    /// The run was stopped early.
    Stopped,
}

impl Tournament {
    /// Plays all games of the schedule that are not in the store, and stores
    /// each as soon as it ends.
    ///
    /// `on_game` receives every game, games of earlier runs included, in the
    /// order of the schedule and after it was stored. So if the players are
    /// deterministic, the sequence of games is the same with any number of games
    /// at the same time and however often the tournament was interrupted.
    pub fn play(
        &self,
        store: &mut Store,
        event: EventId,
        stop: StopConditions<'_>,
        on_game: &mut dyn FnMut(&TournamentGame, Source) -> ControlFlow<()>,
    ) -> Result<RunEnd, TournamentError> {
        self.play_on(&Threads::new(self.concurrency)?, store, event, stop, on_game)
    }

    /// Plays like [`Tournament::play`], with a runner for the games.
    pub fn play_on(
        &self,
        runner: &dyn Runner,
        store: &mut Store,
        event: EventId,
        stop: StopConditions<'_>,
        on_game: &mut dyn FnMut(&TournamentGame, Source) -> ControlFlow<()>,
    ) -> Result<RunEnd, TournamentError> {
        let mut known = known(store, event)?;
        let mut openings = OpeningCycle::new(&self.openings, self.schedule.seed);
        let runner = GameRunner {
            rule: self.rule,
            terms: &self.terms,
            players: self.entrants.iter().map(|entrant| &entrant.player).collect(),
            runner,
            adjudication: None,
            stop,
        };
        let mut rounds = self.schedule.rounds();
        while let Some(pairings) = self.next_batch(&mut rounds) {
            let places: Vec<_> = pairings
                .iter()
                .flat_map(|pairing| pairing.slots().map(|slot| (*pairing, slot)))
                .collect();
            if places.is_empty() {
                // A single player has no opponent, in any number of rounds.
                break;
            }
            let known_games = places.iter().enumerate().filter_map(|(number, (pairing, slot))| {
                let stored = known.remove(slot)?;
                Some((number, (TournamentGame::of_stored(*pairing, stored), Source::Stored)))
            });
            let known_games = known_games.collect();
            let queue = places.iter().map(|(pairing, slot)| PlannedGame {
                slot: *slot,
                opening: openings.get(pairing.opening(self.schedule.pairs)),
                players: pairing.sides(*slot).map(|side| &self.entrants[side].player),
                seed: pairing.seed(self.schedule.seed),
            });
            let mut games = TournamentGames {
                tournament: self,
                places: &places,
                store: &mut *store,
                event,
                rounds: &mut rounds,
                on_game: &mut *on_game,
            };
            let run = runner.play(queue, known_games, &mut games)?;
            if run.is_ended_by_client || run.reported < places.len() {
                return Ok(RunEnd::Stopped);
            }
        }
        Ok(RunEnd::Complete)
    }

    /// The pairings that can be played at the same time: those of all rounds if
    /// none depends on results, otherwise those of one round.
    fn next_batch(&self, rounds: &mut Rounds<'_>) -> Option<Vec<Pairing>> {
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

/// The games of a tournament that is being played.
struct TournamentGames<'a, 's> {
    tournament: &'a Tournament,
    /// The games of this batch, in the order of the schedule.
    places: &'a [(Pairing, Slot)],
    store: &'a mut Store,
    event: EventId,
    rounds: &'a mut Rounds<'s>,
    on_game: &'a mut dyn FnMut(&TournamentGame, Source) -> ControlFlow<()>,
}

impl RunClient for TournamentGames<'_, '_> {
    type Game = (TournamentGame, Source);
    type Error = TournamentError;

    fn store(&mut self, games: Vec<FinishedGame>) -> Result<Stored<Self::Game>, TournamentError> {
        let mut summaries = Vec::with_capacity(games.len());
        let mut rows = Vec::with_capacity(games.len());
        for FinishedGame { number, slot, played, seed, .. } in games {
            let game = TournamentGame::of_played(self.places[number].0, slot, &played);
            let entrants = game.sides.map(|side| &self.tournament.entrants[side]);
            let players = entrants.map(|entrant| entrant.agent.clone());
            rows.push(GameRow { slot, players, played, seed });
            summaries.push((number, (game, Source::Played)));
        }
        self.store.put_all(self.event, &rows)?;
        Ok(ControlFlow::Continue(summaries))
    }

    fn report(&mut self, _: usize, (game, source): Self::Game) -> ControlFlow<()> {
        self.rounds.count(game.sides, game.half_points());
        (self.on_game)(&game, source)
    }

    fn player_error(&self, number: usize, color: Color, error: PlayerError) -> TournamentError {
        let (pairing, slot) = self.places[number];
        let entrant = &self.tournament.entrants[pairing.sides(slot)[color as usize]];
        TournamentError::Player { name: entrant.name.clone(), error }
    }

    fn work_error(&self, error: WorkError) -> TournamentError {
        error.into()
    }
}

/// The games of an event that are in the store.
fn known(store: &Store, event: EventId) -> Result<BTreeMap<Slot, GameSummary>, StoreError> {
    let games = store.summaries(&Filter { event: Some(event), ..Filter::default() })?;
    Ok(games.into_iter().map(|game| (game.slot, game)).collect())
}

#[cfg(test)]
mod tests;
