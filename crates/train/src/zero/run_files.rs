//! The files of a run.
//!
//! ```text
//! run.toml                       the settings
//! start.network                  the network that the run began with, if it was not random
//! best.network                   the best network so far
//! generations/0001/shards/       the positions of self-play, in files of 64 games
//! generations/0001/learning.json the losses of the training
//! generations/0001/network       the network after it
//! generations/0001/state         the optimiser after it; the training is done when it exists
//! generations/0001/report.json   the result; the generation is done when it exists
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use outflank_core::Rule;
use outflank_durable::FolderClaim;
use outflank_net::{Network, NetworkFile, Trainee};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sample::{ZeroSample, read_shard};
use super::{ZeroReport, ZeroSettings};
use crate::folder::{FolderError, prepare_inner, write};

const SETTINGS: &str = "run.toml";
const BEST: &str = "best.network";
/// The name of the network that a run begins with, in its folder.
pub const ZERO_START: &str = "start.network";

/// The folder of a run, claimed by this process.
pub(super) struct RunFiles<'s> {
    folder: PathBuf,
    settings: &'s ZeroSettings,
    _claim: FolderClaim,
}

/// The settings of the run in a folder; `None` if there is none.
pub fn read_zero_settings(folder: &Path) -> Result<Option<ZeroSettings>, FolderError> {
    let path = folder.join(SETTINGS);
    let Some(bytes) = read(&path)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    let settings = ZeroSettings::from_toml(&text);
    settings.map(Some).map_err(|reason| FolderError::Content { path, reason })
}

/// The reports of the finished generations of a run.
pub fn read_zero_reports(folder: &Path) -> Result<Vec<ZeroReport>, FolderError> {
    let mut reports = Vec::new();
    for generation in 1.. {
        let path = generation_folder(folder, generation).join("report.json");
        match read_json(&path)? {
            Some(report) => reports.push(report),
            None => break,
        }
    }
    Ok(reports)
}

/// Puts the file of the network that a run begins with into its folder, before the run.
pub fn write_zero_start(folder: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    prepare_inner(folder)?;
    write(&folder.join(ZERO_START), bytes)
}

impl<'s> RunFiles<'s> {
    /// Claims the folder of a new run, or of one with the same settings.
    pub(super) fn open(folder: &Path, settings: &'s ZeroSettings) -> Result<Self, FolderError> {
        let claim = FolderClaim::take(folder)?;
        prepare_inner(folder)?;
        match read_zero_settings(folder)? {
            None => write(&folder.join(SETTINGS), settings.to_toml().as_bytes())?,
            Some(found) if found == *settings => {}
            Some(found) => {
                let (path, found) = (folder.to_owned(), found.to_toml().replace('\n', " "));
                return Err(FolderError::OtherRun { path, found });
            }
        }
        Ok(Self { folder: folder.to_owned(), settings, _claim: claim })
    }

    /// Makes the folders of a generation, and removes what a killed process left.
    pub(super) fn prepare(&self, generation: u32) -> Result<(), FolderError> {
        let folder = generation_folder(&self.folder, generation);
        prepare_inner(&folder.join("shards"))?;
        prepare_inner(&folder)
    }

    fn path(&self, generation: u32, name: &str) -> PathBuf {
        generation_folder(&self.folder, generation).join(name)
    }

    fn shard_path(&self, generation: u32, shard: u64) -> PathBuf {
        self.path(generation, "shards").join(format!("{shard:06}.shard"))
    }

    pub(super) fn has_shard(&self, generation: u32, shard: u64) -> bool {
        self.shard_path(generation, shard).exists()
    }

    pub(super) fn write_shard(
        &self,
        generation: u32,
        shard: u64,
        bytes: &[u8],
    ) -> Result<(), FolderError> {
        write(&self.shard_path(generation, shard), bytes)
    }

    /// The positions of all games of a generation.
    pub(super) fn read_shards(&self, generation: u32) -> Result<Vec<ZeroSample>, FolderError> {
        let mut samples = Vec::new();
        for shard in 0..self.settings.shards() {
            let path = self.shard_path(generation, shard);
            let bytes = fs::read(&path).map_err(FolderError::io(&path))?;
            let read = read_shard(self.settings.rules, &bytes);
            samples.extend(read.ok_or_else(|| damaged(&path))?);
        }
        Ok(samples)
    }

