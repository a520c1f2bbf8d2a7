//! Positions of games with a score for every legal move, to judge evaluations.

mod built_in;
mod choice;
mod unit;

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use outflank_core::{Board, Color, Move, Position, Rule, Score};
use outflank_engine::{Engine, Goal, Limits, SearchScore};
use outflank_eval::{Evaluation, Weights};
use outflank_formats::Problem;
use outflank_work::{Runner, WorkBatch};
use serde::{Deserialize, Serialize};

use crate::Dataset;
use crate::collect::collect;
use crate::engine_work::Evaluator;
use crate::folder::{self, FolderError, rule_by_name, rule_name};
pub use built_in::labelled_positions;
use choice::Choice;
pub(crate) use unit::LABELS;
use unit::LabelWork;

/// The number of positions that are stored together. A kill loses at most these.
const SHARD: usize = 50;

/// Settings of a run that labels positions. The same settings and games give the same labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labelling {
    /// The rules.
    #[serde(serialize_with = "rule_name", deserialize_with = "rule_by_name")]
    pub rule: Rule,
    /// The number of positions, rounded up to fifty. A run can be made longer: earlier labels
    /// stay.
    #[serde(skip)]
    pub positions: usize,
    /// Positions with at most this many empty squares get exact scores.
    pub exact: u32,
    /// The depth, in plies after the move, of the searches of all other positions.
    pub depth: u32,
    /// The seed of the choice of positions.
    pub seed: u64,
    /// The checksum of the weights that search.
    pub weights: u32,
}

/// The note of a run in its folder.
#[derive(Serialize)]
struct Note {
    #[serde(flatten)]
    settings: Labelling,
    /// The checksum of the boards of the games.
    games: u32,
}

/// A labelled set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledSet {
    /// The number of positions.
    pub positions: usize,
    /// The OBF file.
    pub file: PathBuf,
}

/// Labels positions of `games` that are not yet in `folder`, then writes the set. Without
/// `weights` the evaluation made by hand searches.
/// `on_positions` is called with the number of labelled positions, first with those that were in
/// the folder.
pub fn label(
    folder: &Path,
    games: &[Dataset],
    settings: Labelling,
    weights: Option<&Weights>,
    runner: &dyn Runner,
    on_positions: &(dyn Fn(u64) + Sync),
) -> Result<LabelledSet, FolderError> {
    if games.iter().any(|games| games.rule != settings.rule) {
        return Err(FolderError::OtherRule { wanted: settings.rule });
    }
    let choice = Choice::new(games, settings.seed);
    let count = settings.positions.div_ceil(SHARD);
    let boards = choice.boards(count * SHARD)?;
    let _claim = folder::claim(folder, &Note { settings, games: choice.checksum() })?;
    let shards = folder.join("labels");
    folder::prepare_inner(&shards)?;
    let path = |shard: u64| shards.join(format!("{shard:06}.obf"));
    let evaluator = Evaluator::new(weights);
    let performer = |_| evaluator.performer(LabelWork::of_all(settings, &boards));
    let describe = || {
        let settings = serde_json::to_value(settings).expect("settings are plain data");
        Ok(evaluator.describe(LABELS.name, settings))
    };
    let details = |range| LabelWork::details(&boards, range);
    let (done, missing): (Vec<_>, Vec<_>) =
        (0..count as u64).partition(|shard| path(*shard).exists());
    for _ in &done {
        on_positions(SHARD as u64);
    }
    let batch = WorkBatch { details: &details, ..WorkBatch::new(missing, &performer, &describe) };
    collect(runner, batch, &mut |shard, text| {
        folder::write(&path(shard), text)?;
        on_positions(SHARD as u64);
        Ok(())
    })?;
    let mut set = header(&settings, boards.len()).into_bytes();
    for shard in 0..count as u64 {
        let path = path(shard);
        set.extend(fs::read(&path).map_err(FolderError::io(&path))?);
    }
    let file = folder.join(format!("evaluation-{}.obf", settings.rule.name()));
    folder::write(&file, &set)?;
    Ok(LabelledSet { positions: boards.len(), file })
}

/// A position with the score of every legal move, the best first.
fn label_board<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: &Labelling,
    board: Board,
) -> Problem {
    let limits = if board.empties().len() <= settings.exact {
        Limits { goal: Goal::Solve, ..Limits::default() }
    } else {
        Limits { depth: Some(settings.depth), ..Limits::default() }
    };
    // Moves of one position share the table. Other positions would make the result depend on the
    // thread that got it.
    engine.clear();
    let score = |square| {
        let next = board.play(square).expect("a legal move");
        let score = engine.search(settings.rule, next, &limits, &mut |_| {}).score;
        (Move::Place(square), to_even(-score))
    };
    let mut problem = Problem::new(settings.rule, Position::from_board(board, Color::Black));
    problem.moves = board.legal_moves().iter().map(score).collect();
    problem.moves.sort_by_key(|(_, score)| Reverse(*score));
    problem
}

/// The nearest score of a finished game. Of two that are equally near, the multiple of four, so
/// that the mean of many scores stays.
fn to_even(score: SearchScore) -> Score {
    let discs = (f64::from(score.discs()) / 2.0).round_ties_even() * 2.0;
    Score::new(discs as i32).expect("an even number in range")
}

/// The comment at the top of a set.
fn header(settings: &Labelling, positions: usize) -> String {
    let Labelling { rule, exact, depth, seed, weights, .. } = settings;
    let rule = rule.name();
    format!(
        "% {positions} positions of {rule} from games of the engine against itself (choice by seed {seed}),\n\
         % with a score for every legal move. Up to {exact} empty squares scores are exact. Above\n\
         % they are of searches {depth} plies deep after the move, with weights {weights:08x},\n\
         % rounded to even numbers.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{SearchScore, to_even};

    #[test]
    fn odd_scores_become_even_without_a_bias() {
        let discs = [-63, -5, -3, -2, -1, 0, 1, 3, 5, 8, 63];
        let scores = discs.map(|discs| SearchScore::new(discs).expect("a score"));
        let even = scores.map(|score| to_even(score).discs());
        assert_eq!(even, [-64, -4, -4, -2, 0, 0, 0, 4, 4, 8, 64]);
    }
}
