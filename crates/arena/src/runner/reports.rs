//! Games in the order of the queue.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use super::{Ended, MAX_BATCH, Run, RunClient};
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

    /// Receives games until all workers have ended or the client ends the run.
    pub(super) fn collect(
        &mut self,
        results: &mpsc::Receiver<Ended>,
        stop: &AtomicBool,
    ) -> Result<Run, C::Error> {
        while let Ok(first) = results.recv() {
            // Games that ended at the same time are stored together.
            let ended = std::iter::once(first).chain(results.try_iter().take(MAX_BATCH));
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
                    ControlFlow::Break(()) => return Ok(self.ended_by_client()),
                }
            }
            if self.report_ready()?.is_break() {
                return Ok(self.ended_by_client());
            }
        }
        Ok(Run { reported: self.reported, is_ended_by_client: false })
    }

    /// The end of a run that the client ended.
    pub(super) const fn ended_by_client(&self) -> Run {
        Run { reported: self.reported, is_ended_by_client: true }
    }
}
