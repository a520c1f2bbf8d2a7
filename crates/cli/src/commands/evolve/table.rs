//! A row for each generation.

use std::time::Duration;

use outflank_train::genetic::LogLine;

use outflank_report::rate;

pub(super) const HEADER: &str =
    "generation     best       mean  diversity  against start      games/s";

pub(super) fn row(line: &LogLine) -> String {
    let against = line.rate.map_or("-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate));
    let time = Duration::from_secs_f64(line.seconds.unwrap_or_default().max(0.0));
    format!(
        "{:>10} {:>8} {:>10.2} {:>10.3} {:>14} {:>12}",
        line.generation,
        line.best,
        line.mean,
        line.diversity,
        against,
        rate(line.games, time)
    )
}
