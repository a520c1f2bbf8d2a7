//! What ends a search, as Python sees it.

use std::time::Duration;

use outflank_engine::{Limits, Thinking};
use pyo3::prelude::*;

use crate::input::{Number, seconds, whole};

/// What ends a search: the first of these that is reached.
///
/// `time` is in seconds, `depth` in plies, `nodes` in positions. Without any,
/// a search goes on to the exact score.
#[pyclass(frozen, eq, module = "outflank")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Limit {
    /// Seconds.
    #[pyo3(get)]
    time: Option<f64>,
    /// Plies.
    #[pyo3(get)]
    depth: Option<u32>,
    /// Positions.
    #[pyo3(get)]
    nodes: Option<u64>,
}

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (time=None, depth=None, nodes=None))]
    fn new(
        time: Option<f64>,
        depth: Option<Number<'_>>,
        nodes: Option<Number<'_>>,
    ) -> PyResult<Self> {
        if let Some(time) = time {
            seconds("the time", time)?;
        }
        let above_0 = |what, number: Option<Number<'_>>| {
            number.map(|number| whole(what, &number, 1..=u64::MAX)).transpose()
        };
        let depth = above_0("the depth", depth)?;
        let depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Ok(Self { time, depth, nodes: above_0("the number of nodes", nodes)? })
    }

    fn __repr__(&self) -> String {
        let given = [
            self.time.map(|time| format!("time={time:?}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
        ];
        format!("Limit({})", given.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }

    fn __getnewargs__(&self) -> (Option<f64>, Option<u32>, Option<u64>) {
        (self.time, self.depth, self.nodes)
    }
}

impl Limit {
    fn duration(&self) -> Option<Duration> {
        self.time.and_then(|time| seconds("the time", time).ok())
    }

    /// What the engine is told.
    pub(crate) fn limits(&self, lines: usize) -> Limits {
        let Self { depth, nodes, .. } = *self;
        Limits { time: self.duration(), depth, nodes, lines, ..Limits::default() }
    }

    /// The same for choosing a move.
    pub(crate) fn thinking(&self) -> Thinking {
        let Self { depth, nodes, .. } = *self;
        Thinking { level: None, time: self.duration(), depth, nodes }
    }
}
