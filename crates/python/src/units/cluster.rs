//! The connection of Python to a cluster.

use std::sync::Arc;

use outflank_cluster::{Access, ClusterAddress, UnitClient};
use outflank_train::MeasuredBuild;
use outflank_work::PlannedUnit;
use pyo3::exceptions::{PyConnectionError, PyRuntimeError};
use pyo3::prelude::*;
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use super::{UnitFields, bytes, unit};
use crate::error::value_error;
use crate::process::Process;

/// A connection to a cluster; use it through `outflank.cluster`.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct ClusterClient {
    /// Present until the end.
    runtime: Option<Runtime>,
    client: UnitClient,
    process: Process,
}

impl ClusterClient {
    fn runtime(&self) -> PyResult<&Runtime> {
        self.process.check("a cluster")?;
        self.runtime.as_ref().ok_or_else(|| PyRuntimeError::new_err("the cluster is closed"))
    }
}

impl Drop for ClusterClient {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        if self.process.is_this() {
            // A unit that ends now may wait for Python, so nobody waits for it.
            runtime.shutdown_background();
        } else {
            std::mem::forget(runtime);
        }
    }
}

/// A unit that waits or is performed.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct ClusterTask {
    cancelled: Arc<Notify>,
}

#[pymethods]
impl ClusterClient {
    #[new]
    fn new(py: Python<'_>, address: &str) -> PyResult<Self> {
        let address: ClusterAddress = address.parse().map_err(value_error)?;
        py.detach(|| {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()?;
            let build = MeasuredBuild::measure().build;
            let access = Access::from_environment();
            let client = runtime.block_on(UnitClient::connect(&address, &access, build));
            let client = client.map_err(|error| PyConnectionError::new_err(error.to_string()))?;
            Ok(Self { runtime: Some(runtime), client, process: Process::this() })
        })
    }

    /// Sends a unit. `on_done` gets its results, or None and why there are none.
    fn submit(&self, fields: UnitFields, on_done: Py<PyAny>) -> PyResult<ClusterTask> {
        let unit = unit(fields)?;
        let cancelled = Arc::new(Notify::new());
        let (client, notified) = (self.client.clone(), Arc::clone(&cancelled));
        let work = async move { perform(&client, unit, &notified, &on_done).await };
        self.runtime()?.spawn(work);
        Ok(ClusterTask { cancelled })
    }

    /// The state of the cluster as JSON.
    fn status(&self, py: Python<'_>) -> PyResult<String> {
        let runtime = self.runtime()?;
        let status = py.detach(|| runtime.block_on(self.client.cluster().status()));
        let status = status.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        serde_json::to_string(&status).map_err(value_error)
    }
}

#[pymethods]
impl ClusterTask {
    /// Takes the unit back.
    fn cancel(&self) {
        self.cancelled.notify_one();
    }
}

/// Performs a unit on the cluster and tells Python of its end.
async fn perform(client: &UnitClient, unit: PlannedUnit, cancelled: &Notify, on_done: &Py<PyAny>) {
    let PlannedUnit { description, range, details } = unit;
    let mut sent = match client.submit(&description, range, details).await {
        Ok(sent) => sent,
        Err(error) => return tell(on_done, Err(error.to_string())),
    };
    tokio::select! {
        result = sent.result() => {
            tell(on_done, result.items.map_err(|error| error.to_string()));
            // A result that stays is removed after a week.
            let _ = sent.forget().await;
        }
        () = cancelled.notified() => {
            // A worker that hears nothing of it does work that nobody needs.
            let _ = sent.cancel().await;
        }
    }
}

fn tell(on_done: &Py<PyAny>, items: Result<Vec<Vec<u8>>, String>) {
    // Nobody listens any more if Python is about to end.
    let _ = Python::try_attach(|py| {
        let told = match items {
            Ok(items) => on_done.call1(py, (bytes(py, &items), None::<String>)),
            Err(error) => on_done.call1(py, (None::<Vec<u8>>, error)),
        };
        if let Err(error) = told {
            error.write_unraisable(py, None);
        }
    });
}