    /// The network of a generation; that of generation 0 is the start of the run.
    pub(super) fn network(&self, generation: u32) -> Result<Network, FolderError> {
        let settings = self.settings;
        let path = match (generation, &settings.start) {
            (0, None) => return Ok(Network::random(settings.shape(), settings.seed)),
            (0, Some(_)) => self.folder.join(ZERO_START),
            _ => self.path(generation, "network"),
        };
        let bytes = fs::read(&path).map_err(FolderError::io(&path))?;
        let expected = settings.start.as_ref().filter(|_| generation == 0);
        if expected.is_some_and(|start| !start.is_of(&bytes)) {
            let reason = "it is not the network that the run began with".to_owned();
            return Err(FolderError::Content { path, reason });
        }
        let file = NetworkFile::from_bytes(&bytes, settings.rules);
        let file = file.map_err(|error| FolderError::Content {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        if file.network.shape() != settings.shape() {
            let reason = format!("it is {} and not {}", file.network.shape(), settings.shape());
            return Err(FolderError::Content { path, reason });
        }
        Ok(file.network)
    }

    /// The optimiser after the training of a generation; `None` if it is not done.
    pub(super) fn trainee(&self, generation: u32) -> Result<Option<Trainee>, FolderError> {
        if generation == 0 {
            return Ok(Some(Trainee::new(self.network(0)?)));
        }
        let path = self.path(generation, "state");
        let Some(bytes) = read(&path)? else { return Ok(None) };
        let trainee = Trainee::from_bytes(self.settings.shape(), &bytes);
        trainee.map(Some).ok_or_else(|| damaged(&path))
    }

    /// The error of a state that is gone.
    pub(super) fn no_state(&self, generation: u32) -> FolderError {
        let path = self.path(generation, "state");
        FolderError::Content { path, reason: "it is missing, and the run needs it".to_owned() }
    }

    /// Writes the result of a training.
    pub(super) fn write_training(
        &self,
        generation: u32,
        trainee: &Trainee,
        learning: &impl Serialize,
    ) -> Result<(), FolderError> {
        self.write_json(generation, "learning.json", learning)?;
        let provenance = self.settings.provenance(generation, trainee.steps());
        let rule: Rule = self.settings.rules;
        let file = NetworkFile { rule, provenance, network: trainee.average() };
        write(&self.path(generation, "network"), &file.to_bytes())?;
        write(&self.path(generation, "state"), &trainee.to_bytes())
    }

    /// The note that [`RunFiles::write_training`] made.
    pub(super) fn read_learning<T: DeserializeOwned>(
        &self,
        generation: u32,
    ) -> Result<T, FolderError> {
        let path = self.path(generation, "learning.json");
        read_json(&path)?.ok_or_else(|| damaged(&path))
    }

    /// Finishes a generation: writes its report and the best network, and removes a state that is
    /// no longer needed.
    pub(super) fn finish(&self, report: &ZeroReport) -> Result<(), FolderError> {
        self.write_json(report.generation, "report.json", report)?;
        self.write_best(report.best)?;
        if let Some(before) = report.generation.checked_sub(2).filter(|before| *before > 0) {
            let old = self.path(before, "state");
            match fs::remove_file(&old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FolderError::io(&old)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts a copy of the best network in the folder of the run.
    pub(super) fn write_best(&self, best: u32) -> Result<(), FolderError> {
        if best == 0 {
            return Ok(());
        }
        let path = self.path(best, "network");
        let bytes = fs::read(&path).map_err(FolderError::io(&path))?;
        write(&self.folder.join(BEST), &bytes)
    }

    fn write_json(
        &self,
        generation: u32,
        name: &str,
        value: &impl Serialize,
    ) -> Result<(), FolderError> {
        let mut text = serde_json::to_string(value).expect("a report is plain data");
        text.push('\n');
        write(&self.path(generation, name), text.as_bytes())
    }
}

fn generation_folder(folder: &Path, generation: u32) -> PathBuf {
    folder.join("generations").join(format!("{generation:04}"))
}

/// The bytes of a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, FolderError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FolderError::io(path)(error)),
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FolderError> {
    let Some(bytes) = read(path)? else { return Ok(None) };
    let read = serde_json::from_slice(&bytes);
    read.map(Some)
        .map_err(|error| FolderError::Content { path: path.to_owned(), reason: error.to_string() })
}

fn damaged(path: &Path) -> FolderError {
    let reason = "it is damaged; remove it, and it is made again".to_owned();
    FolderError::Content { path: path.to_owned(), reason }
}
