//! The engine's opinion of every move, for one who asks.

use std::fmt::Write as _;
use std::time::Duration;

use outflank_core::{Board, Rule};
use outflank_engine::{Analysis, Bound, Engine, Limits, Options};

/// Long enough to be right about most moves, short enough to wait for.
const TIME: Duration = Duration::from_secs(1);

/// How many moves stand side by side.
const COLUMNS: usize = 6;

/// Gives hints. The engine is made when the first one is asked for.
#[derive(Default)]
pub(super) struct Adviser(Option<Engine>);

impl Adviser {
    pub(super) fn hint(&mut self, rule: Rule, board: Board) -> String {
        let engine = self.0.get_or_insert_with(|| Engine::new(Options::default()));
        let limits = Limits { time: Some(TIME), lines: 64, ..Limits::default() };
        told(&engine.search(rule, board, &limits, &mut |_| {}))
    }
}

/// The best move and the scores of all, best first.
fn told(analysis: &Analysis) -> String {
    let best = analysis.best.map(|best| best.to_string()).unwrap_or_default();
    let sure = if analysis.exact {
        "exact, to the end of the game".to_owned()
    } else {
        format!("looking {} plies ahead", analysis.depth)
    };
    let mut text = format!("best is {best}; discs you win by, {sure}:");
    for row in analysis.candidates.rchunks(COLUMNS) {
        text.push_str("\n ");
        for candidate in row.iter().rev() {
            let bound = match candidate.bound {
                Bound::Exact => "",
                Bound::Lower => ">=",
                Bound::Upper => "<=",
            };
            let score = format!("{bound}{:+}", candidate.score);
            let _ = write!(text, " {} {score:<4}", candidate.played);
        }
        text.truncate(text.trim_end().len());
    }
    text
}
