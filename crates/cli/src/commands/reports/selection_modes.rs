//! Report 002, table I: which of its three ways to select is the best.

use outflank_train::genetic::{
    Genes, Opening, Optimiser, Preset, PresetPlan, Selection, encounter,
};

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use super::tuning::{contest, resized, tune};
use crate::failure::Failure;

const PRESET: Preset = Preset::Report002;
const MODES: [Selection; 3] =
    [Selection::BestAndHalf, Selection::BestThird, Selection::HalfReplaced];
/// The percentage of games won by black, by the modes of black and white.
const REPORT: [[f64; 3]; 3] = [[0.0, 34.35, 51.17], [76.89, 0.0, 83.56], [43.71, 26.49, 0.0]];

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let (population, generations) = scale.pick((15, 5), (30, 30));
    let seeds = scale.pick(2, 6);
    let mut won: [[Vec<f64>; 3]; 3] = Default::default();
    for seed in (scale.seed..).take(seeds) {
        let plan = resized(PRESET, population, generations, seed);
        let [one, two, three] = MODES.map(|mode| last_generation(plan, mode));
        let populations = [one?, two?, three?];
        let contest = contest(PRESET.form(), &plan);
        for (black, white) in pairs() {
            let (first, second) = (&populations[black], &populations[white]);
            let tally = encounter(&contest, first, second, &[Opening::Start]);
            won[black][white].push(100.0 * f64::from(tally.wins) / f64::from(tally.games()));
        }
    }
    let row = |(black, white): (usize, usize)| {
        let (mean, error) = mean(&won[black][white]);
        vec![
            Cell::text(format!("mode {}", black + 1)),
            Cell::text(format!("mode {}", white + 1)),
            Cell::Number(REPORT[black][white], 2),
            Cell::Measured(mean, error, 1),
        ]
    };
    Ok(Table {
        title: format!(
            "Report 002, table I: how many percent black won, populations of {population} after \
             {generations} generations, the mean of {seeds} runs"
        ),
        columns: columns(["black", "white", "report", "ours"]),
        rows: pairs().map(row).collect(),
        note: String::new(),
        differs: "The report has one run of each mode, and so no error.".to_owned(),
        chart: Chart {
            labels: vec![0, 1],
            report: Some(2),
            ours: 3,
            unit: "percent won by black".to_owned(),
            is_logarithmic: false,
        },
    })
}

/// Black and white, all but a mode against itself.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..9).map(|number| (number / 3, number % 3)).filter(|(black, white)| black != white)
}

fn last_generation(mut plan: PresetPlan, mode: Selection) -> Result<Vec<Genes>, Failure> {
    if let Optimiser::Genetic(breeding) = &mut plan.settings.optimiser {
        breeding.selection = mode;
    }
    plan.settings.measure = 0;
    let last = tune(PRESET, &plan)?.last;
    Ok(last.islands.into_iter().flatten().map(|agent| agent.genes).collect())
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt())
}
