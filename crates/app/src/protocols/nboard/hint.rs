//! What a search has found, as `NBoard` shows it.

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
    let best = analysis.candidates.last();
    analysis
        .candidates
        .iter()
        .rev()
        .take(count)
        // A bound is no score: of the best move alone it is worth something.
        .filter(|candidate| candidate.bound == Bound::Exact || Some(*candidate) == best)
        .map(|candidate| search_line(analysis, candidate))
        .collect()
}

fn search_line(analysis: &Analysis, candidate: &Candidate) -> String {
    let is_best = analysis.pv.first() == Some(&candidate.played);
    let line = if is_best { analysis.pv.as_slice() } else { &[candidate.played] };
    let line: String = line.iter().map(|played| name(*played)).collect();
    format!("search {line} {}.00 0 {}", candidate.score, depth(analysis, candidate))
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
