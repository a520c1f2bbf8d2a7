//! Report 002, table II, and report 000: the cost of a generation.

use outflank_train::genetic::Preset;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::tuning::{resized, tune};
use crate::failure::Failure;

/// Report, population, plies and seconds of a generation.
const REPORTS: [(Preset, &str, usize, u32, f64); 6] = [
    (Preset::Report002, "002", 10, 2, 12.47),
    (Preset::Report002, "002", 20, 2, 40.12),
    (Preset::Report002, "002", 30, 2, 91.66),
    (Preset::Report002, "002", 50, 2, 282.64),
    (Preset::Report000, "000", 10, 3, 232.414),
    (Preset::Report000, "000", 2, 6, 860.0523),
];

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let rows = REPORTS.map(|(preset, name, population, depth, report)| {
        // Two agents that both stay have no children.
        let generations = if population == 2 { 1 } else { scale.pick(1, 3) };
        let mut plan = resized(preset, population, generations, scale.seed);
        plan.depth = depth;
        // The games against the starting agent are ours: no report has them.
        plan.settings.measure = 0;
        let log = tune(preset, &plan)?.log;
        let seconds = log.iter().filter_map(|line| line.seconds).sum::<f64>() / log.len() as f64;
        let games = log.iter().map(|line| line.games).sum::<u64>() / log.len() as u64;
        Ok(vec![
            Cell::text(name),
            Cell::count(population as u32),
            Cell::count(depth),
            Cell::count(games as u32),
            Cell::Number(report, 2),
            Cell::Number(seconds, 4),
            Cell::Number(report / seconds, 0),
        ])
    });
    Ok(Table {
        title: format!(
            "Report 002, table II, and report 000: seconds for a generation, all play all with \
             both colours, {} cores",
            crate::cores::cores()
        ),
        columns: columns([
            "report",
            "population",
            "plies",
            "games",
            "report s",
            "ours s",
            "times faster",
        ]),
        rows: rows.into_iter().collect::<Result<_, Failure>>()?,
        note: String::new(),
        differs: "The depth of report 002 is not given; a Python program has no time for more \
                  than 2."
            .to_owned(),
        chart: Chart {
            labels: vec![0, 1],
            report: Some(4),
            ours: 5,
            unit: "seconds".to_owned(),
            is_logarithmic: true,
        },
    })
}
