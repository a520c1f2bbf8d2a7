//! A run that makes one generation for each request.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_classic::Genome;
use outflank_train::genetic::{Bounds, Contest, LogLine, Run, RunError, RunSettings, Space};
use outflank_train::{AgentContest, Effort, agent_space};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use serde_json::json;

use super::attended::Attended;
use super::fitness::{Best, Fitness};
use super::plan::{form_of, genome_of, settings_of};
use crate::attend::{SIGNAL_CHECK_INTERVAL, STOP_TIMEOUT, wait};
use crate::error::value_error;
use crate::input::{Number, whole};
use crate::process::Process;

/// The maximum wait for the games in progress when a run is stopped.
const GAME_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum number of threads, to catch mistakes.
const MAX_THREADS: usize = 1024;

/// A run of the tuner on a thread of its own. Each `next` is a generation: its log
/// line, champion and population as JSON, the best agent by the fitness function,
/// and the fitness of each agent of the population.
#[pyclass(frozen, module = "outflank._outflank")]
pub(crate) struct Evolution {
    /// `None` once the run has ended.
    requests: Mutex<Option<Sender<()>>>,
    replies: Mutex<Receiver<Reply>>,
    stop: Arc<AtomicBool>,
    /// The thread of the run, which holds the claim of the folder.
    thread: JoinHandle<()>,
    stop_timeout: Duration,
    process: Process,
    /// The last generation of a run that is resumed.
    #[pyo3(get)]
    last: Option<Told>,
}

type Told = (String, Option<Best>, Vec<Option<f64>>);

/// A generation, or the end.
type Reply = PyResult<Option<Told>>;

/// The parts of a run, without its contest.
struct Plan {
    folder: PathBuf,
    space: Space,
    default: Vec<f64>,
    settings: RunSettings,
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
        let threads = whole("threads", &threads, 1..=MAX_THREADS)?;
        let default = start.values().to_vec();
        let plan = Plan { folder, space, default, settings, threads };
        Self::begin(py, GAME_TIMEOUT, move |stop, requests, replies| {
            let contest = AgentContest::new(form, effort, &|| {});
            serve(plan, &Attended { contest, stop }, &requests, &replies);
        })
    }

    /// Tunes a list of numbers by a fitness function.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "keywords of outflank.evolve")]
    fn of_fitness(
        py: Python<'_>,
        fitness: Py<PyAny>,
        name: String,
        map: Option<Py<PyAny>>,
        start: Vec<f64>,
        bounds: Vec<(f64, f64)>,
        settings: &str,
        folder: PathBuf,
    ) -> PyResult<Self> {
        let (settings, coding) = settings_of(settings)?;
        let bounds = bounds.into_iter().map(|(low, high)| Bounds { low, high }).collect();
        let space = Space::new(bounds, coding).map_err(value_error)?;
        // One thread, so that the order of the calls repeats.
        let plan = Plan { folder, space, default: start, settings, threads: 1 };
        Self::begin(py, STOP_TIMEOUT, move |stop, requests, replies| {
            let contest = Fitness::new(fitness, name, map);
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
            self.stop(py);
        }
        reply
    }

    /// Ends the run and waits for its thread, so that the folder is free. Finished
    /// generations are kept.
    fn stop(&self, py: Python<'_>) {
        self.ask_to_stop();
        if self.process.is_this() {
            py.detach(|| wait(&self.thread, self.stop_timeout));
        }
    }
}

impl Evolution {
    /// Starts the thread, and waits until the run is open.
    fn begin(
        py: Python<'_>,
        stop_timeout: Duration,
        work: impl FnOnce(Arc<AtomicBool>, Receiver<()>, Sender<Reply>) + Send + 'static,
    ) -> PyResult<Self> {
        let (requests, asked) = mpsc::channel();
        let (answers, replies) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::Builder::new().spawn(move || work(flag, asked, answers))?;
        let replies = Mutex::new(replies);
        let last = reply(py, &replies).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        let process = Process::this();
        Ok(Self {
            requests: Mutex::new(Some(requests)),
            replies,
            stop,
            thread,
            stop_timeout,
            process,
            last,
        })
    }

    fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        *lock(&self.requests) = None;
    }
}

impl Drop for Evolution {
    fn drop(&mut self) {
        self.ask_to_stop();
    }
}

/// Waits for a reply, and checks for Ctrl-C.
fn reply(py: Python<'_>, replies: &Mutex<Receiver<Reply>>) -> Reply {
    loop {
        match py.detach(|| lock(replies).recv_timeout(SIGNAL_CHECK_INTERVAL)) {
            Ok(reply) => return reply,
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the run ended without a reply"));
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The facts about agents that only the contest has.
trait Judge {
    /// The best agent so far, if agents have a fitness.
    fn best(&self) -> Option<Best> {
        None
    }

    /// The fitness of an agent, if it is known.
    fn fitness_of(&self, _genes: &[f64]) -> Option<f64> {
        None
    }

    /// The exception that Python raised.
    fn raised(&self) -> Option<PyErr> {
        None
    }
}

impl Judge for AgentContest<'_> {}

impl Judge for Fitness {
    fn best(&self) -> Option<Best> {
        Self::best(self)
    }

    fn fitness_of(&self, genes: &[f64]) -> Option<f64> {
        self.known(genes)
    }

    fn raised(&self) -> Option<PyErr> {
        self.take_raised()
    }
}

/// Opens a run, reports that, and makes a generation for each request.
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
        // The champion so far is the one to beat.
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
            // It was stopped, if Python raised nothing.
            Err(RunError::Cancelled) => judge.raised().map_or(Ok(None), Err),
            Err(error) => Err(raised_by(error)),
        };
        if replies.send(reply).is_err() {
            break;
        }
    }
}

/// The report of the last generation.
fn told<C: Contest>(
    run: &Run<'_, Attended<C>>,
    line: Option<&LogLine>,
    judge: &impl Judge,
) -> Option<Told> {
    let champion = run.champion();
    let islands = run.last().map(|last| last.islands.as_slice()).unwrap_or_default();
    let agents = islands.iter().flatten();
    let fitness = agents.map(|agent| judge.fitness_of(agent.genes.values())).collect();
    line.map(|line| {
        let told = json!({ "line": line, "champion": champion, "islands": islands });
        (told.to_string(), judge.best(), fitness)
    })
}

fn raised_by(error: RunError) -> PyErr {
    match error {
        RunError::Folder(error) => PyOSError::new_err(error.to_string()),
        error => value_error(error),
    }
}
