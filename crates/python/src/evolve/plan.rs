//! Settings as JSON; `outflank.evolve` turns them into dictionaries.

use outflank_classic::{Form, Genome};
use outflank_train::genetic::{Coding, Preset, PresetPlan, RunSettings};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

use crate::error::value_error;

/// The settings of a report's preset, or the default ones.
#[pyfunction]
#[pyo3(signature = (preset))]
pub(crate) fn plan_text(preset: Option<&str>) -> PyResult<String> {
    let preset = preset.map(preset_of).transpose()?;
    let PresetPlan { settings, coding, depth, fixed } =
        preset.map_or_else(PresetPlan::default, Preset::plan);
    let plan = json!({
        "form": preset.map(|preset| preset.form().name()),
        "generations": settings.generations,
        "settings": settings,
        "coding": coding,
        "depth": depth,
        "fixed": fixed,
    });
    Ok(plan.to_string())
}

fn preset_of(name: &str) -> PyResult<Preset> {
    let found = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    found.ok_or_else(|| {
        let names = Preset::ALL.map(Preset::name).join(", ");
        value_error(format!("'{name}' is not a preset: expected {names}"))
    })
}

/// Reads settings from JSON, with the coding and the number of generations.
pub(super) fn settings_of(text: &str) -> PyResult<(RunSettings, Coding)> {
    let mut chosen: Map<String, Value> = understood("settings", serde_json::from_str(text))?;
    let mut taken = |key: &str| chosen.remove(key).unwrap_or_default();
    let coding = understood("coding", serde_json::from_value(taken("coding")))?;
    let generations = understood("generations", serde_json::from_value(taken("generations")))?;
    let settings = understood("settings", serde_json::from_value(chosen.into()))?;
    Ok((RunSettings { generations, ..settings }, coding))
}

fn understood<T>(what: &str, parsed: serde_json::Result<T>) -> PyResult<T> {
    parsed.map_err(|error| value_error(format!("the {what} cannot be understood: {error}")))
}

/// An agent of a form; a `ValueError` if the number of genes is wrong.
pub(super) fn genome_of(form: Form, genes: Vec<f64>, provenance: &str) -> PyResult<Genome> {
    let (found, expected) = (genes.len(), form.genes().len());
    let sentence = || format!("{form} has {expected} finite genes, found {found}");
    Genome::new(form, genes, provenance).ok_or_else(|| value_error(sentence()))
}

/// An agent as the text of a genome file.
#[pyfunction]
pub(crate) fn genome_text(form: &str, genes: Vec<f64>, provenance: &str) -> PyResult<String> {
    Ok(genome_of(form_of(form)?, genes, provenance)?.to_toml())
}

pub(super) fn form_of(name: &str) -> PyResult<Form> {
    name.parse().map_err(value_error::<outflank_classic::ParseFormError>)
}
