//! The generations as a picture.

use std::path::Path;

use outflank_classic::Genome;
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

/// Draws the weights of a continuous champion over the game.
pub(super) fn write_weights(champion: &Genome, folder: &Path) -> Result<(), Failure> {
    let curves = champion.curves();
    if curves.is_empty() {
        return Ok(());
    }
    // Nine colours of lines would not be told apart: own and opponent's counts share one.
    let name =
        |name: &str| name.trim_start_matches("own ").trim_start_matches("opponent's ").to_owned();
    let mut groups: Vec<String> = Vec::new();
    let lines = curves.iter().map(|curve| {
        let group = groups.iter().position(|known| *known == name(curve.name));
        let group = group.unwrap_or_else(|| {
            groups.push(name(curve.name));
            groups.len() - 1
        });
        let points = curve.points.iter().map(|&(discs, weight)| (f64::from(discs), weight));
        GraphLine {
            // The legend is narrow.
            name: curve.name.replace("opponent's", "opp."),
            points: points.collect(),
            group,
            is_dashed: curve.name.starts_with("opponent"),
        }
    });
    let all = lines.collect();
    let title = "continuous: the weight of each term by the number of discs".to_owned();
    let picture = Lines { title, across: "discs on the board", all }.draw();
    files::write_bytes(&RunFolder::weights_picture_file(folder), picture.as_bytes())
}
