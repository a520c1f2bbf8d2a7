//! Report 002, table II, and report 000: the cost of a generation.

use outflank_train::genetic::Preset;

use super::Scale;
use super::table::{Cell, Table};
use super::tuning::{resized, tune};
use crate::failure::Failure;

/// Report, population and seconds of a generation.
const REPORTS: [(Preset, &str, usize, f64); 5] = [
    (Preset::Report002, "002", 10, 12.47),
    (Preset::Report002, "002", 20, 40.12),
    (Preset::Report002, "002", 30, 91.66),
    (Preset::Report002, "002", 50, 282.64),
    (Preset::Report000, "000", 10, 232.414),
];

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let rows = REPORTS.map(|(preset, name, population, report)| {
        let mut plan = resized(preset, population, scale.pick(1, 3), scale.seed);
        // The games against the starting agent are ours: no report has them.
        plan.settings.measure = 0;
        let log = tune(preset, &plan)?.log;
        let seconds = log.iter().filter_map(|line| line.seconds).sum::<f64>() / log.len() as f64;
        let games = log.iter().map(|line| line.games).sum::<u64>() / log.len() as u64;
        Ok(vec![
            Cell::text(name),
            Cell::count(population as u32),
            Cell::count(games as u32),
            Cell::Number(report, 2),
            Cell::Number(seconds, 4),
            Cell::Number(report / seconds, 0),
        ])
    });
    Ok(Table {
        title: format!(
            "Report 002, table II, and report 000: seconds for a generation, all play all with \
             both colours at depth 2, {} cores",
            super::cores()
        ),
        columns: vec!["report", "population", "games", "report s", "ours s", "times faster"],
        rows: rows.into_iter().collect::<Result<_, Failure>>()?,
        note: "The depth of report 002 is not given; a Python program has no time for more."
            .to_owned(),
    })
}
