//! The openings that Outflank comes with.

use std::collections::HashSet;

use outflank_arena::{Openings, opening_list};
use outflank_core::{Game, Rule};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// What stands for them in the settings of a match.
pub(crate) const BUILT_IN: &str = "built-in";

/// The list that Outflank comes with in an order that the seed tells, and when
/// it is at its end, openings that are not in it.
pub(crate) fn built_in(rule: Rule, seed: u64) -> impl Iterator<Item = Game> + Send {
    let mut list = opening_list(rule);
    list.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let board = |game: &Game| game.position().board().canonical().0;
    let seen: HashSet<_> = list.iter().map(board).collect();
    let more = Openings::new(rule, seed).filter(move |game| !seen.contains(&board(game)));
    list.into_iter().chain(more)
}
