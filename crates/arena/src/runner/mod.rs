//! The game runner: plays a queue of games on worker threads.
//!
//! Matches and tournaments decide which games are played. The runner plays
//! them, several at once, and reports them in the order of the queue.

mod planned_game;
mod player_cache;
mod reports;
mod stop;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use outflank_core::{Color, Rule};

use crate::{Adjudication, PlayerError, Terms, referee};
use reports::Reports;

pub(crate) use planned_game::{FinishedGame, PlannedGame};
pub(crate) use player_cache::PlayerCache;
pub use stop::StopConditions;

/// The maximum number of games that are stored together, and that may wait for
/// it. Workers that are faster than the store wait, so a run can be stopped soon.
const MAX_BATCH: usize = 32;

/// Plays a queue of games on worker threads.
pub(crate) struct Runner<'a> {
    pub(crate) rule: Rule,
    pub(crate) terms: &'a Terms,
    /// The number of worker threads.
    pub(crate) concurrency: usize,
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

/// The result of a worker: a game, or the player that could not be made.
type Ended = Result<FinishedGame, (usize, Color, PlayerError)>;

impl Runner<'_> {
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
        let most_games = queue.size_hint().1.unwrap_or(usize::MAX);
        let workers = self.concurrency.min(most_games).max(1);
        let queue = queue.enumerate().filter(|(number, _)| !known_numbers.contains(number));
        let queue = Mutex::new(queue);
        let has_failed = AtomicBool::new(false);
        let (sender, receiver) = mpsc::sync_channel(MAX_BATCH);
        let mut reports = Reports::new(known, client);
        std::thread::scope(|scope| {
            let run = if reports.report_ready()?.is_break() {
                Ok(reports.ended_by_client())
            } else {
                for worker in 0..workers {
                    let (sender, queue, has_failed) = (sender.clone(), &queue, &has_failed);
                    let cache = PlayerCache::new(self.rule, self.terms, worker, workers);
                    scope.spawn(move || self.work(queue, has_failed, &sender, cache));
                }
                drop(sender);
                reports.collect(&receiver, self.stop.flag)
            };
            // The games that are still being played are not needed any more.
            drop(receiver);
            if !matches!(run, Ok(Run { is_ended_by_client: false, .. })) {
                self.stop.flag.store(true, Ordering::Relaxed);
            }
            run
        })
    }

    /// Plays one game after another until the queue is empty or the run ends.
    fn work<'p>(
        &self,
        queue: &Mutex<impl Iterator<Item = (usize, PlannedGame<'p>)>>,
        has_failed: &AtomicBool,
        results: &mpsc::SyncSender<Ended>,
        mut cache: PlayerCache,
    ) {
        let _stop = StopOnPanic(self.stop.flag);
        // Games leave the queue in order. So after a failure, all games that are
        // reported before it have already begun.
        while !self.stop.is_due() && !has_failed.load(Ordering::Relaxed) {
            let Ok(mut games) = queue.lock() else { break };
            let Some((number, planned)) = games.next() else { break };
            drop(games);
            let ended = match self.play_game(planned, number, &mut cache) {
                Ok(Some(finished)) => Ok(finished),
                Ok(None) => break,
                Err((color, error)) => {
                    has_failed.store(true, Ordering::Relaxed);
                    Err((number, color, error))
                }
            };
            if results.send(ended).is_err() {
                break;
            }
        }
    }

    /// Plays a game; `None` if the run was stopped.
    fn play_game(
        &self,
        planned: PlannedGame<'_>,
        number: usize,
        cache: &mut PlayerCache,
    ) -> Result<Option<FinishedGame>, (Color, PlayerError)> {
        let PlannedGame { slot, opening, players: names, seed } = planned;
        let [black, white] = Color::BOTH.map(|color| {
            let player = cache.player(names[color as usize], color, seed);
            player.map_err(|error| (color, error))
        });
        let mut players = [black?, white?];
        let limits = self.terms.limits;
        let (adjudication, stop) = (self.adjudication, self.stop.flag);
        let played = referee::play(self.rule, &opening, &mut players, limits, adjudication, stop);
        Ok(played.map(|played| {
            cache.put_back(names, players, &played.ending);
            FinishedGame { number, slot, seed, played }
        }))
    }
}

/// Stops the run when a worker panics: its game will never be reported.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
