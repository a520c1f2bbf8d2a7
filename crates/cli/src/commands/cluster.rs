//! `outflank cluster`

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_cluster::{Access, Cluster, ClusterAddress, ClusterStatus, WorkerStatus};
use outflank_report::{count, print_json};

use super::matches::stop_on_interrupt;
use crate::cli::{self, ClusterAction, ClusterShow};
use crate::cluster::{failure, runtime};
use crate::failure::Failure;

/// The time between two views.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &cli::Cluster) -> Result<(), Failure> {
    match &options.action {
        ClusterAction::Status(options) => status(options),
        ClusterAction::Drain(options) => {
            with(&options.cluster, async |cluster| cluster.drain().await.map_err(failure))
        }
        ClusterAction::Purge(options) => with(&options.cluster, async |cluster| {
            let (units, results) = cluster.purge().await.map_err(failure)?;
            writeln!(io::stdout(), "removed {units} units and {results} results")?;
            Ok(())
        }),
    }
}

fn with(
    address: &ClusterAddress,
    work: impl AsyncFnOnce(Cluster) -> Result<(), Failure>,
) -> Result<(), Failure> {
    runtime()?.block_on(async {
        let access = Access::from_environment();
        let cluster = Cluster::connect(address, &access, "outflank cluster").await;
        work(cluster.map_err(failure)?).await
    })
}

fn status(options: &ClusterShow) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    with(&options.server.cluster, async |cluster| {
        loop {
            let status = cluster.status().await.map_err(failure)?;
            let mut out = io::stdout().lock();
            if options.json {
                print_json(&mut out, &status)?;
            } else {
                if options.watch && out.is_terminal() {
                    // Clears the screen and begins at its top.
                    write!(out, "\x1b[2J\x1b[H")?;
                }
                write!(out, "{}", view(&status))?;
            }
            out.flush()?;
            drop(out);
            if !options.watch || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    })
}

/// The state as tables.
fn view(status: &ClusterStatus) -> String {
    let mut text = String::new();
    let mut line = |added: String| {
        text.push_str(added.trim_end());
        text.push('\n');
    };
    match &status.build {
        Some(build) => line(format!("{build}")),
        None => line("nobody has connected yet".to_owned()),
    }
    let cores: usize = status.workers.iter().map(|worker| worker.cores).sum();
    let busy: usize = status.workers.iter().map(|worker| worker.busy).sum();
    line(format!("{} workers, {busy} of {cores} cores busy", status.workers.len()));
    let width = status.workers.iter().map(|worker| worker.name.len()).max().unwrap_or(0).max(6);
    if !status.workers.is_empty() {
        line(format!(
            "\n{:<width$} {:>5} {:>5} {:>9} {:>9} {:>8} {:>9} {:>6}  kinds",
            "worker", "cores", "busy", "units", "items", "failures", "units/min", "in use"
        ));
    }
    for worker in &status.workers {
        let WorkerStatus { name, cores, busy, units, items, failures, kinds, .. } = worker;
        let used = 100.0 * worker.in_use();
        line(format!(
            "{name:<width$} {cores:>5} {busy:>5} {:>9} {:>9} {failures:>8} {:>9.1} {used:>4.0} %  {}",
            count(*units),
            count(*items),
            worker.units_per_minute(),
            kinds.join(",")
        ));
    }
    if !status.queues.is_empty() {
        line(format!("\n{:<10} {:>8} {:>9} {:>6}", "queue", "waiting", "under way", "again"));
    }
    for queue in &status.queues {
        line(format!(
            "{:<10} {:>8} {:>9} {:>6}",
            queue.kind,
            count(queue.waiting),
            queue.under_way,
            queue.again
        ));
    }
    line(format!("\n{} results wait, {} bytes on the server", status.results, count(status.bytes)));
    for failure in &status.failures {
        let (first, end) = failure.items;
        let state = if failure.is_set_aside { "set aside" } else { "tried again" };
        line(format!("{} {first} to {}: {state}", failure.kind, end.saturating_sub(1)));
        for found in &failure.logs {
            line(format!("  {}: {}", found.worker, found.log.escape_debug()));
        }
    }
    text
}
