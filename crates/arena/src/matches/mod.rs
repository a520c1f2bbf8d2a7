//! Many games of two players.

mod pair;
mod plan;
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use outflank_core::{Color, Game, Rule};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::bench::Bench;
use crate::{Adjudication, PlayerError, PlayerName, Terms, referee};

pub use pair::{MatchGame, Pair};
pub use plan::{Plan, Witness};
pub use tally::Tally;

/// A match of two players: two games from every opening, with colours changed.
#[derive(Clone, Debug)]
pub struct Match {
    /// Which game is played.
    pub rule: Rule,
    /// The players. All results are told from the view of the first, who is
    /// black in the first game of each pair.
    pub players: [PlayerName; 2],
    /// How many games are played at once.
    pub concurrency: usize,
    /// The seed of every random choice of the players.
    pub seed: u64,
    /// On what terms they play.
    pub terms: Terms,
}

/// Why a match could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl Match {
    /// Plays a pair from each of `openings`, until they end or `on_pair`, which
    /// hears of every pair and of all results so far, has heard enough.
    ///
    /// Pairs are told in the order of their openings, however long they took.
    /// So where the moves of the players repeat, the whole match does, with
    /// any number of games at once.
    pub fn play(
        &self,
        openings: &mut (dyn Iterator<Item = Game> + Send),
        on_pair: &mut dyn FnMut(Pair, &Tally) -> ControlFlow<()>,
    ) -> Result<Tally, MatchError> {
        self.play_with(Plan::new(openings, &AtomicBool::new(false)), &mut |pair, tally: &_| {
            on_pair(pair, tally)
        })
    }

    /// Plays as [`Match::play`] does, by a plan and before a witness.
    pub fn play_with(
        &self,
        plan: Plan<'_>,
        witness: &mut dyn Witness,
    ) -> Result<Tally, MatchError> {
        let Plan { openings, known, adjudication, stop } = plan;
        let has = known.keys().copied().collect::<BTreeSet<_>>();
        let tasks = openings.enumerate().flat_map(|(pair, opening)| {
            Color::BOTH.map(|color| Task { pair, color, opening: opening.clone() })
        });
        let tasks = Mutex::new(tasks.enumerate().filter(|(number, _)| !has.contains(number)));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, tasks) = (sender.clone(), &tasks);
                scope.spawn(move || {
                    let _end = EndOnPanic(stop);
                    let mut bench = Bench::new(self.rule, &self.terms);
                    let next = || tasks.lock().expect("openings do not panic").next();
                    while let Some((number, task)) = next() {
                        let played =
                            self.play_game(task, &mut bench, adjudication, stop).transpose();
                        let Some(played) = played else { break };
                        if sender.send((number, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let told = in_order(known, &receiver, witness);
            // Nobody listens any more to those who play.
            drop(receiver);
            if !matches!(told, Ok((_, ControlFlow::Continue(())))) {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(told?.0)
        })
    }

    /// Plays a game; `None` if it was no longer needed.
    fn play_game(
        &self,
        task: Task,
        bench: &mut Bench<'_>,
        adjudication: Option<Adjudication>,
        stop: &AtomicBool,
    ) -> Result<Option<MatchGame>, MatchError> {
        let Task { pair, color, opening } = task;
        let names = Color::BOTH.map(|side| &self.players[usize::from(side != color)]);
        let seed = self.seed_of(pair);
        let [black, white] = Color::BOTH.map(|side| bench.player(names[side as usize], side, seed));
        let mut players = [black?, white?];
        let limits = self.terms.limits;
        let played = referee::play(self.rule, &opening, &mut players, limits, adjudication, stop);
        if let Some(played) = &played {
            bench.rest(names, players, &played.ending);
        }
        Ok(played.map(|played| MatchGame { played, color }))
    }

    /// The seed of both games of a pair.
    pub fn seed_of(&self, pair: usize) -> u64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(pair as u64);
        random.next_u64()
    }
}

/// A game to be played.
struct Task {
    pair: usize,
    /// The colour of the first player.
    color: Color,
    opening: Game,
}

/// Ends the match when the thread that holds it panics: its game will never be
/// told, nor any after it.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Puts games in order and pairs together, and tells of them: all results, and
/// whether more would have been heard.
fn in_order(
    known: BTreeMap<usize, MatchGame>,
    games: &mpsc::Receiver<(usize, Result<MatchGame, MatchError>)>,
    witness: &mut dyn Witness,
) -> Result<(Tally, ControlFlow<()>), MatchError> {
    let mut tally = Tally::default();
    let mut next = 0;
    let mut early: BTreeMap<_, _> =
        known.into_iter().map(|(number, game)| (number, Ok(game))).collect();
    let mut first = None;
    loop {
        while let Some(played) = early.remove(&next) {
            next += 1;
            let Some(first) = first.take() else {
                first = Some(played?);
                continue;
            };
            let pair = Pair { games: [first, played?] };
            tally.add(&pair);
            if witness.pair(pair, &tally).is_break() {
                return Ok((tally, ControlFlow::Break(())));
            }
        }
        let Ok(ended) = games.recv() else { break };
        // What ended meanwhile is told at once, so that it can be kept at once.
        let ended: Vec<_> = std::iter::once(ended).chain(games.try_iter()).collect();
        let good = ended.iter().filter_map(|(number, game)| Some((*number, game.as_ref().ok()?)));
        if witness.games(&good.collect::<Vec<_>>()).is_break() {
            return Ok((tally, ControlFlow::Break(())));
        }
        early.extend(ended);
    }
    Ok((tally, ControlFlow::Continue(())))
}

#[cfg(test)]
mod tests;
