//! Balanced openings that Outflank comes with.

use outflank_core::{Game, Rule};
use outflank_formats::transcript;

/// The balanced openings that Outflank comes with: [`Openings`](crate::Openings)
/// that were drawn once, so that nobody has to wait for them.
pub fn opening_list(rule: Rule) -> Vec<Game> {
    let text = match rule {
        Rule::Reversi => include_str!("../../../data/openings-reversi.txt"),
        Rule::Reversed => include_str!("../../../data/openings-reversed.txt"),
    };
    let openings = transcript::read(text.as_bytes(), rule);
    openings.map(|read| read.expect("the lists were tested").game().clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outflank_core::Rule;
    use outflank_engine::{Engine, Limits, Options};

    use super::opening_list;
    use crate::Openings;

    #[test]
    fn the_lists_are_long_and_no_opening_comes_twice() {
        for rule in Rule::BOTH {
            let openings = opening_list(rule);
            assert_eq!(openings.len(), 2000);
            let boards = openings.iter().map(|opening| opening.position().board().canonical().0);
            assert_eq!(boards.collect::<HashSet<_>>().len(), openings.len());
            assert!(openings.iter().all(|opening| opening.moves().len() == Openings::PLIES));
        }
    }

    #[test]
    fn neither_side_is_ahead() {
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let limits = Limits { depth: Some(Openings::DEPTH), ..Limits::default() };
        for rule in Rule::BOTH {
            for opening in opening_list(rule).iter().step_by(100) {
                engine.clear();
                let board = opening.position().board();
                let score = engine.search(rule, board, &limits, &mut |_| {}).score;
                assert!(score.abs() <= Openings::MARGIN, "{rule}: {score} after {opening:?}");
            }
        }
    }
}
