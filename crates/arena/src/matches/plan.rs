//! The games of a match, and its observer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_core::Game;
use outflank_work::Runner;

use super::{MatchGame, Pair, Tally};
use crate::Adjudication;

/// The openings of a match, the games that are known, and the conditions that
/// end games and the match.
pub struct MatchPlan<'a> {
    /// An opening for each pair of games, from the first pair on.
    pub openings: &'a mut (dyn Iterator<Item = Game> + Send),
    /// Games of earlier runs, which are not played again, by their number: the
    /// games of pair `n`, from 0, are `2n` and `2n + 1`. All of them belong to
    /// pairs that have an opening.
    pub known: BTreeMap<usize, MatchGame>,
    /// Ends games early by an exact search; games are played out if `None`.
    pub adjudication: Option<Adjudication>,
    /// Stops the match when it becomes true. The match sets it when its observer
    /// ends the match.
    pub stop: &'a AtomicBool,
    /// Where games are played; on threads of this process if `None`.
    pub runner: Option<&'a dyn Runner>,
}

impl<'a> MatchPlan<'a> {
    /// A match from its first game, with games that are played out.
    pub fn new(openings: &'a mut (dyn Iterator<Item = Game> + Send), stop: &'a AtomicBool) -> Self {
        Self { openings, known: BTreeMap::new(), adjudication: None, stop, runner: None }
    }
}

/// Receives the games of a match while it is played, and may end it.
pub trait MatchObserver {
    /// Receives games with their numbers as they end, in any order; several if
    /// they ended at the same time. Known games are left out.
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let _ = games;
        ControlFlow::Continue(())
    }

    /// Receives every pair in the order of the openings, and all results so far.
    /// The games of the pair were passed to [`MatchObserver::games`] before.
    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()>;
}

impl<F: FnMut(Pair, &Tally) -> ControlFlow<()> + ?Sized> MatchObserver for F {
    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()> {
        self(pair, tally)
    }
}
