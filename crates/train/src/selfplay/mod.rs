//! Games of the engine against itself.

mod game;
mod unit;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outflank_core::Rule;
use outflank_eval::Weights;
use outflank_work::{Description, Runner, WorkBatch};
use serde::{Deserialize, Serialize};

use crate::Dataset;
use crate::collect::collect;
use crate::engine_work::Evaluator;
use crate::folder::{self, FolderError, rule_by_name, rule_name};

pub(crate) use unit::SELF_PLAY;
use unit::{ShardSamples, ShardWork};

/// The number of games that are stored together. A kill loses at most these.
const SHARD: u64 = 100;

/// One game in this many is held out of the training, to measure it.
const HELD_OUT: u64 = 50;

/// Settings of self-play. The same settings give the same games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlay {
    /// The rules.
    #[serde(serialize_with = "rule_name", deserialize_with = "rule_by_name")]
    pub rule: Rule,
    /// The number of games, rounded up to a hundred. A run can be made longer: earlier
    /// games stay.
    #[serde(skip)]
    pub games: u64,
    /// The search depth of moves, in plies; 0 for random moves.
    pub depth: u32,
    /// The number of empty squares from which moves are exact.
    pub exact: u32,
    /// The minimum and maximum number of random plies at the start of a game.
    pub opening: (u32, u32),
    /// The randomness of opening moves, in discs. A move that looks this many discs worse
    /// than the best is chosen about a third as often. 0 for uniformly random moves.
    pub temperature: f64,
    /// The number of moves in each position that are searched although they are not
    /// played. The boards after them are learnt from too.
    pub beside: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The checksum of the weights that play.
    pub weights: u32,
}

/// The result of a run.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlaySummary {
    /// The number of games in the folder.
    pub games: u64,
    /// Positions to learn from.
    pub positions: usize,
    /// Positions held out of the training, to measure it.
    pub held_out: usize,
    /// Positions of the games of this call, before symmetric ones are merged.
    pub played: u64,
    /// The time of those games.
    pub time: Duration,
}

/// The file of positions to learn from.
pub(crate) const POSITIONS: &str = "positions.data";
/// The file of positions that are held out.
pub(crate) const HELD_OUT_POSITIONS: &str = "held-out.data";

/// The file of positions beside the games, to learn from too.
pub(crate) const BESIDE_POSITIONS: &str = "beside.data";

/// Plays all games of a run that are not yet in `folder`, then writes its datasets. Without
/// `weights` the evaluation made by hand plays. `on_games` is called
/// with the number of finished games, first with those that were in the folder.
pub fn selfplay(
    folder: &Path,
    settings: SelfPlay,
    weights: Option<&Weights>,
    runner: &dyn Runner,
    on_games: &(dyn Fn(u64) + Sync),
) -> Result<SelfPlaySummary, FolderError> {
    let _claim = folder::claim(folder, &settings)?;
    let shards = folder.join("games");
    folder::prepare_inner(&shards)?;
    remove_half_shards(&shards)?;
    let count = settings.games.div_ceil(SHARD);
    let mut played = 0;
    let start = Instant::now();
    let evaluator = Evaluator::new(weights);
    let performer = |_| evaluator.performer(ShardWork(settings));
    let describe = || Ok(describe_shards(&settings, &evaluator));
    let (done, missing): (Vec<_>, Vec<_>) =
        (0..count).partition(|shard| shard_path(&shards, *shard).exists());
    for _ in &done {
        on_games(SHARD);
    }
    let batch = WorkBatch::new(missing, &performer, &describe);
    collect(runner, batch, &mut |shard, bytes| {
        let path = shard_path(&shards, shard);
        let samples = ShardSamples::from_bytes(bytes, settings.rule)
            .map_err(|error| FolderError::Dataset { path: path.clone(), error })?;
        played += write_shard(&path, &settings, samples)?;
        on_games(SHARD);
        Ok(())
    })?;
    let time = start.elapsed();
    let (positions, held_out) = gather(folder, &shards, &settings, count)?;
    Ok(SelfPlaySummary { games: count * SHARD, positions, held_out, played, time })
}

