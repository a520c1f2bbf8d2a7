//! How a job is done, on this machine or another one.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_arena::{Check, PlannedPair, PlayedGame, PlayerName, Terms, milliseconds};
use outflank_core::Game;
use outflank_report::CheckLine;

use crate::{ClassSettings, JobReport, JobTask, Side, WorkerLoad};

/// The letters of an agent's log that a report keeps.
const LOG_LETTERS: usize = 20_000;
/// The time that the start of programs may add to a step of a job.
const START_TIME: Duration = Duration::from_mins(1);
/// The time limit of a move if there is none: the longest that a class allows.
const LONGEST_MOVE: Duration = Duration::from_mins(10);
/// The maximum number of moves of one side in a game.
const MAX_MOVES: u32 = 60;

/// A task with everything that its result depends on.
#[derive(Clone, Debug)]
pub enum PlannedJob {
    /// The check of a version.
    Check(Check),
    /// A PK.
    Pair(PlannedPair),
}

/// How a job stands.
#[derive(Clone, Copy, Debug)]
pub enum JobProgress<'a> {
    /// A step of a check begins.
    Step(&'a str),
    /// A side of a PK begins to think.
    Turn {
        /// The number of the game, 0 or 1.
        number: usize,
        /// The game as it stands.
        game: &'a Game,
    },
}

impl PlannedJob {
    /// Plans a task. `worker` is the place among the workers that share the cores of a machine.
    /// The error is a sentence.
    pub fn new(
        settings: &ClassSettings,
        task: &JobTask,
        terms: Terms,
        worker: [usize; 2],
    ) -> Result<Self, String> {
        match task {
            JobTask::Check { agent, .. } => Ok(Self::Check(Check {
                player: PlayerName::Python(agent.clone()),
                rule: settings.rules,
                terms,
                seed: settings.seed.into(),
                cases: Check::usual_cases(),
            })),
            JobTask::Pair { sides, agents, seed, opening } => Ok(Self::Pair(PlannedPair {
                rule: settings.rules,
                players: [
                    player(&sides[0], agents[0].as_ref())?,
                    player(&sides[1], agents[1].as_ref())?,
                ],
                opening: settings.opening(opening.0, opening.1),
                seed: *seed,
                terms,
                worker,
            })),
        }
    }

    /// The longest time between two reports of progress that the time limits allow. A check
    /// reports its cases together, and each game as a whole. Twice the limits, because delays of a
    /// busy machine do not count against an agent.
    pub(crate) fn longest_step(&self) -> Duration {
        let (limits, cases) = match self {
            Self::Check(check) => (check.terms.limits, Some(check.cases.len() as u32)),
            Self::Pair(pair) => (pair.terms.limits, None),
        };
        let thinking = limits.move_time.or(limits.game_time).unwrap_or(LONGEST_MOVE);
        let step = match cases {
            Some(cases) => {
                let game = limits.game_time.unwrap_or(thinking * MAX_MOVES);
                game.max(thinking * cases)
            }
            None => thinking,
        };
        step * 2 + START_TIME
    }

    /// Does the job; `None` if it was abandoned. A check is done to its end. `jobs` is the
    /// number of jobs that the machine does at the same time. The error is a sentence.
    pub fn perform(
        &self,
        jobs: u32,
        on_progress: &(dyn Fn(JobProgress<'_>) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<JobReport>, String> {
        match self {
            Self::Check(check) => {
                let report = check.run(&mut |step| on_progress(JobProgress::Step(step)));
                let report = report.map_err(|error| error.to_string())?;
                let line = CheckLine::new(&report, "agent", check).with_games(&report, LOG_LETTERS);
                let json = serde_json::to_string(&line).map_err(|error| error.to_string())?;
                Ok(Some(JobReport::Checked { usable: report.is_usable(), report: json }))
            }
            Self::Pair(pair) => {
                let on_turn =
                    |number: usize, game: &Game| on_progress(JobProgress::Turn { number, game });
                let games = pair.play(&on_turn, stop).map_err(|error| error.to_string())?;
                Ok(games.map(|games| {
                    let load = load(jobs, &games);
                    JobReport::Played { games: Box::new(games), load }
                }))
            }
        }
    }
}

fn player(side: &Side, agent: Option<&PathBuf>) -> Result<PlayerName, String> {
    match (side, agent) {
        (_, Some(folder)) => Ok(PlayerName::Python(folder.clone())),
        (Side::BuiltIn(name), None) => {
            name.parse().map_err(|error| format!("cannot make {name}: {error}"))
        }
        (Side::Version { version, .. }, None) => Err(format!("version {version} has no files")),
    }
}

fn load(jobs: u32, games: &[PlayedGame; 2]) -> WorkerLoad {
    let delays = games.iter().flat_map(|game| &game.moves).map(|seen| milliseconds(seen.delay));
    WorkerLoad {
        jobs,
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        average: load_average(),
        longest_delay_ms: delays.fold(0.0, f64::max),
    }
}

/// The load average of the last minute, where the system tells.
fn load_average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use outflank_arena::TimeLimits;
    use outflank_core::Rule;

    use super::*;

    #[test]
    fn a_job_may_be_silent_for_as_long_as_its_limits_allow() {
        let seconds = Duration::from_secs;
        let limits = TimeLimits { move_time: Some(seconds(5)), game_time: Some(seconds(180)) };
        let terms = Terms { limits, ..Terms::default() };
        let check = Check {
            player: PlayerName::Python("agent.py".into()),
            rule: Rule::Reversed,
            terms: terms.clone(),
            seed: 1,
            cases: Check::usual_cases(),
        };
        assert!(check.cases.len() < 36, "the game is the longest step of a check");
        assert_eq!(PlannedJob::Check(check).longest_step(), seconds(420));
        let random = || "random".parse::<PlayerName>().unwrap();
        let pair = PlannedPair {
            rule: Rule::Reversed,
            players: [random(), random()],
            opening: Game::new(),
            seed: 1,
            terms,
            worker: [0, 1],
        };
        assert_eq!(PlannedJob::Pair(pair).longest_step(), seconds(70));
    }
}
