//! Runs as pages show them.

use outflank_classic::{Form, Genome, PartValues};
use outflank_train::genetic::LogLine;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::listing::Listed;
use super::progress::{Progress, RunState};
use crate::error::ApiError;
use outflank_report::{MatchLine, shown_player, words};

/// A run in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = RunSummary)]
pub(super) struct RunView {
    id: String,
    /// The name of its folder.
    name: String,
    form: &'static str,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    /// The number of finished generations.
    generation: usize,
    /// The planned number, known at the end: a run can always be made longer.
    generations: Option<usize>,
    state: RunState,
    /// The part of its games against the starting agent that the best agent won, in the few
    /// games of a generation.
    rate: Option<f64>,
    /// The champion's match against the agent of its report, from openings that it was not
    /// tuned on; null before it is played.
    validated: Option<ValidatedScore>,
    games: u64,
}

/// The result of a match of the champion.
#[derive(Serialize, ToSchema)]
struct ValidatedScore {
    opponent: String,
    /// From 0 to 1.
    score: f64,
    /// The standard error of the score.
    error: Option<f64>,
    games: u64,
}

impl ValidatedScore {
    /// The match against the agent of the report of this form.
    fn of(rows: &[Value], form: Form) -> Option<Self> {
        let opponent = |row: &Value| row["opponent"].as_str().map(shown_player);
        let report = format!("classic:{form}");
        let is_report = |name: &str| name.split(',').next() == Some(report.as_str());
        let row = rows.iter().find(|row| opponent(row).is_some_and(|name| is_report(&name)))?;
        Some(Self {
            opponent: opponent(row)?,
            score: row["score"].as_f64()?,
            error: row["score_error"].as_f64(),
            games: row["games"].as_u64()?,
        })
    }
}

/// A run with all that is known of it.
#[derive(Serialize, ToSchema)]
pub(super) struct RunDetail {
    #[serde(flatten)]
    view: RunView,
    /// The game and the agent, in words.
    contest: String,
    #[schema(value_type = Object)]
    settings: Value,
    log: Vec<GenerationView>,
    champion: Option<ChampionView>,
    /// The genes that it started from.
    start: Vec<PartView>,
    /// The champion's matches against agents that it was not tuned on.
    #[schema(value_type = Option<Vec<Validation>>)]
    validation: Option<Vec<Value>>,
}

/// A generation: its line of the log, with scores as fractions of the maximum.
#[derive(Serialize, ToSchema)]
#[schema(as = GenerationLine)]
struct GenerationView {
    /// Its number, from 0.
    generation: u32,
    best: i64,
    mean: f64,
    worst: i64,
    /// The number of games that each agent played for its score.
    played: u32,
    /// The difference between agents: 0 if all are alike, at most a half.
    diversity: f64,
    /// The part of the games against the starting agent that the best agent won.
    rate: Option<f64>,
    /// The checksum of the champion's genes.
    champion: u32,
    games: u64,
    /// The time that the generation took; null if unknown.
    seconds: Option<f64>,
    best_part: f64,
    mean_part: f64,
}

/// A match of the champion, for the description.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a row of a file that the trainer writes")]
struct Validation {
    player: String,
    opponent: String,
    #[serde(flatten)]
    outcome: MatchLine,
}

/// The best agent of a run.
#[derive(Serialize, ToSchema)]
#[schema(as = Champion)]
struct ChampionView {
    generation: u32,
    rate: Option<f64>,
    genes: Vec<PartView>,
    provenance: Option<String>,
}

/// Genes under one name.
#[derive(Serialize, ToSchema)]
#[schema(as = GenePart)]
struct PartView {
    name: &'static str,
    #[serde(flatten)]
    values: PartData,
}

/// The values of genes under one name.
#[derive(Serialize, ToSchema)]
#[schema(as = GeneValues)]
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
            form: listed.form.name(),
            rules: listed.run.rule().unwrap_or(listed.form.rule()).name(),
            generation,
            generations: is_done.then_some(generation),
            state: progress.state,
            rate: progress.log.iter().filter_map(|line| line.rate).reduce(f64::max),
            validated: progress
                .validation
                .as_deref()
                .and_then(|rows| ValidatedScore::of(rows, listed.form)),
            games: progress.log.iter().map(|line| line.games).sum(),
        }
    }
}

impl RunDetail {
    /// The run with its generations from a certain one on.
    pub(super) fn of(listed: &Listed, progress: Progress, after: usize) -> Result<Self, ApiError> {
        let run = &listed.run;
        let champion = run.champion().map_err(|error| ApiError::server(&error))?;
        let scoring = run.settings().scoring;
        let view = RunView::of(listed, &progress);
        let line = |line: LogLine| GenerationView {
            best_part: scoring.part(line.best as f64, line.played),
            mean_part: scoring.part(line.mean, line.played),
            generation: line.generation,
            best: line.best,
            mean: line.mean,
            worst: line.worst,
            played: line.played,
            diversity: line.diversity,
            rate: line.rate,
            champion: line.champion,
            games: line.games,
            seconds: line.seconds,
        };
        Ok(Self {
            view,
            contest: run.contest().to_owned(),
            settings: run.settings_json().clone(),
            champion: champion.map(|champion| ChampionView {
                generation: champion.generation,
                rate: champion.rate,
                genes: parts(listed.form, champion.genes.values()),
                provenance: run.champion_genome().map(|genome| genome.provenance().to_owned()),
            }),
            log: progress.log.into_iter().skip(after).map(line).collect(),
            start: parts(listed.form, run.default_genes()),
            validation: progress
                .validation
                .map(|rows| rows.into_iter().map(without_paths).collect()),
        })
    }
}

/// Genes by name; none if they do not fit the form.
fn parts(form: Form, genes: &[f64]) -> Vec<PartView> {
    let Some(genome) = Genome::new(form, genes.to_vec(), "") else { return Vec::new() };
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

/// A row of the validation. Paths of files must not be disclosed.
fn without_paths(mut row: Value) -> Value {
    for key in ["player", "opponent"] {
        if let Some(Value::String(name)) = row.get_mut(key) {
            *name = shown_player(name);
        }
    }
    row
}
