//! The generations as a picture.

use std::path::Path;

use outflank_train::genetic::{LogLine, RunFolder};

use super::plan::Search;
use crate::failure::Failure;
use crate::files;
use outflank_report::graph::{GraphLine, Lines};

/// Draws the log. Scores are shown as fractions of the maximum, so that everything fits
/// one axis from 0 to 1.
pub(super) fn write(log: &[LogLine], search: &Search, folder: &Path) -> Result<(), Failure> {
    let scoring = search.settings.scoring;
    let line = |name: &str, group, of: &dyn Fn(&LogLine) -> Option<f64>| {
        let points =
            log.iter().filter_map(|line| Some((f64::from(line.generation), of(line)?))).collect();
        GraphLine { name: name.to_owned(), points, group, is_dashed: false }
    };
    let all = vec![
        line("best", 0, &|line| Some(scoring.part(line.best as f64, line.played))),
        line("mean", 4, &|line| Some(scoring.part(line.mean, line.played))),
        line("diversity", 2, &|line| Some(line.diversity)),
        line("against start", 1, &|line| line.rate),
    ];
    let title = format!("{}: scores and diversity by generation", search.form());
    let picture = Lines { title, across: "generation", all }.draw();
    files::write_bytes(&RunFolder::picture_file(folder), picture.as_bytes())
}
