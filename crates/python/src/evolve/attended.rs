//! A contest that can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_train::genetic::{Contest, Opening, Outcome};

/// A contest that ends when someone says so.
pub(super) struct Attended<C> {
    pub(super) contest: C,
    pub(super) stop: Arc<AtomicBool>,
}

impl<C: Contest> Contest for Attended<C> {
    type Player = C::Player;

    fn description(&self) -> String {
        self.contest.description()
    }

    fn player(&self, genes: &[f64]) -> C::Player {
        self.contest.player(genes)
    }

    fn play(&self, first: &mut C::Player, second: &mut C::Player, opening: Opening) -> Outcome {
        self.contest.play(first, second, opening)
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.contest.is_cancelled()
    }
}
