//! A contest that can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_classic::Form;
use outflank_train::genetic::{Contest, ContestResult, Opening};

/// A contest that ends when `stop` is set.
pub(super) struct Attended<C> {
    pub(super) contest: C,
    pub(super) stop: Arc<AtomicBool>,
}

impl<C: Contest> Contest for Attended<C> {
    type Player = C::Player;

    fn description(&self) -> String {
        self.contest.description()
    }

    fn form(&self) -> Option<Form> {
        self.contest.form()
    }

    fn player(&self, genes: &[f64]) -> C::Player {
        self.contest.player(genes)
    }

    fn play(
        &self,
        first: &mut C::Player,
        second: &mut C::Player,
        opening: Opening,
    ) -> ContestResult {
        self.contest.play(first, second, opening)
    }

    fn prepare(&self, agents: &[&[f64]]) {
        self.contest.prepare(agents);
    }

    fn is_batched(&self) -> bool {
        self.contest.is_batched()
    }

    fn fitness(&self, genes: &[f64]) -> Option<f64> {
        self.contest.fitness(genes)
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.contest.is_cancelled()
    }
}
