//! AlphaZero: a network learns a game from nothing but its rules.
//!
//! A run is a row of generations. In each the best network so far plays games against itself, the
//! newest network learns from the games of the last generations, and the result plays the best:
//! if it wins it takes its place.

mod gate;
mod learning;
mod report;
mod run_files;
mod sample;
mod selfplay;
mod settings;
#[cfg(test)]
mod tests;
mod unit;

use std::path::Path;

use outflank_net::{Inference, Network, Trainee};
use outflank_work::{Runner, WorkBatch, WorkError};
use outflank_zero::Solver;
use serde::{Deserialize, Serialize};

use crate::collect::collect;
use crate::folder::FolderError;

use run_files::RunFiles;

pub use report::{ZeroLosses, ZeroReport};
pub use run_files::{ZERO_START, read_zero_reports, read_zero_settings, write_zero_start};
use settings::SHARD;
pub use settings::{ZeroSettings, ZeroStart};
use unit::ShardWork;
pub(crate) use unit::ZERO;

/// The progress of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroProgress {
    /// Games of self-play, done and to do.
    Games(u64, u64),
    /// Steps of training, done and to do.
    Steps(u64, u64),
    /// Pairs of the gate, done and the most.
    Pairs(u64, u64),
}

/// How long a run goes on, and who is told of it.
pub struct ZeroControl<'a> {
    /// The threads of training. They do not change the result.
    pub threads: usize,
    /// Performs self-play.
    pub runner: &'a dyn Runner,
    /// True if the run should end. It is asked before each shard and each stage.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the progress of the generation of this number.
    pub on_progress: &'a (dyn Fn(u32, ZeroProgress) + Sync),
    /// Called with the reports of all generations, whenever one is finished.
    pub on_report: &'a mut dyn FnMut(&[ZeroReport]),
}

/// What training leaves for the report.
#[derive(Serialize, Deserialize)]
struct Learning {
    positions: u64,
    window: u64,
    losses: ZeroLosses,
}

/// Trains in `folder` for this many generations in all, or until it should stop. A run that was
/// killed goes on with the same result. Returns the reports of all finished generations.
pub fn train_zero(
    folder: &Path,
    settings: &ZeroSettings,
    generations: u32,
    control: &mut ZeroControl<'_>,
) -> Result<Vec<ZeroReport>, FolderError> {
    let files = RunFiles::open(folder, settings)?;
    let mut reports = read_zero_reports(folder)?;
    if let Some(last) = reports.last() {
        files.write_best(last.best)?;
    }
    let threads = control.threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| WorkError::Threads(error.to_string()))?;
    let mut stages = Stages { settings, files, pool, solver: Solver::new(settings.rules, 1) };
    while (reports.len() as u32) < generations && !(control.should_stop)() {
        let Some(report) = stages.generation(reports.last(), control)? else { break };
        reports.push(report);
        (control.on_report)(&reports);
    }
    Ok(reports)
}

/// What the stages of a generation share.
struct Stages<'s> {
    settings: &'s ZeroSettings,
    files: RunFiles<'s>,
    pool: rayon::ThreadPool,
    /// The solver of gates.
    solver: Solver,
}

impl Stages<'_> {
    /// Performs the generation after `last`. `None` if it was stopped.
    fn generation(
        &mut self,
        last: Option<&ZeroReport>,
        control: &ZeroControl<'_>,
    ) -> Result<Option<ZeroReport>, FolderError> {
        let generation = last.map_or(0, |last| last.generation) + 1;
        let (best, best_elo) = last.map_or((0, 0.0), |last| (last.best, last.best_elo));
        self.files.prepare(generation)?;
        let network = self.files.network(best)?;
        let best_network = Inference::new(&network);
        self.play(generation, &network, &best_network, control)?;
        if (control.should_stop)() {
            return Ok(None);
        }
        let trainee = match self.files.trainee(generation)? {
            Some(trainee) => trainee,
            None => self.learn(generation, control)?,
        };
        if (control.should_stop)() {
            return Ok(None);
        }
        let learning: Learning = self.files.read_learning(generation)?;
        let network = Inference::new(&trainee.average());
        let most = u64::from(self.settings.gate_pairs);
        let mut on_pairs =
            |pairs| (control.on_progress)(generation, ZeroProgress::Pairs(u64::from(pairs), most));
        let mut networks = [network, best_network];
        let (pairs, is_accepted) =
            gate::gate(self.settings, generation, &mut networks, &mut self.solver, &mut on_pairs);
        let elo = best_elo + pairs.elo().0.clamp(-400.0, 400.0);
        let report = ZeroReport {
            generation,
            simulations: self.settings.simulations(generation),
            positions: learning.positions,
            window: learning.window,
            steps: trainee.steps(),
            losses: learning.losses,
            pairs: pairs.0,
            is_accepted,
            best: if is_accepted { generation } else { best },
            elo,
            best_elo: if is_accepted { elo } else { best_elo },
        };
        self.files.finish(&report)?;
        Ok(Some(report))
    }

    /// Plays the games of a generation that are not on the disk yet.
    fn play(
        &self,
        generation: u32,
        network: &Network,
        inference: &Inference,
        control: &ZeroControl<'_>,
    ) -> Result<(), FolderError> {
        let (settings, files) = (self.settings, &self.files);
        let shards = settings.shards();
        let (done, missing): (Vec<_>, Vec<_>) =
            (0..shards).partition(|shard| files.has_shard(generation, *shard));
        let mut done = done.len() as u64;
        let progress = |done| {
            (control.on_progress)(generation, ZeroProgress::Games(SHARD * done, shards * SHARD));
        };
        progress(done);
        let performer = |_| ShardWork::boxed(settings.clone(), generation, inference.clone());
        let describe = || Ok(unit::describe(settings, generation, network));
        let batch = WorkBatch {
            should_stop: control.should_stop,
            ..WorkBatch::new(missing, &performer, &describe)
        };
        collect(control.runner, batch, &mut |shard, bytes| {
            files.write_shard(generation, shard, bytes)?;
            done += 1;
            progress(done);
            Ok(())
        })
    }

    /// Learns from the window of a generation.
    fn learn(&self, generation: u32, control: &ZeroControl<'_>) -> Result<Trainee, FolderError> {
        let Some(mut trainee) = self.files.trainee(generation - 1)? else {
            return Err(self.files.no_state(generation - 1));
        };
        let mut window = Vec::new();
        let mut new = 0;
        for number in ZeroSettings::window(generation) {
            let samples = self.files.read_shards(number)?;
            new = samples.len();
            window.extend(samples);
        }
        if new == 0 {
            return Err(FolderError::NoPositions);
        }
        let on_step = |done, all| (control.on_progress)(generation, ZeroProgress::Steps(done, all));
        let settings = self.settings;
        let sums = self.pool.install(|| {
            learning::learn(settings, generation, &mut trainee, &window, new, &on_step)
        });
        let learning =
            Learning { positions: new as u64, window: window.len() as u64, losses: sums.into() };
        self.files.write_training(generation, &trainee, &learning)?;
        Ok(trainee)
    }
}
