//! Games in the order of the queue.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_work::WorkError;

use super::{Ended, Run, RunClient};
use crate::GameEnding;

/// Passes games on to the client: to the store as they end, and as reports in
/// the order of the queue.
pub(super) struct Reports<'c, C: RunClient> {
    client: &'c mut C,
    /// The number of games that were reported, which is the number of the next.
    reported: usize,
    /// Games that wait for those before them.
    waiting: BTreeMap<usize, Result<C::Game, C::Error>>,
}

impl<'c, C: RunClient> Reports<'c, C> {
    pub(super) fn new(known: BTreeMap<usize, C::Game>, client: &'c mut C) -> Self {
        let waiting = known.into_iter().map(|(number, game)| (number, Ok(game))).collect();
        Self { client, reported: 0, waiting }
    }

    /// Reports all games whose turn has come.
    pub(super) fn report_ready(&mut self) -> Result<ControlFlow<()>, C::Error> {
        while let Some(game) = self.waiting.remove(&self.reported) {
            let number = self.reported;
            let game = game?;
            self.reported += 1;
            if self.client.report(number, game).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Receives games that ended at the same time, and reports those whose turn has come.
    pub(super) fn receive(
        &mut self,
        ended: Vec<Ended>,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>, C::Error> {
        let mut finished = Vec::new();
        for ended in ended {
            match ended {
                // The signal that stopped the run may have killed a player.
                Ok(game)
                    if matches!(game.played.ending, GameEnding::Fault { .. })
                        && stop.load(Ordering::Relaxed) => {}
                Ok(game) => finished.push(game),
                Err((number, color, error)) => {
                    let error = self.client.player_error(number, color, error);
                    self.waiting.insert(number, Err(error));
                }
            }
        }
        if !finished.is_empty() {
            match self.client.store(finished)? {
                ControlFlow::Continue(stored) => {
                    let stored = stored.into_iter().map(|(number, game)| (number, Ok(game)));
                    self.waiting.extend(stored);
                }
                ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            }
        }
        self.report_ready()
    }

    /// The error of a run whose games could not be played.
    pub(super) fn work_error(&self, error: WorkError) -> C::Error {
        self.client.work_error(error)
    }

    /// The run so far.
    pub(super) const fn run(&self) -> Run {
        Run { reported: self.reported, is_ended_by_client: false }
    }

    /// The end of a run that the client ended.
    pub(super) const fn ended_by_client(&self) -> Run {
        Run { is_ended_by_client: true, ..self.run() }
    }
}
