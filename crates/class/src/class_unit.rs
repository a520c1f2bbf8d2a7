//! Jobs as units of work for other machines.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use outflank_arena::{GamesKind, SentCheck, SentGame, SentPair};
use outflank_core::{Game, Move, Position, Rule};
use outflank_work::{
    Attention, Description, Inputs, ItemError, ItemResult, Performer, PerformerSetup, UnitKind,
    WorkError,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tempfile::TempDir;

use crate::performing::{JobProgress, PlannedJob};
use crate::{JobReport, WorkerLoad};

/// The name of a job in the settings of a unit.
const JOB: &str = "job";
/// The time between two steps that are reported while an agent thinks, which may take longer
/// than a lease.
const STEP_INTERVAL: Duration = Duration::from_secs(1);

/// A job as it travels.
#[derive(Serialize, Deserialize)]
enum SentJob {
    Check(SentCheck),
    Pair(SentPair),
}

/// The result of a job as it travels.
#[derive(Serialize, Deserialize)]
enum SentReport {
    Checked { usable: bool, report: String },
    Played { games: Box<[SentGame; 2]>, load: WorkerLoad },
}

/// The progress of a job as it travels.
#[derive(Serialize, Deserialize)]
enum SentProgress {
    Step(String),
    Turn { number: usize, start: Position, moves: Vec<Move> },
}

/// Describes a job for other machines. `ticket` names the job: two jobs with the same content
/// have results of their own, and a job that is sent again finds its result.
pub fn describe_job(job: &PlannedJob, ticket: &str) -> Result<Description, WorkError> {
    let mut inputs = Inputs::default();
    let sent = match job {
        PlannedJob::Check(check) => SentJob::Check(SentCheck::pack(check, &mut inputs)?),
        PlannedJob::Pair(pair) => SentJob::Pair(SentPair::pack(pair, &mut inputs)?),
    };
    let settings = json!({ JOB: sent, "ticket": ticket });
    Ok(Description { kind: GamesKind::Agents.name(), inputs, settings, is_long: true })
}

/// Reads the result of a job that another machine did; `None` if it is none.
pub fn read_report(bytes: &[u8], rule: Rule) -> Option<JobReport> {
    Some(match serde_json::from_slice(bytes).ok()? {
        SentReport::Checked { usable, report } => JobReport::Checked { usable, report },
        SentReport::Played { games, load } => {
            let [first, second] = *games;
            let games = Box::new([first.played(rule)?, second.played(rule)?]);
            JobReport::Played { games, load }
        }
    })
}

/// Reads the progress of a job that another machine does, and passes it on. What cannot be
/// read is ignored.
pub fn read_progress(note: &str, on_progress: &dyn Fn(JobProgress<'_>)) {
    match serde_json::from_str(note) {
        Ok(SentProgress::Step(step)) => on_progress(JobProgress::Step(&step)),
        Ok(SentProgress::Turn { number, start, moves }) => {
            let mut game = Game::from_position(start);
            let is_legal = moves.into_iter().try_for_each(|played| game.play(played)).is_ok();
            if is_legal && number < 2 {
                on_progress(JobProgress::Turn { number, game: &game });
            }
        }
        Err(_) => {}
    }
}

/// Work of the kind `agents`: the jobs of classes, and games of Python agents.
#[derive(Clone, Debug, Default)]
pub struct ClassKind {
    /// The number of jobs that this machine does now.
    busy: Arc<AtomicU32>,
}

impl UnitKind for ClassKind {
    fn name(&self) -> &'static str {
        GamesKind::Agents.name()
    }

    fn is_untrusted(&self) -> bool {
        GamesKind::Agents.is_untrusted()
    }

    fn performer(&self, setup: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError> {
        let PerformerSetup { settings, inputs, thread, folder } = setup;
        let Some(job) = settings.get(JOB) else {
            return GamesKind::Agents.performer(setup);
        };
        let job = SentJob::deserialize(job).map_err(ItemError::new)?;
        std::fs::create_dir_all(folder).map_err(ItemError::new)?;
        // Another core may have the same job, after a lease that ended.
        let files = tempfile::tempdir_in(folder).map_err(ItemError::new)?;
        let job = match job {
            SentJob::Check(check) => PlannedJob::Check(check.unpack(inputs, files.path())?),
            SentJob::Pair(pair) => PlannedJob::Pair(pair.unpack(inputs, thread, files.path())?),
        };
        Ok(Box::new(ClassPerformer { job, busy: Arc::clone(&self.busy), _files: files }))
    }
}

/// Does one job.
struct ClassPerformer {
    job: PlannedJob,
    busy: Arc<AtomicU32>,
    /// The files of its agents, which go with it.
    _files: TempDir,
}

impl Performer for ClassPerformer {
    fn perform(&mut self, _: u64, attention: &Attention<'_>) -> ItemResult {
        let start = Instant::now();
        // The time from the start to the last progress, in seconds.
        let progressed = AtomicU64::new(0);
        let tell = |progress: JobProgress<'_>| {
            progressed.store(start.elapsed().as_secs(), Ordering::Relaxed);
            let sent = match progress {
                JobProgress::Step(step) => SentProgress::Step(step.to_owned()),
                JobProgress::Turn { number, game } => {
                    SentProgress::Turn { number, start: game.start(), moves: game.moves().to_vec() }
                }
            };
            attention.tell(serde_json::to_string(&sent).unwrap_or_default());
        };
        let jobs = self.busy.fetch_add(1, Ordering::Relaxed) + 1;
        let done = std::thread::scope(|scope| {
            let (work, is_over) = mpsc::channel::<()>();
            let longest = self.job.longest_step();
            let progressed = &progressed;
            scope.spawn(move || {
                let last = || Duration::from_secs(progressed.load(Ordering::Relaxed));
                // The sender is dropped at the end of the job, or when it panics.
                while is_over.recv_timeout(STEP_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    // A job without progress for longer than its limits allow hangs, and
                    // loses its lease.
                    if start.elapsed().saturating_sub(last()) < longest {
                        attention.step();
                    }
                }
            });
            let done = self.job.perform(jobs, &tell, attention.cancelled());
            drop(work);
            done
        });
        self.busy.fetch_sub(1, Ordering::Relaxed);
        let sent = match done.map_err(ItemError)? {
            None => return Ok(None),
            Some(JobReport::Checked { usable, report }) => SentReport::Checked { usable, report },
            Some(JobReport::Played { games, load }) => {
                SentReport::Played { games: Box::new((*games).map(SentGame::of)), load }
            }
        };
        serde_json::to_vec(&sent).map(Some).map_err(ItemError::new)
    }
}
