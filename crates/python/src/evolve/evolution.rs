//! A run that goes on when it is asked to.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_classic::Genome;
use outflank_train::genetic::{
    Bounds, Contest, LogLine, Optimiser, Run, RunError, Settings, Space,
};
use outflank_train::{AgentContest, Effort, agent_space};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use serde_json::json;

use super::attended::Attended;
use super::fitness::{Best, Fitness};
use super::plan::{form_of, genome_of, settings_of};
use crate::attend::LOOK;
use crate::error::value_error;
use crate::input::{Number, whole};
use crate::process::Process;

/// More threads than this is a mistake.
const MOST_THREADS: usize = 1024;

/// A run of the tuner on a thread of its own. Each `next` is a generation: what
/// is noted of it and its champion as JSON, and who is best by the fitness
/// function, if there is one.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct Evolution {
    /// `None` once the run has ended.
    requests: Mutex<Option<Sender<()>>>,
    replies: Mutex<Receiver<Reply>>,
    stop: Arc<AtomicBool>,
    process: Process,
    /// The last generation of a run that is gone on with.
    #[pyo3(get)]
    last: Option<Told>,
}

type Told = (String, Option<Best>);

/// A generation, or the end.
type Reply = PyResult<Option<Told>>;

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
        py: Python<'_>,
        form: &str,
        start: Option<Vec<f64>>,
        fixed: Vec<String>,
        depth: Option<Number<'_>>,
        nodes: Option<Number<'_>>,
        settings: &str,
        folder: PathBuf,
        threads: Number<'_>,
    ) -> PyResult<Self> {
        let form = form_of(form)?;
        let (settings, coding) = settings_of(settings)?;
        let start = match start {
            None => Genome::default_of(form),
            Some(genes) => genome_of(form, genes, "")?,
        };
        let space = agent_space(&start, &fixed, coding).map_err(value_error)?;
        let effort = match (depth, nodes) {
            (Some(depth), None) => Effort::Depth(whole("the depth", &depth, 1..=60)?),
            (None, Some(nodes)) => {
                Effort::Nodes(whole("the number of nodes", &nodes, 1..=u64::MAX)?)
            }
            _ => return Err(value_error("give either a depth or a number of nodes")),
        };
        let threads = whole("threads", &threads, 1..=MOST_THREADS)?;
        let default = start.values().to_vec();
        let plan = Plan { folder, space, default, settings, threads };
        Self::begin(py, move |stop, requests, replies| {
            let contest = AgentContest::new(form, effort, &|| {});
            serve(plan, &Attended { contest, stop }, &requests, &replies);
        })
    }

    /// Tunes a list of numbers by a function that says how good it is.
    #[staticmethod]
    fn of_fitness(
        py: Python<'_>,
        fitness: Py<PyAny>,
        name: String,
        start: Vec<f64>,
        bounds: Vec<(f64, f64)>,
        settings: &str,
        folder: PathBuf,
    ) -> PyResult<Self> {
        let (settings, coding) = settings_of(settings)?;
        if matches!(settings.optimiser, Optimiser::CmaEs(_)) {
            return Err(value_error("a fitness function is for the genetic optimiser"));
        }
        let bounds = bounds.into_iter().map(|(low, high)| Bounds { low, high }).collect();
        let space = Space::new(bounds, coding).map_err(value_error)?;
        // One thread: Python runs one at a time, and the order of calls repeats.
        let plan = Plan { folder, space, default: start, settings, threads: 1 };
        Self::begin(py, move |stop, requests, replies| {
            let contest = Fitness::new(fitness, name);
            serve(plan, &Attended { contest, stop }, &requests, &replies);
        })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Reply {
        self.process.check("this run")?;
        if lock(&self.requests).as_ref().is_none_or(|requests| requests.send(()).is_err()) {
            return Ok(None);
        }
        let reply = reply(py, &self.replies);
        if !matches!(reply, Ok(Some(_))) {
            self.stop();
        }
        reply
    }

    /// Ends the run; its finished generations are kept.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        *lock(&self.requests) = None;
    }
}

impl Evolution {
    /// Starts the thread, and waits until the run is open.
    fn begin(
        py: Python<'_>,
        work: impl FnOnce(Arc<AtomicBool>, Receiver<()>, Sender<Reply>) + Send + 'static,
    ) -> PyResult<Self> {
        let (requests, asked) = mpsc::channel();
        let (answers, replies) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        std::thread::Builder::new().spawn(move || work(flag, asked, answers))?;
        let replies = Mutex::new(replies);
        let last = reply(py, &replies).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        let process = Process::this();
        Ok(Self { requests: Mutex::new(Some(requests)), replies, stop, process, last })
    }
}

impl Drop for Evolution {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Waits for an answer, with ears open for Ctrl-C.
fn reply(py: Python<'_>, replies: &Mutex<Receiver<Reply>>) -> Reply {
    loop {
        match py.detach(|| lock(replies).recv_timeout(LOOK)) {
            Ok(reply) => return reply,
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the run has ended without a word"));
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a contest knows that its run does not.
trait Judge {
    /// The best agent of all, where agents have a fitness.
    fn best(&self) -> Option<Best> {
        None
    }

    /// What was raised in Python.
    fn raised(&self) -> Option<PyErr> {
        None
    }
}

impl Judge for AgentContest<'_> {}

impl Judge for Fitness {
    fn best(&self) -> Option<Best> {
        Self::best(self)
    }

    fn raised(&self) -> Option<PyErr> {
        self.take_raised()
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
    let mut run = match Run::open(Path::new(&folder), space, &default, settings, contest) {
        Ok(run) => run,
        Err(error) => {
            let _ = replies.send(Err(raised_by(error)));
            return;
        }
    };
    if let Some(last) = run.last() {
        // What has come out so far is to be beaten.
        contest.player(last.champion.genes.values());
    }
    let pool = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool,
        Err(error) => {
            let _ = replies.send(Err(PyRuntimeError::new_err(error.to_string())));
            return;
        }
    };
    let opened = judge.raised().map_or_else(|| Ok(told(&run, run.log().last(), judge)), Err);
    if replies.send(opened).is_err() {
        return;
    }
    for () in requests {
        let reply = match pool.install(|| run.step().map(Option::<&LogLine>::cloned)) {
            Ok(line) => Ok(told(&run, line.as_ref(), judge)),
            // Someone stopped it, if nothing was raised.
            Err(RunError::Cancelled) => judge.raised().map_or(Ok(None), Err),
            Err(error) => Err(raised_by(error)),
        };
        if replies.send(reply).is_err() {
            break;
        }
    }
}

/// What is told of the last generation.
fn told<C: Contest>(
    run: &Run<'_, Attended<C>>,
    line: Option<&LogLine>,
    judge: &impl Judge,
) -> Option<Told> {
    let famous = run.hall().members().first();
    let champion = famous.or_else(|| run.last().map(|last| &last.champion));
    line.map(|line| (json!({ "line": line, "champion": champion }).to_string(), judge.best()))
}

fn raised_by(error: RunError) -> PyErr {
    match error {
        RunError::Folder(error) => PyOSError::new_err(error.to_string()),
        error => value_error(error),
    }
}
