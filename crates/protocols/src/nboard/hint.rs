//! The result of a search, as `NBoard` shows it.

use outflank_core::Move;
use outflank_engine::{Analysis, Bound, Candidate};

/// `F5`, or `PA` for a pass.
pub(super) fn name(played: Move) -> String {
    match played {
        Move::Place(square) => format!("{square:#}"),
        Move::Pass => "PA".to_owned(),
    }
}

/// `search F5D6C3 1.00 0 12` for each of the best moves, the best one first.
pub(super) fn search_lines(analysis: &Analysis, count: usize) -> Vec<String> {
    let best = analysis.candidates.first();
    analysis
        .candidates
        .iter()
        .take(count)
        // A bound is not a score. It is shown for the best move only.
        .filter(|candidate| candidate.bound == Bound::Exact || Some(*candidate) == best)
        .map(|candidate| search_line(analysis, candidate))
        .collect()
}

fn search_line(analysis: &Analysis, candidate: &Candidate) -> String {
    let line: String = candidate.pv.iter().map(|played| name(*played)).collect();
    format!("search {line} {}.00 0 {}", candidate.score.discs(), depth(analysis, candidate))
}

/// `NBoard` takes a percent sign for a solved game, whatever is before it, so a
/// selective search that has not come to the end is a plain number of plies.
fn depth(analysis: &Analysis, candidate: &Candidate) -> String {
    if analysis.exact {
        "100%".to_owned()
    } else if candidate.depth >= analysis.board.empties().len() {
        analysis.selectivity.to_string()
    } else {
        candidate.depth.to_string()
    }
}
