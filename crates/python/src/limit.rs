//! The limits of a search, as Python sees them.

use std::time::Duration;

use outflank_engine::{Limits, Thinking};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::input::{Number, seconds, whole};

/// The limits of a search: the first one reached ends it.
///
/// `time` is in seconds, `depth` in plies, `nodes` in positions. Without a limit a
/// search continues to the exact score.
#[pyclass(frozen, eq, module = "outflank")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Limit {
    /// The time limit in seconds.
    #[pyo3(get)]
    time: Option<f64>,
    /// The maximum depth in plies.
    #[pyo3(get)]
    depth: Option<u32>,
    /// The maximum number of positions.
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { time, depth, nodes } = *slf.get();
        (slf.as_any().get_type(), (time, depth, nodes)).into_pyobject(slf.py())
    }
}

impl Limit {
    fn duration(&self) -> Option<Duration> {
        self.time.and_then(|time| seconds("the time", time).ok())
    }

    /// The limits for the engine.
    pub(crate) fn limits(&self, lines: usize) -> Limits {
        let Self { depth, nodes, .. } = *self;
        Limits { time: self.duration(), depth, nodes, lines, ..Limits::default() }
    }

    /// The limits for choosing a move.
    pub(crate) fn thinking(&self) -> Thinking {
        let Self { depth, nodes, .. } = *self;
        Thinking { level: None, time: self.duration(), depth, nodes }
    }

    /// The limits for choosing a move that `thinking` and this limit both allow.
    pub(crate) fn within(&self, thinking: Thinking) -> Thinking {
        fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        let Thinking { level, time, depth, nodes } = thinking;
        Thinking {
            level,
            time: lower(time, self.duration()),
            depth: lower(depth, self.depth),
            nodes: lower(nodes, self.nodes),
        }
    }
}
