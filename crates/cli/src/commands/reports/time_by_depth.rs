//! Report 000, figure 5: how long its agent thinks at each depth.

use std::time::Instant;

use outflank_classic::{Agent, Form, Genome, SearchLimits};
use outflank_core::Board;
use outflank_train::random_board;

use super::Scale;
use super::table::{Cell, Table};

/// The longest move at depth 5. Its figure is not in the text at hand.
const REPORT: (u32, f64) = (5, 4.1877);

pub(super) fn measure(scale: Scale) -> Table {
    let boards = boards(scale.pick(12, 50), scale.seed);
    let row = |depth| {
        let (mean, slowest) = time(&boards, depth);
        let (report, ratio) = if depth == REPORT.0 {
            (Cell::Number(REPORT.1, 4), Cell::Number(REPORT.1 / slowest, 0))
        } else {
            (Cell::Missing, Cell::Missing)
        };
        vec![Cell::count(depth), report, Cell::Number(slowest, 6), Cell::Number(mean, 6), ratio]
    };
    Table {
        title: format!(
            "Report 000, figure 5: seconds for a move of classic:phased, {} boards, one core",
            boards.len()
        ),
        columns: vec!["depth", "report slowest", "ours slowest", "ours mean", "times faster"],
        rows: (1..=scale.pick(6, 7)).map(row).collect(),
        note: "The report's text has depth 5 only; the rest is in a figure.".to_owned(),
    }
}

/// Boards of the middle game, with 20 to 40 discs placed, where there is a move.
fn boards(count: usize, seed: u64) -> Vec<Board> {
    let seeds = seed.wrapping_mul(1 << 20)..;
    let boards = seeds.zip((20..=40).cycle()).map(|(seed, plies)| random_board(plies, seed));
    boards.filter(|board| !board.legal_moves().is_empty()).take(count).collect()
}

/// The mean and the longest time of a move in seconds.
fn time(boards: &[Board], depth: u32) -> (f64, f64) {
    let form = Form::Phased;
    let agent = Agent::new(&Genome::default_of(form), form.rule(), SearchLimits::depth(depth))
        .expect("a form plays its own game");
    let seconds = boards.iter().map(|board| {
        let start = Instant::now();
        std::hint::black_box(agent.choose(*board));
        start.elapsed().as_secs_f64()
    });
    let seconds: Vec<_> = seconds.collect();
    let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
    (mean, seconds.iter().copied().fold(0.0, f64::max))
}
