//! Report 003: a fixed depth against iterative deepening.

use indicatif::ProgressBar;
use outflank_arena::PlayerName;
use outflank_classic::{Form, MoveOrdering};
use outflank_core::Rule;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::time_by_depth::{agent, boards};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;

/// The fixed depth of the report's first version.
const FIXED: u32 = 4;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let boards = boards(scale.pick(30, 200), scale.seed);
    let deepest = scale.pick(5, 7);
    let moves = |depth: u32| -> Vec<_> {
        let agent = agent(Form::Corner, depth);
        boards.iter().map(|board| agent.choose(*board)).collect()
    };
    let by_depth: Vec<_> = (1..=deepest).map(moves).collect();
    let rows = by_depth.windows(2).enumerate().map(|(number, pair)| {
        let same = pair[0].iter().zip(&pair[1]).filter(|(one, next)| one == next).count();
        let part = same as f64 / boards.len() as f64;
        let error = (part * (1.0 - part) / boards.len() as f64).sqrt();
        vec![
            Cell::text(format!("{} and {} plies", number + 1, number + 2)),
            Cell::count(boards.len() as u32),
            Cell::Measured(100.0 * part, 100.0 * error, 1),
        ]
    });
    Ok(Table {
        title: "Report 003: how often one ply more leaves the move of classic:corner unchanged"
            .to_owned(),
        columns: columns(["depths", "boards", "same move"]),
        rows: rows.collect(),
        note: compared(scale)?,
        differs: "The report says that from a certain depth on the move seldom changes, without \
                  figures. Its first version searched 4 plies."
            .to_owned(),
        chart: Chart {
            labels: vec![0],
            report: None,
            ours: 2,
            unit: "percent of the boards".to_owned(),
            is_logarithmic: false,
        },
    })
}

/// A match of deepening against the fixed depth, with as many nodes on average.
fn compared(scale: Scale) -> Result<String, Failure> {
    let boards = boards(50, scale.seed);
    let agent = agent(Form::Corner, FIXED);
    let nodes = boards.iter().map(|board| agent.effort(*board, FIXED, MoveOrdering::Squares).nodes);
    let nodes = nodes.sum::<u64>() / boards.len() as u64;
    let player = |limit: String| {
        format!("classic:corner,{limit}").parse::<PlayerName>().map_err(Failure::input)
    };
    let (fixed, deepening) = (player(format!("depth={FIXED}"))?, player(format!("nodes={nodes}"))?);
    let games = scale.pick(20, 200);
    let terms = Terms { rule: Rule::Reversi, games, concurrency: cores(), seed: scale.seed };
    let played = Encounter::play(terms, &deepening, &fixed, &ProgressBar::hidden())?;
    Ok(format!(
        "Deepening with {nodes} nodes a move, the mean of a search of {FIXED} plies, scores {} of \
         {games} games against the fixed depth.",
        played.percent()
    ))
}
