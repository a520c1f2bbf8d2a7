//! Games of the engine against itself.

mod game;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_core::Rule;
use outflank_engine::{Engine, Options};
use outflank_eval::Evaluation;
use serde::Serialize;

use crate::Dataset;
use crate::folder::{self, FolderError};

/// Games that are played and kept together: what a kill can lose.
const SHARD: u64 = 100;

/// One game of so many is left out of the training, to measure it.
const HELD_OUT: u64 = 50;

/// What is played. The same settings give the same games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SelfPlay {
    /// Which game.
    #[serde(serialize_with = "rule_name")]
    pub rule: Rule,
    /// How many games, rounded up to a hundred. A run may be made longer: the
    /// games before stay.
    #[serde(skip)]
    pub games: u64,
    /// How many plies deep moves are searched; at random with 0.
    pub depth: u32,
    /// With so many empty squares a game is played out by exact search.
    pub exact: u32,
    /// The fewest and most random plies that a game begins with.
    pub opening: (u32, u32),
    /// How much worse than the best a move of the opening may be, in discs: a
    /// move that looks so much worse is chosen a third as often. With 0 all
    /// moves are chosen as often.
    pub temperature: f64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The checksum of the weights that play.
    pub weights: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn rule_name<S: serde::Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.name())
}

/// What a run gave.
#[derive(Clone, Copy, Debug)]
pub struct Harvest {
    /// How many games there are now.
    pub games: u64,
    /// Positions to learn from.
    pub positions: usize,
    /// Positions left out, to measure by.
    pub held_out: usize,
    /// Positions before symmetric ones were made one, of the games of this call.
    pub played: u64,
    /// How long those games took.
    pub time: Duration,
}

/// The dataset of a folder that is to be learnt from.
pub(crate) const POSITIONS: &str = "positions.data";
/// The one that is left out.
pub(crate) const HELD_OUT_POSITIONS: &str = "held-out.data";

/// Plays all games of a run that are not yet in `folder`, then makes its
/// datasets. `evaluation` judges for every thread; `on_games` hears how many
/// games have been finished, first of those that were there.
pub fn selfplay<E: Evaluation + Clone + 'static>(
    folder: &Path,
    settings: SelfPlay,
    threads: usize,
    evaluation: &E,
    on_games: &(dyn Fn(u64) + Sync),
) -> Result<Harvest, FolderError> {
    folder::claim(folder, &settings)?;
    let shards = folder.join("games");
    fs::create_dir_all(&shards).map_err(FolderError::io(&shards))?;
    let count = settings.games.div_ceil(SHARD);
    let next = AtomicU64::new(0);
    let played = AtomicU64::new(0);
    let start = Instant::now();
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (shards, next, played, failure) = (&shards, &next, &played, &failure);
            scope.spawn(move || {
                let options = Options { threads: 1, hash_mib: 4 };
                let judge = evaluation.clone();
                let mut engine = Engine::with_evaluation(options, move |_| judge.clone());
                loop {
                    let shard = next.fetch_add(1, Ordering::Relaxed);
                    if shard >= count {
                        return;
                    }
                    match play_shard(&mut engine, shards, &settings, shard) {
                        Ok(positions) => played.fetch_add(positions, Ordering::Relaxed),
                        Err(error) => {
                            failure.lock().expect("no thread panics").get_or_insert(error);
                            next.store(count, Ordering::Relaxed);
                            return;
                        }
                    };
                    on_games(SHARD);
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().expect("no thread panics") {
        return Err(error);
    }
    let time = start.elapsed();
    let (positions, held_out) = gather(folder, &shards, &settings, count)?;
    Ok(Harvest { games: count * SHARD, positions, held_out, played: played.into_inner(), time })
}

fn shard_path(shards: &Path, shard: u64) -> PathBuf {
    shards.join(format!("{shard:06}.data"))
}

/// Plays the games of a shard unless they are there, and says how many
/// positions that gave.
fn play_shard<E: Evaluation>(
    engine: &mut Engine<E>,
    shards: &Path,
    settings: &SelfPlay,
    shard: u64,
) -> Result<u64, FolderError> {
    let path = shard_path(shards, shard);
    if path.exists() {
        return Ok(0);
    }
    let first = shard * SHARD;
    let (mut learn, mut held_out) = (Vec::new(), Vec::new());
    for number in first..first + SHARD {
        let samples = game::play(engine, settings, number);
        if number % HELD_OUT == 0 { &mut held_out } else { &mut learn }.extend(samples);
    }
    let positions = (learn.len() + held_out.len()) as u64;
    let rule = settings.rule;
    folder::write(&path.with_extension("held"), &Dataset { rule, samples: held_out }.to_bytes())?;
    folder::write(&path, &Dataset { rule, samples: learn }.to_bytes())?;
    Ok(positions)
}

/// Makes the datasets of a folder from its shards: how many positions each has.
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
    folder::write(&folder.join(HELD_OUT_POSITIONS), &held_out.to_bytes())?;
    folder::write(&folder.join(POSITIONS), &learn.to_bytes())?;
    Ok((learn.samples.len(), held_out.samples.len()))
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
