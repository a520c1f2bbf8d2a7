//! The folder of a run as a reader sees it, and the claim on it.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;

use outflank_classic::{Form, Genome};
use outflank_train::genetic::{
    ChampionSummary, Contest, ContestResult, Opening, PresetPlan, Run, RunFolder, RunSummary,
};
use outflank_train::{AgentContest, Effort, agent_space};
use serde_json::{Value, json};

const FORM: Form = Form::Corner;

fn plan() -> PresetPlan {
    let mut plan = PresetPlan::default();
    plan.settings.generations = 2;
    plan.settings.measure = 1;
    plan.settings.openings = outflank_train::genetic::GenerationOpenings::Start;
    if let outflank_train::genetic::Optimiser::Genetic(breeding) = &mut plan.settings.optimiser {
        breeding.population = 6;
    }
    plan
}

fn open<'c, C: Contest>(
    folder: &Path,
    contest: &'c C,
) -> Result<Run<'c, C>, outflank_train::genetic::RunError> {
    let (plan, start) = (plan(), Genome::default_of(FORM));
    let space = agent_space(&start, &[], plan.coding).unwrap();
    Run::open(folder, space, start.values(), plan.settings, contest)
}

fn contest() -> AgentContest<'static> {
    AgentContest::new(FORM, Effort::Depth(1), &|| {})
}

#[test]
fn a_reader_finds_what_the_run_wrote() {
    let folder = tempfile::tempdir().unwrap();
    assert!(RunFolder::open(folder.path()).is_none());
    let contest = contest();
    let mut run = open(folder.path(), &contest).unwrap();
    let reader = RunFolder::open(folder.path()).unwrap();
    assert_eq!((reader.form(), reader.contest()), (Some(FORM), &*contest.description()));
    assert_eq!(reader.rule(), Some(FORM.rule()));
    assert_eq!(reader.default_genes(), Genome::default_of(FORM).values());
    assert_eq!(reader.settings().seed, plan().settings.seed);
    assert_eq!(reader.settings_json()["measure"], 1);
    assert!(reader.champion().unwrap().is_none());
    while run.step().unwrap().is_some() {}
    assert_eq!(reader.log().unwrap(), run.log());
    assert_eq!(reader.champion().unwrap().as_ref(), run.champion());
    assert_eq!(reader.generation(1).unwrap().as_ref(), run.last());
    assert!(reader.generation(2).unwrap().is_none());
    assert!(reader.summary().is_none());
    let champion = ChampionSummary { file: "f".into(), generation: 1, rate: None };
    let summary = RunSummary {
        form: FORM.name().to_owned(),
        rules: FORM.rule().name().to_owned(),
        seed: 0,
        generations: 2,
        games: 9,
        champion,
        validation: vec![json!({"games": 4})],
    };
    summary.write(folder.path()).unwrap();
    let read = reader.summary().unwrap();
    assert_eq!((read.generations, read.validation), (2, summary.validation));
}

#[test]
fn without_a_hall_of_fame_the_last_champion_is_the_best() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest();
    let mut run = open(folder.path(), &contest).unwrap();
    while run.step().unwrap().is_some() {}
    fs::remove_file(folder.path().join("hall.json")).unwrap();
    let reader = RunFolder::open(folder.path()).unwrap();
    assert_eq!(reader.champion().unwrap().unwrap(), run.last().unwrap().champion);
}

#[test]
fn two_runs_cannot_work_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest();
    let run = open(folder.path(), &contest).unwrap();
    let refused = open(folder.path(), &contest).err().unwrap().to_string();
    let name = folder.path().display();
    assert!(refused.starts_with(&format!("another process is working in {name}: ")), "{refused}");
    drop(run);
    open(folder.path(), &contest).unwrap();
}

/// A folder that was written before the form had a field of its own.
#[test]
fn a_note_without_a_form_is_read_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest();
    drop(open(folder.path(), &contest).unwrap());
    let path = folder.path().join("run.json");
    let mut note: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(note.as_object_mut().unwrap().remove("form"), Some(json!("corner")));
    fs::write(&path, note.to_string()).unwrap();
    assert_eq!(RunFolder::open(folder.path()).unwrap().form(), Some(FORM));
    open(folder.path(), &contest).unwrap();
    note["settings"]["seed"] = json!(77);
    fs::write(&path, note.to_string()).unwrap();
    let refused = open(folder.path(), &contest).err().unwrap().to_string();
    assert!(refused.contains("holds another run"), "{refused}");
}

/// Agents of another kind: numbers without names.
struct Numbers;

impl Contest for Numbers {
    type Player = f64;

    fn description(&self) -> String {
        "the higher first number wins".into()
    }

    fn player(&self, genes: &[f64]) -> f64 {
        genes[0]
    }

    fn play(&self, first: &mut f64, second: &mut f64, _: Opening) -> ContestResult {
        ContestResult { margin: (*first - *second) as i32 }
    }
}

#[test]
fn agents_of_another_kind_have_no_form() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), &Numbers).unwrap());
    let reader = RunFolder::open(folder.path()).unwrap();
    assert_eq!((reader.form(), reader.contest()), (None, "the higher first number wins"));
    assert!(!fs::read_to_string(folder.path().join("run.json")).unwrap().contains("\"form\""));
}
