//! `outflank worker`

use std::io::{self, Write};
use std::sync::Arc;

use outflank_arena::has_sandbox;
use outflank_class::ClassKind;
use outflank_cluster::{Access, Cluster, WorkerEvent, WorkerSettings};
use outflank_report::print_json;
use outflank_train::{MeasuredBuild, unit_kinds};
use outflank_work::UnitKind;
use serde_json::json;

use super::matches::stop_on_interrupt;
use crate::cli::Worker;
use crate::cluster::{failure, runtime};
use crate::cores::cores;
use crate::failure::Failure;
use crate::screen::tell;

pub(crate) fn run(options: &Worker) -> Result<(), Failure> {
    // Workers for agents also do the jobs of classes.
    let kinds = Arc::new(unit_kinds().with(Box::new(ClassKind::default())));
    let is_untrusted = |name: &String| kinds.get(name).is_some_and(UnitKind::is_untrusted);
    if options.kinds.iter().any(is_untrusted) && !has_sandbox() {
        return Err(Failure::input("agents need a sandbox: install bubblewrap"));
    }
    let MeasuredBuild { build, speed } = MeasuredBuild::measure();
    let name = options.name.clone().unwrap_or_else(default_name);
    let temporary = tempfile::Builder::new().prefix("outflank-worker-").tempdir()?;
    let folder = options.folder.clone().unwrap_or_else(|| temporary.path().to_owned());
    let cores = options.cores.map_or_else(cores, usize::from);
    let stop = stop_on_interrupt()?;
    let sentence = format!(
        "worker {name} with {cores} cores at {}: {build}, {speed} nodes a second",
        options.cluster
    );
    let settings = WorkerSettings {
        name: name.clone(),
        cores,
        kinds: options.kinds.clone(),
        build,
        speed,
        folder,
    };
    let is_json = options.json;
    let on_event = Box::new(move |event| show(&event, is_json));
    runtime()?.block_on(async {
        let access = Access::from_environment();
        let cluster = Cluster::connect(&options.cluster, &access, &name).await.map_err(failure)?;
        let join = outflank_cluster::Worker::join(cluster, settings, kinds, on_event);
        let worker = Box::pin(join).await.map_err(failure)?;
        tell(&sentence);
        Box::pin(worker.run(&stop)).await.map_err(failure)
    })
}

fn default_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok());
    let host = host.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    format!("{}-{}", host.as_deref().unwrap_or("worker"), std::process::id())
}

/// A line for each unit.
fn show(event: &WorkerEvent, is_json: bool) {
    let mut out = io::stdout().lock();
    // A reader that is gone does not end the worker.
    let _ = match event {
        WorkerEvent::Done { kind, items, seconds } if is_json => {
            print_json(&mut out, &json!({ "kind": kind, "items": items, "seconds": seconds }))
        }
        WorkerEvent::Done { kind, items, seconds } => {
            writeln!(out, "{kind}: {items} items in {seconds:.1} s")
        }
        WorkerEvent::Failed { kind, reason } if is_json => {
            print_json(&mut out, &json!({ "kind": kind, "failure": reason }))
        }
        WorkerEvent::Failed { kind, reason } => writeln!(out, "{kind} failed: {reason}"),
    };
    let _ = out.flush();
}
