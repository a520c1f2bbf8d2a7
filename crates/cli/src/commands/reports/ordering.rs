//! Report 000: the order of moves, and stored positions.

use std::time::Instant;

use outflank_classic::{Form, MoveOrdering};

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::time_by_depth::{agent, boards};

const ORDERINGS: [(&str, MoveOrdering); 3] = [
    ("by square, as in the report", MoveOrdering::Squares),
    ("best evaluation first", MoveOrdering::Evaluated),
    ("the same, positions stored", MoveOrdering::Stored),
];

pub(super) fn measure(scale: Scale) -> Table {
    let depth = scale.pick(5, 6);
    let boards = boards(scale.pick(8, 50), scale.seed);
    let agent = agent(Form::Phased, depth);
    let row = |(name, ordering): &(&str, MoveOrdering)| {
        let start = Instant::now();
        let nodes: u64 =
            boards.iter().map(|board| agent.effort(*board, depth, *ordering).nodes).sum();
        let seconds = start.elapsed().as_secs_f64() / boards.len() as f64;
        let nodes = nodes as f64 / boards.len() as f64;
        vec![Cell::text(*name), Cell::Number(nodes, 0), Cell::Number(seconds, 6)]
    };
    Table {
        title: format!("Report 000: the order of moves in classic:phased, {depth} plies"),
        columns: columns(["order", "nodes a move", "seconds a move"]),
        rows: ORDERINGS.iter().map(row).collect(),
        note: format!("The mean of {} boards, on one core.", boards.len()),
        differs: "The report found that ordering and storing cost more than they save, and gives \
                  no figures."
            .to_owned(),
        chart: Chart {
            labels: vec![0],
            report: None,
            ours: 2,
            unit: "seconds a move".to_owned(),
            is_logarithmic: false,
        },
    }
}
