//! Report 002, table III: the weights of its tuner beside the weights of ours.

use outflank_arena::{ClassicName, GenomeName, PlayerName};
use outflank_classic::{Genome, SearchLimits};
use outflank_train::genetic::Preset;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::tuning::{resized, tune};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;
use crate::files;

const PRESET: Preset = Preset::Report002;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let (population, generations) = scale.pick((15, 10), (30, 200));
    let ours = tune(PRESET, &resized(PRESET, population, generations, scale.seed))?.champion;
    let report = Genome::default_of(PRESET.form());
    let genes = PRESET.form().genes().iter().zip(report.values().iter().zip(ours.values()));
    // The squares are not tuned.
    let tuned = genes.filter(|(gene, _)| !gene.name.starts_with("squares"));
    let rows = tuned.map(|(gene, (report, ours))| {
        vec![Cell::text(&gene.name), Cell::Number(*report, 2), Cell::Number(*ours, 2)]
    });
    Ok(Table {
        title: format!(
            "Report 002, table III: the weights after 200 generations; ours after {generations} \
             of {population} agents"
        ),
        columns: columns(["weight", "report", "ours"]),
        rows: rows.collect(),
        note: format!("Ours against the report's: {}.", compared(&ours, scale)?),
        differs: "Only the proportions of weights count, and another seed finds others.".to_owned(),
        chart: Chart {
            labels: vec![0],
            report: Some(1),
            ours: 2,
            unit: "weight".to_owned(),
            is_logarithmic: false,
        },
    })
}

/// The score of our weights against those of the report, at the depth of the tuning and
/// at the depth of the report.
fn compared(ours: &Genome, scale: Scale) -> Result<String, Failure> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ours.toml");
    files::write_bytes(&path, ours.to_toml().as_bytes())?;
    let games = scale.pick(40, 200);
    let terms = Terms { rule: PRESET.form().rule(), games, concurrency: cores(), seed: scale.seed };
    let mut scores = Vec::new();
    for depth in [2, 4] {
        let player = |genome| {
            PlayerName::Classic(ClassicName { genome, limits: SearchLimits::depth(depth) })
        };
        let [ours, report] =
            [GenomeName::File(path.clone()), GenomeName::Report(PRESET.form())].map(player);
        let played = Encounter::play(terms, &ours, &report, &indicatif::ProgressBar::hidden())?;
        scores.push(format!("{} of {games} games at depth {depth}", played.percent()));
    }
    Ok(scores.join(", "))
}
