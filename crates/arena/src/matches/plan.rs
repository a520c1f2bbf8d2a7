//! How a match goes on, and who hears of it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_core::Game;

use super::{MatchGame, Pair, Tally};
use crate::Adjudication;

/// From where a match goes on, and when its games end.
pub struct Plan<'a> {
    /// An opening for each pair of games, from the first pair on.
    pub openings: &'a mut (dyn Iterator<Item = Game> + Send),
    /// Games that were played before, which are not played again, by their
    /// number: those of pair `n`, from 0, are `2n` and `2n + 1`. All of them
    /// belong to pairs that have an opening.
    pub known: BTreeMap<usize, MatchGame>,
    /// Who ends games that are as good as over; nobody if `None`.
    pub adjudication: Option<Adjudication>,
    /// Ends the match from outside when it becomes true. The match sets it too
    /// when its witness has heard enough.
    pub stop: &'a AtomicBool,
}

impl<'a> Plan<'a> {
    /// A match from its beginning, with games played to their end.
    pub fn new(openings: &'a mut (dyn Iterator<Item = Game> + Send), stop: &'a AtomicBool) -> Self {
        Self { openings, known: BTreeMap::new(), adjudication: None, stop }
    }
}

/// Who hears of a match as it goes, and may end it.
pub trait Witness {
    /// Hears of games with their numbers as they end, in any order; several
    /// where they ended at the same time. Games that were known are not told.
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let _ = games;
        ControlFlow::Continue(())
    }

    /// Hears of every pair in the order of the openings, and of all results so
    /// far. Its games have been told before.
    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()>;
}

impl<F: FnMut(Pair, &Tally) -> ControlFlow<()> + ?Sized> Witness for F {
    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()> {
        self(pair, tally)
    }
}
