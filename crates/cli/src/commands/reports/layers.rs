//! Report 002: four, five and six layers.

use indicatif::ProgressBar;
use outflank_arena::PlayerName;
use outflank_classic::{Form, MoveOrdering};
use outflank_core::Rule;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::time_by_depth::{agent, boards, time};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let games = scale.pick(20, 200);
    let terms = Terms { rule: Rule::Reversed, games, concurrency: cores(), seed: scale.seed };
    let player = |depth: u32| {
        format!("classic:five-factor,depth={depth}").parse::<PlayerName>().map_err(Failure::input)
    };
    let boards = boards(scale.pick(12, 50), scale.seed);
    let row = |depth: u32| {
        let (mean, _) = time(Form::FiveFactor, &boards, depth);
        let agent = agent(Form::FiveFactor, depth);
        let nodes =
            boards.iter().map(|board| agent.effort(*board, depth, MoveOrdering::Squares).nodes);
        let nodes = nodes.sum::<u64>() / boards.len() as u64;
        let score = if depth == 4 {
            Cell::Missing
        } else {
            let played =
                Encounter::play(terms, &player(depth)?, &player(4)?, &ProgressBar::hidden())?;
            Cell::Measured(100.0 * played.outcome.score, 100.0 * played.outcome.score_error, 1)
        };
        Ok(vec![
            Cell::text(format!("{depth} plies")),
            Cell::Number(nodes as f64, 0),
            Cell::Number(mean, 6),
            score,
        ])
    };
    Ok(Table {
        title: "Report 002: four, five and six layers of classic:five-factor".to_owned(),
        columns: columns(["depth", "nodes a move", "seconds a move", "score against 4 plies"]),
        rows: [4, 5, 6].map(row).into_iter().collect::<Result<_, Failure>>()?,
        note: format!("{games} games at each depth, in percent of the points."),
        differs: "The report plays at 4 and speaks of 5 to 6 layers, without figures.".to_owned(),
        chart: Chart {
            labels: vec![0],
            report: None,
            ours: 3,
            unit: "percent of the points against 4 plies".to_owned(),
            is_logarithmic: false,
        },
    })
}
