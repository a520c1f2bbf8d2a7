//! Report 000, figure 5: how long its agent thinks at each depth.

use std::time::Instant;

use outflank_classic::{Agent, Form, Genome, SearchLimits};
use outflank_core::Board;
use outflank_train::random_board;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};

/// Its `d_cut`, which counts from 0, and the seconds of its figure 5.
const REPORT: [(u32, f64); 5] =
    [(4, 2.9254), (5, 4.1878), (6, 8.5119), (7, 31.0899), (8, 113.4898)];
/// From this depth on fewer boards are searched.
const DEEP: u32 = 7;

pub(super) fn measure(scale: Scale) -> Table {
    let boards = boards(scale.pick(12, 50), scale.seed);
    let few = &boards[..scale.pick(4, 10)];
    let row = |(cut, report): &(u32, f64)| {
        let boards = if *cut < DEEP { &boards[..] } else { few };
        let plies = cut + 1;
        let (mean, slowest) = time(Form::Phased, boards, plies);
        vec![
            Cell::count(*cut),
            Cell::count(plies),
            Cell::count(boards.len() as u32),
            Cell::Number(*report, 4),
            Cell::Number(slowest, 6),
            Cell::Number(mean, 6),
            Cell::Number(report / slowest, 0),
        ]
    };
    Table {
        title: "Report 000, figure 5: seconds for the slowest move, by depth".to_owned(),
        columns: columns([
            "d_cut",
            "plies",
            "boards",
            "report slowest",
            "ours slowest",
            "ours mean",
            "times faster",
        ]),
        rows: REPORT[..scale.pick(3, 5)].iter().map(row).collect(),
        note: "classic:phased on one core, on boards with 20 to 40 discs placed.".to_owned(),
        differs: "The report times its whole local judge, on other boards.".to_owned(),
        chart: Chart {
            labels: vec![0],
            report: Some(3),
            ours: 4,
            unit: "seconds".to_owned(),
            is_logarithmic: true,
        },
    }
}

/// Boards of the middle game, with 20 to 40 discs placed, where there is a move.
pub(super) fn boards(count: usize, seed: u64) -> Vec<Board> {
    let seeds = seed.wrapping_mul(1 << 20)..;
    let boards = seeds.zip((20..=40).cycle()).map(|(seed, plies)| random_board(plies, seed));
    boards.filter(|board| !board.legal_moves().is_empty()).take(count).collect()
}

/// The agent of a report that searches to a depth.
pub(super) fn agent(form: Form, depth: u32) -> Agent {
    Agent::new(&Genome::default_of(form), form.rule(), SearchLimits::depth(depth))
        .expect("a form plays its own game")
}

/// The mean and the longest time of a move in seconds.
pub(super) fn time(form: Form, boards: &[Board], depth: u32) -> (f64, f64) {
    let agent = agent(form, depth);
    let seconds = boards.iter().map(|board| {
        let start = Instant::now();
        std::hint::black_box(agent.choose(*board));
        start.elapsed().as_secs_f64()
    });
    let seconds: Vec<_> = seconds.collect();
    let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
    (mean, seconds.iter().copied().fold(0.0, f64::max))
}
