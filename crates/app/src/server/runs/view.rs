//! Runs as pages show them.

use outflank_classic::{Genome, PartValues};
use outflank_train::genetic::LogLine;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::folder::{Progress, RunState};
use super::listing::Listed;
use crate::results::shown_player;
use crate::server::error::ApiError;

/// A run in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct RunView {
    id: String,
    /// The name of its folder.
    name: String,
    form: &'static str,
    rules: &'static str,
    /// How many generations are finished.
    generation: usize,
    /// How many there will be, once it has come to its end: a run may always be
    /// made longer.
    generations: Option<usize>,
    state: RunState,
    /// The part of its games against the starting agent that the best agent won.
    rate: Option<f64>,
    games: u64,
}

/// A run with all that is known of it.
#[derive(Serialize, ToSchema)]
pub(super) struct RunDetail {
    #[serde(flatten)]
    view: RunView,
    /// What is played, in words.
    contest: String,
    #[schema(value_type = Object)]
    settings: Value,
    log: Vec<GenerationView>,
    champion: Option<ChampionView>,
    /// The genes that it started from.
    start: Vec<PartView>,
    /// The champion's matches against agents that it was not tuned on.
    #[schema(value_type = Option<Vec<Object>>)]
    validation: Option<Vec<Value>>,
}

/// A generation: its line of the log, and scores as parts of what could be won.
#[derive(Serialize, ToSchema)]
struct GenerationView {
    #[serde(flatten)]
    #[schema(value_type = Object)]
    line: LogLine,
    best_part: f64,
    mean_part: f64,
}

/// The best agent of a run.
#[derive(Serialize, ToSchema)]
struct ChampionView {
    generation: u32,
    rate: Option<f64>,
    genes: Vec<PartView>,
    provenance: Option<String>,
}

/// Genes under one name.
#[derive(Serialize, ToSchema)]
struct PartView {
    name: &'static str,
    #[serde(flatten)]
    values: PartData,
}

#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PartData {
    /// A number.
    Number { value: f64 },
    /// A table; without names of rows it has one row.
    Table { rows: &'static [&'static str], columns: &'static [&'static str], values: Vec<Vec<f64>> },
    /// A number for each square, from a1 to h8.
    Matrix { values: Vec<f64> },
}

impl RunView {
    pub(super) fn of(listed: &Listed, progress: &Progress) -> Self {
        let generation = progress.log.len();
        let is_done = progress.state == RunState::Done;
        Self {
            id: listed.id.clone(),
            name: listed.name.clone(),
            form: listed.run.form.name(),
            rules: listed.run.form.rule().name(),
            generation,
            generations: is_done.then_some(generation),
            state: progress.state,
            rate: progress.log.iter().filter_map(|line| line.rate).reduce(f64::max),
            games: progress.log.iter().map(|line| line.games).sum(),
        }
    }
}

impl RunDetail {
    /// The run with its generations from a certain one on.
    pub(super) fn of(listed: &Listed, progress: Progress, after: usize) -> Result<Self, ApiError> {
        let run = &listed.run;
        let champion = run.champion(&progress.log).map_err(|error| ApiError::server(&error))?;
        let scoring = run.settings.scoring;
        let view = RunView::of(listed, &progress);
        let line = |line: LogLine| GenerationView {
            best_part: scoring.part(line.best as f64, line.played),
            mean_part: scoring.part(line.mean, line.played),
            line,
        };
        Ok(Self {
            view,
            contest: run.contest.clone(),
            settings: run.written.clone(),
            champion: champion.map(|champion| ChampionView {
                generation: champion.generation,
                rate: champion.rate,
                genes: run.genome(champion.genes.values()).map(|g| parts(&g)).unwrap_or_default(),
                provenance: run.provenance(),
            }),
            log: progress.log.into_iter().skip(after).map(line).collect(),
            start: run.start().map(|genome| parts(&genome)).unwrap_or_default(),
            validation: progress
                .validation
                .map(|rows| rows.into_iter().map(without_paths).collect()),
        })
    }
}

fn parts(genome: &Genome) -> Vec<PartView> {
    let parts = genome.parts().into_iter().map(|part| PartView {
        name: part.name,
        values: match part.values {
            PartValues::Number(value) => PartData::Number { value },
            PartValues::Table { rows, columns, values } => {
                PartData::Table { rows, columns, values }
            }
            PartValues::Squares(values) => PartData::Matrix { values: values.to_vec() },
        },
    });
    parts.collect()
}

/// A row of the validation. Where files lie is nobody's business outside.
fn without_paths(mut row: Value) -> Value {
    for key in ["player", "opponent"] {
        if let Some(Value::String(name)) = row.get_mut(key) {
            *name = shown_player(name);
        }
    }
    row
}
