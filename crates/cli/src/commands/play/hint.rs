//! A hint as the terminal shows it.

use std::fmt::Write as _;

use outflank_engine::{Bound, Engine, Options};
use outflank_session::{Hint, HintSearch};

/// The number of moves in a row.
const COLUMNS: usize = 6;

/// Gives hints. The engine is made when the first one is asked for.
#[derive(Default)]
pub(super) struct Adviser(Option<Engine>);

impl Adviser {
    pub(super) fn hint(&mut self, search: HintSearch) -> String {
        let engine = self.0.get_or_insert_with(|| Engine::new(Options::default()));
        sentences(&search.run(engine))
    }
}

/// The best move and the scores of all, best first.
fn sentences(hint: &Hint) -> String {
    let Hint { best, analysis } = hint;
    let sure = if analysis.exact {
        "exact, to the end of the game".to_owned()
    } else {
        format!("looking {} plies ahead", analysis.depth)
    };
    let mut text = format!("best is {best}; discs you win by, {sure}:");
    for row in analysis.candidates.chunks(COLUMNS) {
        text.push_str("\n ");
        for candidate in row {
            let bound = match candidate.bound {
                Bound::Exact => "",
                Bound::Lower => ">=",
                Bound::Upper => "<=",
            };
            let score = format!("{bound}{}", candidate.score);
            let _ = write!(text, " {} {score:<4}", candidate.played);
        }
        text.truncate(text.trim_end().len());
    }
    text
}
