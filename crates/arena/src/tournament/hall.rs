//! The tables at which games are played side by side.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use outflank_core::{Color, Game};

use super::{Stop, Task, Tournament, TournamentError};
use crate::bench::Bench;
use crate::{PlayedGame, referee};

/// Some games of a tournament that do not depend on each other.
pub(super) struct Hall<'a> {
    tournament: &'a Tournament,
    tasks: Vec<Task>,
    stop: Stop<'a>,
    /// Where games begin, one opening after the other.
    openings: &'a [Game],
}

/// A game that has ended.
pub(super) struct Finished {
    pub(super) task: Task,
    pub(super) played: PlayedGame,
    pub(super) seed: u64,
}

impl<'a> Hall<'a> {
    pub(super) fn new(
        tournament: &'a Tournament,
        openings: &'a [Game],
        tasks: Vec<Task>,
        stop: Stop<'a>,
    ) -> Self {
        Self { tournament, tasks, stop, openings }
    }

    /// Plays the games, and tells of each as it ends; once at first of none,
    /// for those who wait for nothing. Ends when all are played or it is time
    /// to stop.
    pub(super) fn play(
        &mut self,
        mut on_game: impl FnMut(Option<Finished>) -> Result<ControlFlow<()>, TournamentError>,
    ) -> Result<ControlFlow<()>, TournamentError> {
        if on_game(None)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let hall = &*self;
        let tables = hall.tournament.concurrency.clamp(1, hall.tasks.len().max(1));
        let tasks = Mutex::new(hall.tasks.iter());
        let is_over = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..tables {
                let (sender, tasks, is_over) = (sender.clone(), &tasks, &is_over);
                scope.spawn(move || {
                    let Tournament { rule, terms, .. } = hall.tournament;
                    let mut bench = Bench::new(*rule, terms);
                    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while !is_over.load(Ordering::Relaxed) && !hall.stop.is_due() {
                        let Some(task) = next() else { break };
                        let finished = hall.play_game(*task, &mut bench).transpose();
                        let Some(finished) = finished else { break };
                        if sender.send(finished).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut heard = Ok(ControlFlow::Continue(()));
            for finished in receiver {
                // Players may have died of what stopped the tournament: what
                // ends after that is nobody's result.
                if hall.stop.at_once.load(Ordering::Relaxed) {
                    continue;
                }
                heard = finished.and_then(|finished| on_game(Some(finished)));
                if !matches!(heard, Ok(ControlFlow::Continue(()))) {
                    break;
                }
            }
            is_over.store(true, Ordering::Relaxed);
            heard
        })
    }

    /// Plays a game; `None` if it was stopped.
    fn play_game(
        &self,
        task: Task,
        bench: &mut Bench<'_>,
    ) -> Result<Option<Finished>, TournamentError> {
        let Tournament { rule, entrants, schedule, terms, .. } = self.tournament;
        let seed = task.pairing.seed(schedule.seed);
        let sides = task.pairing.sides(task.slot);
        let seated = sides.map(|side| &entrants[side]);
        let [black, white] = Color::BOTH.map(|color| {
            let entrant = seated[color as usize];
            bench
                .player(&entrant.player, color, seed)
                .map_err(|error| TournamentError::Player { name: entrant.name.clone(), error })
        });
        let mut players = [black?, white?];
        let opening = self.opening(task);
        let stop = self.stop.at_once;
        let played = referee::play(*rule, opening, &mut players, terms.limits, None, stop);
        if let Some(played) = &played {
            bench.rest(seated.map(|entrant| &entrant.player), players, &played.ending);
        }
        Ok(played.map(|played| Finished { task, played, seed }))
    }

    /// Where a game begins.
    fn opening(&self, task: Task) -> &Game {
        let number = task.pairing.opening(self.tournament.schedule.pairs);
        // When all were played, they come again.
        &self.openings[(number % self.openings.len() as u64) as usize]
    }
}
