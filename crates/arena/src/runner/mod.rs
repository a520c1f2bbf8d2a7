//! The game runner: plays a queue of games.
//!
//! Matches and tournaments decide which games are played. The runner has
//! them played, several at once, and reports them in the order of the queue.

mod local;
mod planned_game;
mod player_cache;
mod reports;
mod stop;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_core::{Color, Rule};
use outflank_work::{Done, Performer, Runner, Thread, WorkBatch, WorkError};

use crate::units::{self, SentGame};
use crate::{Adjudication, PlayerError, PlayerName, Terms};
use local::{LocalGames, Tables};
use reports::Reports;

pub(crate) use local::GameTable;
pub(crate) use planned_game::{FinishedGame, PlannedGame};
pub(crate) use player_cache::PlayerCache;
pub use stop::StopConditions;

/// Plays a queue of games.
pub(crate) struct GameRunner<'a> {
    pub(crate) rule: Rule,
    pub(crate) terms: &'a Terms,
    /// All players of the queue.
    pub(crate) players: Vec<&'a PlayerName>,
    /// Where games are played.
    pub(crate) runner: &'a dyn Runner,
    pub(crate) adjudication: Option<Adjudication>,
    /// Ends the run early. The runner sets its flag when the client ends the
    /// run, which cancels the games that are still being played.
    pub(crate) stop: StopConditions<'a>,
}

/// A match or a tournament, as the runner sees it.
pub(crate) trait RunClient {
    /// The part of a game that is kept until the game is reported.
    type Game;
    /// The reason why a run fails.
    type Error;

    /// Stores games as soon as they end, in any order. Known games are not
    /// passed to this method.
    fn store(&mut self, games: Vec<FinishedGame>) -> Result<Stored<Self::Game>, Self::Error>;

    /// Receives every game, known games included, in the order of the queue and
    /// after it was stored.
    fn report(&mut self, number: usize, game: Self::Game) -> ControlFlow<()>;

    /// The error of a game for which the player of `color` could not be made.
    fn player_error(&self, number: usize, color: Color, error: PlayerError) -> Self::Error;

    /// The error of a run whose games could not be played at all.
    fn work_error(&self, error: WorkError) -> Self::Error;
}

/// Games that were stored, with their numbers; a break ends the run.
pub(crate) type Stored<G> = ControlFlow<(), Vec<(usize, G)>>;

/// The end of a run that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The number of games that were reported.
    pub(crate) reported: usize,
    /// Whether the client ended the run.
    pub(crate) is_ended_by_client: bool,
}

/// The end of a game: the game, or the player that could not be made.
type Ended = Result<FinishedGame, (usize, Color, PlayerError)>;

impl GameRunner<'_> {
    /// Plays the games of `queue` except those in `known`, which has games of
    /// earlier runs by their position in the queue.
    ///
    /// Games are stored as they end and reported in the order of the queue. So
    /// if the players are deterministic, the reports are the same with any
    /// number of workers. An error is reported in its turn too: the games before
    /// it are played to their end.
    pub(crate) fn play<'p, C: RunClient>(
        &self,
        queue: impl Iterator<Item = PlannedGame<'p>> + Send,
        known: BTreeMap<usize, C::Game>,
        client: &mut C,
    ) -> Result<Run, C::Error> {
        let known_numbers: BTreeSet<_> = known.keys().copied().collect();
        let mut reports = Reports::new(known, client);
        if reports.report_ready()?.is_break() {
            self.stop.flag.store(true, Ordering::Relaxed);
            return Ok(reports.ended_by_client());
        }
        let tables = Tables::default();
        let queue = queue.enumerate().filter(|(number, _)| !known_numbers.contains(number));
        let items = queue.map(|(number, planned)| {
            tables.plan(number as u64, planned);
            number as u64
        });
        let performer = |thread: Thread| -> Box<dyn Performer + '_> {
            Box::new(LocalGames::new(self, thread, &tables))
        };
        let describe = || units::describe(self);
        let batch = WorkBatch {
            details: &|range| units::details(&self.players, &tables.planned(range)),
            together: 2,
            should_stop: &|| self.stop.is_due(),
            cancelled: Some(self.stop.flag),
            ..WorkBatch::new(items, &performer, &describe)
        };
        let mut failure = None;
        let mut is_ended = false;
        let worked = self.runner.run(batch, &mut |done| {
            let ended = done.into_iter().map(|done| self.ended(done, &tables)).collect();
            match reports.receive(ended, self.stop.flag) {
                Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => is_ended = true,
                Err(error) => failure = Some(error),
            }
            ControlFlow::Break(())
        });
        let failure = failure.or_else(|| worked.err().map(|error| reports.work_error(error)));
        if is_ended || failure.is_some() {
            self.stop.flag.store(true, Ordering::Relaxed);
        }
        let run = if is_ended { reports.ended_by_client() } else { reports.run() };
        failure.map_or(Ok(run), Err)
    }

    /// The end of a game that was played here or elsewhere.
    fn ended(&self, done: Done, tables: &Tables<'_>) -> Ended {
        let Done { item, result, origin } = done;
        if let Some(ended) = tables.take_ended(item) {
            return ended;
        }
        let number = item as usize;
        let elsewhere = |reason: String| (number, Color::Black, PlayerError::Elsewhere { reason });
        let bytes = result.map_err(|error| elsewhere(error.to_string()))?;
        let planned = tables.take_planned(item);
        let sent = SentGame::from_bytes(&bytes).and_then(|sent| sent.played(self.rule));
        let (Some(planned), Some(mut played)) = (planned, sent) else {
            return Err(elsewhere("the game cannot be read".to_owned()));
        };
        if let Some(origin) = origin
            && units::is_timed(self.terms, planned.players)
        {
            units::note_origin(&mut played, &origin);
        }
        Ok(FinishedGame { number, slot: planned.slot, seed: planned.seed, played })
    }
}

#[cfg(test)]
mod tests;
