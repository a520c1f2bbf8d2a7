//! Report 004: the strength after 80, 200 and 3000 generations.

use indicatif::ProgressBar;
use outflank_arena::{ClassicName, GenomeName, PlayerName};
use outflank_classic::{Form, SearchLimits};
use outflank_train::genetic::Preset;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::tuning::{resized, tune};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;
use crate::files;

const PRESET: Preset = Preset::Report004;
/// The depth at which champions play.
const DEPTH: u32 = 3;

/// 80 and 200 generations, or in a quick run fewer of fewer agents.
pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let (population, runs) =
        scale.pick((12, [(4, "-"), (10, "-")]), (60, [(80, "30"), (200, "10")]));
    table(scale, population, &runs)
}

/// 3000 generations.
pub(super) fn measure_long(scale: Scale) -> Result<Table, Failure> {
    let (population, generations) = scale.pick((12, 20), (60, 3000));
    table(scale, population, &[(generations, "3")])
}

fn table(scale: Scale, population: usize, runs: &[(u32, &str)]) -> Result<Table, Failure> {
    let games = scale.pick(10, 100);
    let terms = Terms { rule: PRESET.form().rule(), games, concurrency: cores(), seed: scale.seed };
    let player =
        |genome| PlayerName::Classic(ClassicName { genome, limits: SearchLimits::depth(DEPTH) });
    let folder = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for (generations, rank) in runs {
        let tuned = tune(PRESET, &resized(PRESET, population, *generations, scale.seed))?;
        let path = folder.path().join(format!("{generations}.toml"));
        files::write_bytes(&path, tuned.champion.to_toml().as_bytes())?;
        for opponent in [Form::Evolved, Form::Phased, Form::FiveFactor] {
            let (champion, opponent) =
                (player(GenomeName::File(path.clone())), player(GenomeName::Report(opponent)));
            let played = Encounter::play(terms, &champion, &opponent, &ProgressBar::hidden())?;
            rows.push(vec![
                Cell::count(*generations),
                Cell::text(*rank),
                Cell::text(&played.opponent),
                Cell::count(games),
                Cell::Measured(100.0 * played.outcome.score, 100.0 * played.outcome.score_error, 1),
            ]);
        }
    }
    let counts: Vec<_> = runs.iter().map(|(generations, _)| generations.to_string()).collect();
    Ok(Table {
        title: format!("Report 004: the champion after {} generations", counts.join(" and ")),
        columns: columns(["generations", "rank in the report", "opponent", "games", "ours"]),
        rows,
        note: format!(
            "{population} agents of random bits, tuned at depth 1; the champion plays at depth {DEPTH}. \
             It is the one with the best score against the report's agent."
        ),
        differs: "The report has ranks among the programs of its course, which cannot be had. \
                  Here the champions meet the agents of the reports."
            .to_owned(),
        chart: Chart {
            labels: vec![0, 2],
            report: None,
            ours: 4,
            unit: "percent of the points".to_owned(),
            is_logarithmic: false,
        },
    })
}
