//! A run that goes on when it is asked to.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use outflank_classic::Genome;
use outflank_train::genetic::{
    Bounds, Contest, LogLine, Optimiser, Run, RunError, Settings, Space,
};
use outflank_train::{AgentContest, Effort, agent_space};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;

use super::attended::Attended;
use super::fitness::Fitness;
use super::plan::{form_of, settings_of};
use crate::attend::LOOK;

/// A run of the tuner on a thread of its own. Each `next` is a generation, as
/// JSON.
#[pyclass(module = "outflank._outflank")]
pub(crate) struct Evolution {
    requests: Option<Sender<()>>,
    replies: Mutex<Receiver<Reply>>,
    stop: Arc<AtomicBool>,
}

/// A generation, or the end.
type Reply = Result<Option<String>, Trouble>;

enum Trouble {
    Run(RunError),
    Raised(PyErr),
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Raised(error) => error,
            Trouble::Run(RunError::Cancelled) => {
                PyRuntimeError::new_err(RunError::Cancelled.to_string())
            }
            Trouble::Run(RunError::Folder(error)) => PyOSError::new_err(error.to_string()),
            Trouble::Run(error) => PyValueError::new_err(error.to_string()),
        }
    }
}

/// All that a run is made of, besides its contest.
struct Plan {
    folder: PathBuf,
    space: Space,
    default: Vec<f64>,
    settings: Settings,
    threads: usize,
}

#[pymethods]
impl Evolution {
    /// Tunes an agent of a report by its games.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "keywords of outflank.evolve")]
    fn of_form(
        form: &str,
        start: Option<Vec<f64>>,
        fixed: Vec<String>,
        depth: Option<u32>,
        nodes: Option<u64>,
        settings: &str,
        coding: &str,
        generations: u32,
        folder: PathBuf,
        threads: usize,
    ) -> PyResult<Self> {
        let form = form_of(form)?;
        let (settings, coding) = settings_of(settings, coding, generations)?;
        let start = match start {
            None => Genome::default_of(form),
            Some(genes) => {
                let found = genes.len();
                Genome::new(form, genes, "").ok_or_else(|| {
                    let expected = form.genes().len();
                    let sentence = format!("{form} has {expected} finite genes, found {found}");
                    PyValueError::new_err(sentence)
                })?
            }
        };
        let space = agent_space(&start, &fixed, coding)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let effort = match (depth, nodes) {
            (Some(depth @ 1..=60), None) => Effort::Depth(depth),
            (None, Some(nodes @ 1..)) => Effort::Nodes(nodes),
            _ => return Err(PyValueError::new_err("give a depth from 1 to 60, or nodes from 1")),
        };
        let default = start.values().to_vec();
        let plan = Plan { folder, space, default, settings, threads };
        Self::begin(plan, move |plan, stop, requests, replies| {
            let contest = AgentContest::new(form, effort, &|| {});
            let contest = Attended { contest, stop };
            serve(plan, &contest, &requests, &replies);
        })
    }

    /// Tunes a list of numbers by a function that says how good it is.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "keywords of outflank.evolve")]
    fn of_fitness(
        fitness: Py<PyAny>,
        name: String,
        start: Vec<f64>,
        bounds: Vec<(f64, f64)>,
        settings: &str,
        coding: &str,
        generations: u32,
        folder: PathBuf,
    ) -> PyResult<Self> {
        let (settings, coding) = settings_of(settings, coding, generations)?;
        if matches!(settings.optimiser, Optimiser::CmaEs(_)) {
            return Err(PyValueError::new_err("a fitness function is for the genetic optimiser"));
        }
        let bounds = bounds.into_iter().map(|(low, high)| Bounds { low, high }).collect();
        let space =
            Space::new(bounds, coding).map_err(|error| PyValueError::new_err(error.to_string()))?;
        // One thread: Python runs one at a time, and the order of calls repeats.
        let plan = Plan { folder, space, default: start, settings, threads: 1 };
        Self::begin(plan, move |plan, stop, requests, replies| {
            let contest = Attended { contest: Fitness::new(fitness, name), stop };
            serve(plan, &contest, &requests, &replies);
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(requests) = &self.requests else { return Ok(None) };
        if requests.send(()).is_err() {
            self.requests = None;
        }
        let reply = self.reply(py);
        if !matches!(reply, Ok(Some(_))) {
            self.stop();
        }
        reply
    }

    /// Ends the run; its finished generations are kept.
    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.requests = None;
    }
}

impl Evolution {
    /// Starts the thread, and waits until the run is open.
    fn begin(
        plan: Plan,
        work: impl FnOnce(Plan, Arc<AtomicBool>, Receiver<()>, Sender<Reply>) + Send + 'static,
    ) -> PyResult<Self> {
        let (requests, asked) = mpsc::channel();
        let (answers, replies) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        std::thread::spawn(move || work(plan, flag, asked, answers));
        let mut evolution = Self { requests: Some(requests), replies: Mutex::new(replies), stop };
        Python::attach(|py| evolution.reply(py))?;
        Ok(evolution)
    }

    /// Waits for an answer, with ears open for Ctrl-C.
    fn reply(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            let replies = self.replies.get_mut().unwrap_or_else(PoisonError::into_inner);
            match py.detach(move || replies.recv_timeout(LOOK)) {
                Ok(reply) => return Ok(reply?),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the run has ended"));
                }
            }
        }
    }
}

impl Drop for Evolution {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// What a contest knows that its run does not.
trait Judge {
    /// The best agent of all and its fitness, where agents have one.
    fn best(&self) -> Option<(f64, Vec<f64>)>;

    /// What to tell of an error.
    fn explain(&self, error: RunError) -> Trouble;
}

impl Judge for AgentContest<'_> {
    fn best(&self) -> Option<(f64, Vec<f64>)> {
        None
    }

    fn explain(&self, error: RunError) -> Trouble {
        Trouble::Run(error)
    }
}

impl Judge for Fitness {
    fn best(&self) -> Option<(f64, Vec<f64>)> {
        Self::best(self)
    }

    fn explain(&self, error: RunError) -> Trouble {
        self.take_raised().map_or(Trouble::Run(error), Trouble::Raised)
    }
}

/// Opens a run, says so, and goes through a generation for each request.
fn serve<C: Contest + Judge>(
    plan: Plan,
    contest: &Attended<C>,
    requests: &Receiver<()>,
    replies: &Sender<Reply>,
) {
    let judge = &contest.contest;
    let Plan { folder, space, default, settings, threads } = plan;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let opened = Run::open(Path::new(&folder), space, &default, settings, contest);
    let mut run = match opened {
        Ok(run) => run,
        Err(error) => {
            let _ = replies.send(Err(Trouble::Run(error)));
            return;
        }
    };
    let Ok(pool) = pool else { return };
    if replies.send(Ok(None)).is_err() {
        return;
    }
    for () in requests {
        let reply = match pool.install(|| run.step().map(Option::<&LogLine>::cloned)) {
            Err(error) => Err(judge.explain(error)),
            Ok(None) => Ok(None),
            Ok(Some(line)) => {
                let best = judge.best();
                let famous = run.hall().members().first();
                let champion = famous.or_else(|| run.last().map(|last| &last.champion));
                let told = json!({ "line": line, "champion": champion, "best": best });
                Ok(Some(told.to_string()))
            }
        };
        if replies.send(reply).is_err() {
            break;
        }
    }
}
