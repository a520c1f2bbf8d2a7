//! Units of work: described, performed here, or sent to a cluster.

mod cluster;
mod plan;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_train::unit_kinds;
use outflank_work::{
    Attention, Description, Inputs, ItemError, Kinds, PerformerSetup, PlannedUnit, Thread,
    UnitKind, perform_unit,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::attend::attend;
use crate::error::value_error;

pub(crate) use cluster::{ClusterClient, ClusterTask};
pub(crate) use plan::{plan_match, plan_self_play};

/// The fields of `outflank.units.Unit`: kind, settings as JSON, inputs, first item, the item after
/// the last, details as JSON.
type UnitFields = (String, String, BTreeMap<String, Vec<u8>>, u64, u64, String);

/// The unit of some fields.
fn unit(fields: UnitFields) -> PyResult<PlannedUnit> {
    let (kind, settings, files, first, end, details) = fields;
    let kinds = unit_kinds();
    let unknown = || {
        let all: Vec<_> = kinds.iter().map(UnitKind::name).collect();
        value_error(format!("'{kind}' is no kind of work: expected {}", all.join(", ")))
    };
    let kind = kinds.get(&kind).ok_or_else(unknown)?.name();
    if end <= first {
        return Err(value_error(format!("a unit has no items from {first} to {end}")));
    }
    let read = |text: &str| serde_json::from_str::<Value>(text).map_err(value_error);
    let mut inputs = Inputs::default();
    for (name, bytes) in files {
        inputs.add(name, bytes);
    }
    let settings = read(&settings)?;
    let description = Description { inputs, settings, ..Description::new(kind) };
    Ok(PlannedUnit { description, range: first..end, details: read(&details)? })
}

/// Units of one description: kind, settings as JSON and inputs, then first item, the item after
/// the last and details as JSON of each.
type PlanFields = (String, String, BTreeMap<String, Py<PyBytes>>, Vec<(u64, u64, String)>);

/// The fields of units of one description. The inputs, which may be large, are there once.
fn fields(py: Python<'_>, description: &Description, units: Vec<PlannedUnit>) -> PlanFields {
    let Description { kind, settings, inputs, .. } = description;
    let input =
        |(name, bytes): (&str, &Arc<[u8]>)| (name.to_owned(), PyBytes::new(py, bytes).unbind());
    let inputs = inputs.iter().map(input).collect();
    let unit = |unit: PlannedUnit| (unit.range.start, unit.range.end, unit.details.to_string());
    ((*kind).to_owned(), settings.to_string(), inputs, units.into_iter().map(unit).collect())
}

/// The results of items as Python's bytes.
fn bytes(py: Python<'_>, items: &[Vec<u8>]) -> Vec<Py<PyBytes>> {
    items.iter().map(|item| PyBytes::new(py, item).unbind()).collect()
}

/// Performs a unit in this process.
#[pyfunction]
pub(crate) fn perform(py: Python<'_>, fields: UnitFields) -> PyResult<Vec<Py<PyBytes>>> {
    let unit = unit(fields)?;
    let stop = Arc::new(AtomicBool::new(false));
    let cancelled = Arc::clone(&stop);
    let work = move |_| run(&unit_kinds(), &unit, &cancelled);
    let done = attend(py, &stop, work, |_, ()| Ok(()))?;
    // Only a signal abandons it, which `attend` has raised.
    let items = done.map_err(value_error)?.unwrap_or_default();
    Ok(bytes(py, &items))
}

fn run(
    kinds: &Kinds,
    unit: &PlannedUnit,
    cancelled: &AtomicBool,
) -> Result<Option<Vec<Vec<u8>>>, ItemError> {
    let Description { kind, settings, inputs, .. } = &unit.description;
    let kind = kinds.get(kind).ok_or_else(|| ItemError::new("this build lacks the kind"))?;
    let folder = tempfile::tempdir().map_err(ItemError::new)?;
    let thread = Thread { number: 0, count: 1 };
    let mut performer =
        kind.performer(PerformerSetup { settings, inputs, thread, folder: folder.path() })?;
    let attention = Attention::new(cancelled, &|| {});
    perform_unit(performer.as_mut(), unit.range.clone(), &unit.details, &attention)
}
