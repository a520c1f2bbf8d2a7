//! How what a search has found is told.

use std::fmt::Write as _;

use outflank_core::{Move, Position, Rule};
use outflank_engine::{Analysis, Bound, Candidate, Grade, ReviewedMove, Summary};
use serde::Serialize;

use crate::screen::{count, milliseconds, rate};

/// What `go --json` and `solve --json` print: fields other tools rely on.
#[derive(Serialize)]
pub(crate) struct AnalysisLine {
    rules: &'static str,
    position: String,
    best: Option<String>,
    score: i32,
    exact: bool,
    depth: u32,
    selectivity: u32,
    nodes: u64,
    time_ms: f64,
    pv: Vec<String>,
    candidates: Vec<CandidateLine>,
}

#[derive(Serialize)]
struct CandidateLine {
    #[serde(rename = "move")]
    played: String,
    score: i32,
    bound: &'static str,
    depth: u32,
}

impl AnalysisLine {
    pub(crate) fn new(position: Position, analysis: &Analysis) -> Self {
        let candidate = |candidate: &Candidate| CandidateLine {
            played: candidate.played.to_string(),
            score: candidate.score,
            bound: candidate.bound.name(),
            depth: candidate.depth,
        };
        Self {
            rules: Rule::name(analysis.rule),
            position: position.to_string(),
            best: analysis.best.map(|best| best.to_string()),
            score: analysis.score,
            exact: analysis.exact,
            depth: analysis.depth,
            selectivity: analysis.selectivity.percent(),
            nodes: analysis.nodes,
            time_ms: milliseconds(analysis.time),
            pv: analysis.pv.iter().map(ToString::to_string).collect(),
            candidates: analysis.candidates.iter().map(candidate).collect(),
        }
    }
}

/// One move of a review, as `analyze --json` prints it.
#[derive(Serialize)]
pub(crate) struct MoveLine {
    ply: usize,
    color: String,
    #[serde(rename = "move")]
    played: String,
    score: i32,
    best: String,
    best_score: i32,
    loss: u32,
    grade: &'static str,
    exact: bool,
    depth: u32,
    position: String,
    pv: Vec<String>,
}

/// How one of the sides played, as `analyze --json` prints it.
#[derive(Serialize)]
pub(crate) struct SideLine<'a> {
    name: Option<&'a str>,
    choices: usize,
    loss: u32,
    average_loss: Option<f64>,
    accuracy: Option<f64>,
    grades: Grades,
}

/// How many moves have each grade.
#[derive(Serialize)]
struct Grades {
    forced: usize,
    best: usize,
    good: usize,
    inaccuracy: usize,
    mistake: usize,
    blunder: usize,
}

impl From<&ReviewedMove> for MoveLine {
    fn from(reviewed: &ReviewedMove) -> Self {
        Self {
            ply: reviewed.ply,
            color: reviewed.color().to_string(),
            played: reviewed.played.to_string(),
            score: reviewed.score,
            best: reviewed.best.to_string(),
            best_score: reviewed.best_score,
            loss: reviewed.loss(),
            grade: reviewed.grade.name(),
            exact: reviewed.exact,
            depth: reviewed.depth,
            position: reviewed.position.to_string(),
            pv: reviewed.pv.iter().map(Move::to_string).collect(),
        }
    }
}

impl<'a> SideLine<'a> {
    pub(crate) fn new(name: Option<&'a str>, summary: &Summary) -> Self {
        Self {
            name,
            choices: summary.choices(),
            loss: summary.lost(),
            average_loss: summary.average_loss().map(hundredths),
            accuracy: summary.accuracy().map(hundredths),
            grades: Grades {
                forced: summary.count(Grade::Forced),
                best: summary.count(Grade::Best),
                good: summary.count(Grade::Good),
                inaccuracy: summary.count(Grade::Inaccuracy),
                mistake: summary.count(Grade::Mistake),
                blunder: summary.count(Grade::Blunder),
            },
        }
    }
}

/// Two digits behind the point: more would be noise.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// How deep, how sure: `12@73%`, `20`, or `20 exact`.
pub(crate) fn depth(analysis: &Analysis) -> String {
    if analysis.exact {
        return format!("{} exact", analysis.depth);
    }
    match analysis.selectivity.percent() {
        100 => analysis.depth.to_string(),
        percent => format!("{}@{percent}%", analysis.depth),
    }
}

/// Moves one after the other.
pub(crate) fn line(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// An analysis for people.
pub(crate) fn analysis(analysis: &Analysis) -> String {
    let mut text = String::new();
    let best = analysis.best.map_or("none: the game is over".to_owned(), |best| best.to_string());
    let _ = writeln!(text, "best     {best}");
    let _ = writeln!(text, "score    {:+}", analysis.score);
    let _ = writeln!(text, "depth    {}", depth(analysis));
    let _ = writeln!(
        text,
        "nodes    {} in {:.3} s, {} a second",
        count(analysis.nodes),
        analysis.time.as_secs_f64(),
        rate(analysis.nodes, analysis.time)
    );
    if !analysis.pv.is_empty() {
        let _ = writeln!(text, "line     {}", line(&analysis.pv));
    }
    for (at, candidate) in analysis.candidates.iter().rev().enumerate() {
        let bound = match candidate.bound {
            Bound::Exact => "  ",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        let title = if at == 0 { "moves" } else { "" };
        let _ = writeln!(
            text,
            "{title:<8} {:<4} {bound} {:>+3}  depth {}",
            candidate.played.to_string(),
            candidate.score,
            candidate.depth
        );
    }
    text
}