fn describe_shards(settings: &SelfPlay, evaluator: &Evaluator) -> Description {
    let settings = serde_json::to_value(settings).expect("settings are plain data");
    evaluator.describe(SELF_PLAY.name, settings)
}

impl SelfPlay {
    /// Describes the shards for other machines. Item `n` is the shard of the games from `100 n`
    /// on.
    pub fn description(&self, weights: Option<&Weights>) -> Description {
        describe_shards(self, &Evaluator::new(weights))
    }
}

fn shard_path(shards: &Path, shard: u64) -> PathBuf {
    shards.join(format!("{shard:06}.data"))
}

/// Removes the positions of shards that were never finished.
fn remove_half_shards(shards: &Path) -> Result<(), FolderError> {
    for entry in fs::read_dir(shards).map_err(FolderError::io(shards))? {
        let path = entry.map_err(FolderError::io(shards))?.path();
        let is_half =
            path.extension().is_some_and(|extension| extension == "held" || extension == "beside")
                && !path.with_extension("data").exists();
        if is_half {
            fs::remove_file(&path).map_err(FolderError::io(&path))?;
        }
    }
    Ok(())
}

/// Writes the files of a shard. Returns the number of its positions.
fn write_shard(
    path: &Path,
    settings: &SelfPlay,
    samples: ShardSamples,
) -> Result<u64, FolderError> {
    let ShardSamples { learn, held_out, beside } = samples;
    let positions = [&learn, &held_out, &beside].map(|set| set.samples.len() as u64).iter().sum();
    folder::write(&path.with_extension("held"), &held_out.to_bytes())?;
    if settings.beside > 0 {
        folder::write(&path.with_extension("beside"), &beside.to_bytes())?;
    }
    // The last file: a shard is complete when it exists.
    folder::write(path, &learn.to_bytes())?;
    Ok(positions)
}

/// Writes the datasets of a folder from its shards. Returns the number of positions of
/// each.
fn gather(
    folder: &Path,
    shards: &Path,
    settings: &SelfPlay,
    count: u64,
) -> Result<(usize, usize), FolderError> {
    let mut learn = read_shards(shards, settings.rule, count, "data")?;
    learn.merge();
    let mut held_out = read_shards(shards, settings.rule, count, "held")?;
    held_out.merge();
    held_out.remove(&learn);
    let mut positions = learn.samples.len();
    if settings.beside > 0 {
        let mut beside = read_shards(shards, settings.rule, count, "beside")?;
        beside.merge();
        beside.remove(&learn);
        held_out.remove(&beside);
        positions += beside.samples.len();
        folder::write(&folder.join(BESIDE_POSITIONS), &beside.to_bytes())?;
    }
    folder::write(&folder.join(HELD_OUT_POSITIONS), &held_out.to_bytes())?;
    folder::write(&folder.join(POSITIONS), &learn.to_bytes())?;
    Ok((positions, held_out.samples.len()))
}

fn read_shards(
    shards: &Path,
    rule: Rule,
    count: u64,
    extension: &str,
) -> Result<Dataset, FolderError> {
    let mut all = Dataset { rule, samples: Vec::new() };
    for shard in 0..count {
        let path = shard_path(shards, shard).with_extension(extension);
        all.samples.extend(Dataset::read(&path)?.samples);
    }
    Ok(all)
}

impl Dataset {
    /// Reads the positions to learn from in a folder that [`selfplay`] wrote.
    pub fn read_folder(folder: &Path) -> Result<Self, FolderError> {
        Self::read(&folder.join(POSITIONS))
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, FolderError> {
        let bytes = fs::read(path).map_err(FolderError::io(path))?;
        let broken = |error| FolderError::Dataset { path: path.to_owned(), error };
        Self::from_bytes(&bytes).map_err(broken)
    }
}
