//! The result of a search as text and JSON.

use std::fmt::Write as _;

use outflank_core::{Move, Position, Rule};
use outflank_engine::{Analysis, Bound, Candidate, Grade, ReviewedMove, Summary};
use serde::Serialize;
use utoipa::ToSchema;

use outflank_arena::milliseconds;

use crate::numbers::{count, rate};
use crate::words;

/// The result of a search. All scores are for the side to move. Other tools rely on its fields.
#[derive(Serialize, ToSchema)]
pub struct AnalysisLine {
    #[schema(value_type = words::Rules)]
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

/// A move with its score.
#[derive(Serialize, ToSchema)]
#[schema(as = Candidate)]
struct CandidateLine {
    #[serde(rename = "move")]
    played: String,
    score: i32,
    #[schema(value_type = words::Bound)]
    bound: &'static str,
    depth: u32,
    pv: Vec<String>,
}

impl AnalysisLine {
    /// The line of an analysis of `position`.
    pub fn new(position: Position, analysis: &Analysis) -> Self {
        let candidate = |candidate: &Candidate| {
            let (score, bound) = analysis.shown_candidate(candidate);
            CandidateLine {
                played: candidate.played.to_string(),
                score,
                bound: bound.name(),
                depth: candidate.depth,
                pv: names(&candidate.pv),
            }
        };
        Self {
            rules: Rule::name(analysis.rule),
            position: position.to_string(),
            best: analysis.best.map(|best| best.to_string()),
            score: analysis.shown_score(),
            exact: analysis.exact,
            depth: analysis.depth,
            selectivity: analysis.selectivity.percent(),
            nodes: analysis.nodes,
            time_ms: milliseconds(analysis.time),
            pv: names(&analysis.pv),
            // The best move comes last, as in the candidate list of the course.
            candidates: analysis.candidates.iter().rev().map(candidate).collect(),
        }
    }
}

/// One move of a review. Scores are for the side that moved.
#[derive(Serialize, ToSchema)]
pub struct MoveLine {
    ply: usize,
    #[schema(value_type = words::Color)]
    color: String,
    #[serde(rename = "move")]
    played: String,
    score: i32,
    best: String,
    best_score: i32,
    loss: u32,
    #[schema(value_type = words::Grade)]
    grade: &'static str,
    exact: bool,
    depth: u32,
    position: String,
    pv: Vec<String>,
}

/// The object of `go --json` and `solve --json`.
#[derive(Serialize, ToSchema)]
pub struct SearchLine {
    #[serde(flatten)]
    found: AnalysisLine,
    /// The error to expect of the score, in discs; 0 if it is exact.
    margin: u32,
    /// True if the answer is that of an opening book, without a search.
    book: bool,
}

impl SearchLine {
    /// The line of an analysis of `position`.
    pub fn new(position: Position, analysis: &Analysis) -> Self {
        Self {
            found: AnalysisLine::new(position, analysis),
            margin: analysis.margin,
            book: analysis.is_book,
        }
    }
}

/// One move of a review, as `analyze --json` prints it.
#[derive(Serialize, ToSchema)]
#[schema(as = ReviewedMove)]
pub struct ReviewLine {
    #[serde(flatten)]
    reviewed: MoveLine,
    /// The error to expect of the scores, in discs; 0 if they are exact.
    margin: u32,
    /// True if the move lost something, but no more than the margin.
    within_margin: bool,
    /// True if the scores are those of an opening book.
    book: bool,
}

impl From<&ReviewedMove> for ReviewLine {
    fn from(reviewed: &ReviewedMove) -> Self {
        let (margin, within_margin) = (reviewed.margin, reviewed.is_within_margin());
        Self { reviewed: reviewed.into(), margin, within_margin, book: reviewed.is_book }
    }
}

/// The summary of one side, as `analyze --json` prints it.
#[derive(Serialize, ToSchema)]
#[schema(as = SideSummary)]
pub struct SideLine<'a> {
    name: Option<&'a str>,
    choices: usize,
    loss: u32,
    average_loss: Option<f64>,
    accuracy: Option<f64>,
    grades: Grades,
}

/// The number of moves with each grade.
#[derive(Serialize, ToSchema)]
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
            score: reviewed.score.discs(),
            best: reviewed.best.to_string(),
            best_score: reviewed.best_score.discs(),
            loss: reviewed.loss(),
            grade: reviewed.grade.name(),
            exact: reviewed.exact,
            depth: reviewed.depth,
            position: reviewed.position.to_string(),
            pv: names(&reviewed.pv),
        }
    }
}

impl<'a> SideLine<'a> {
    /// The line of a side with this name.
    pub fn new(name: Option<&'a str>, summary: &Summary) -> Self {
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

/// Depth and selectivity: `12@73%`, `20`, or `20 exact`.
pub fn depth(analysis: &Analysis) -> String {
    if analysis.exact {
        return format!("{} exact", analysis.depth);
    }
    match analysis.selectivity.percent() {
        100 => analysis.depth.to_string(),
        percent => format!("{}@{percent}%", analysis.depth),
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Moves one after the other.
pub fn line(moves: &[Move]) -> String {
    names(moves).join(" ")
}

/// An analysis for people.
pub fn analysis(analysis: &Analysis) -> String {
    let mut text = String::new();
    let best = analysis.best.map_or("none: the game is over".to_owned(), |best| best.to_string());
    let _ = writeln!(text, "best     {best}");
    let _ = writeln!(text, "score    {:+}", analysis.shown_score());
    if analysis.margin > 0 && analysis.outcome.is_none() {
        let _ = writeln!(text, "margin   {}", analysis.margin);
    }
    let _ = writeln!(text, "depth    {}", depth(analysis));
    if analysis.is_book {
        let _ = writeln!(text, "source   opening book");
    }
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
    for (at, candidate) in analysis.candidates.iter().enumerate() {
        let (score, bound) = analysis.shown_candidate(candidate);
        let bound = match bound {
            Bound::Exact => "  ",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        let title = if at == 0 { "moves" } else { "" };
        let _ = writeln!(
            text,
            "{title:<8} {:<4} {bound} {score:>+3}  depth {:>2}  {}",
            candidate.played.to_string(),
            candidate.depth,
            line(&candidate.pv)
        );
    }
    text
}
