//! Settings as JSON, which `outflank.evolve` shows as dictionaries.

use outflank_classic::{Form, Genome};
use outflank_train::genetic::{Coding, Plan, Preset, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

/// The settings of a report's preset, or the usual ones.
#[pyfunction]
#[pyo3(signature = (preset))]
pub(crate) fn plan_text(preset: Option<&str>) -> PyResult<String> {
    let preset = preset.map(preset_of).transpose()?;
    let Plan { settings, coding, depth, fixed } = preset.map_or_else(Plan::default, Preset::plan);
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
        PyValueError::new_err(format!("'{name}' is not a preset: expected {names}"))
    })
}

/// Settings and coding as they come back.
pub(super) fn settings_of(
    settings: &str,
    coding: &str,
    generations: u32,
) -> PyResult<(Settings, Coding)> {
    let wrong = |what: &str, error: &serde_json::Error| {
        PyValueError::new_err(format!("the {what} cannot be understood: {error}"))
    };
    let settings: Settings =
        serde_json::from_str(settings).map_err(|error| wrong("settings", &error))?;
    let coding = serde_json::from_str(coding).map_err(|error| wrong("coding", &error))?;
    Ok((Settings { generations, ..settings }, coding))
}

/// An agent as the text of a genome file.
#[pyfunction]
pub(crate) fn genome_text(form: &str, genes: Vec<f64>, provenance: &str) -> PyResult<String> {
    let form = form_of(form)?;
    let found = genes.len();
    let genome = Genome::new(form, genes, provenance).ok_or_else(|| {
        let expected = form.genes().len();
        PyValueError::new_err(format!("{form} has {expected} finite genes, found {found}"))
    })?;
    Ok(genome.to_toml())
}

pub(super) fn form_of(name: &str) -> PyResult<Form> {
    name.parse()
        .map_err(|error: outflank_classic::ParseFormError| PyValueError::new_err(error.to_string()))
}
