//! The balanced openings that come with Outflank.

use outflank_core::{Game, Rule};
use outflank_formats::transcript;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::BalancedOpenings;

/// The balanced openings that come with Outflank. They are [`BalancedOpenings`] that
/// were drawn once, because drawing them takes time.
pub fn opening_list(rule: Rule) -> Vec<Game> {
    let text = match rule {
        Rule::Reversi => include_str!("../../data/openings-reversi.txt"),
        Rule::Reversed => include_str!("../../data/openings-reversed.txt"),
    };
    let openings = transcript::read(text.as_bytes(), rule);
    openings.map(|read| read.expect("the lists were tested").game().clone()).collect()
}

/// The list in an order drawn from a seed, followed by new balanced openings
/// without end.
pub(super) fn endless(rule: Rule, seed: u64) -> impl Iterator<Item = Game> + Send {
    let mut list = opening_list(rule);
    list.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let board = |game: &Game| game.position().board().canonical().0;
    let more = BalancedOpenings::beyond(rule, seed, list.iter().map(board).collect());
    list.into_iter().chain(more)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outflank_core::Rule;
    use outflank_engine::{Engine, Limits, Options};

    use super::opening_list;
    use crate::BalancedOpenings;

    #[test]
    fn the_lists_are_long_and_no_opening_comes_twice() {
        for rule in Rule::BOTH {
            let openings = opening_list(rule);
            assert_eq!(openings.len(), 2000);
            let boards = openings.iter().map(|opening| opening.position().board().canonical().0);
            assert_eq!(boards.collect::<HashSet<_>>().len(), openings.len());
            assert!(
                openings.iter().all(|opening| opening.moves().len() == BalancedOpenings::PLIES)
            );
        }
    }

    #[test]
    fn neither_side_is_ahead() {
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let limits = Limits { depth: Some(BalancedOpenings::DEPTH), ..Limits::default() };
        for rule in Rule::BOTH {
            for opening in opening_list(rule).iter().step_by(100) {
                engine.clear();
                let board = opening.position().board();
                let score = engine.search(rule, board, &limits, &mut |_| {}).score.discs();
                assert!(
                    score.abs() <= BalancedOpenings::MARGIN,
                    "{rule}: {score} after {opening:?}"
                );
            }
        }
    }
}
