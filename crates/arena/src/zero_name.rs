//! The network player.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use outflank_core::Rule;
use outflank_net::{Network, NetworkFile};
use outflank_zero::{ZeroLimits, ZeroThinker, shipped_network};

use crate::ParseSettingError;
use crate::duration::Written;
use crate::settings::{settings, written};

/// The network player: the part of its name after `zero:`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZeroName {
    /// The file of its network; by default the one that ships.
    pub network: Option<PathBuf>,
    /// The limits of a move.
    pub limits: ZeroLimits,
    /// The number of threads; 1 by default.
    pub threads: Option<u16>,
}

/// A text that names no network player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseZeroError {
    /// There is no file name.
    #[error("zero: has to be followed by the file of a network or by settings")]
    NoFile,
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] ParseSettingError),
}

/// A network that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot use the network {}: {reason}", path.display())]
pub struct LoadNetworkError {
    path: PathBuf,
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl ZeroName {
    const KEYS: [&'static str; 3] = ["simulations", "time", "threads"];

    /// The player that thinks for games of `rule`.
    pub(crate) fn thinker(&self, rule: Rule) -> Result<ZeroThinker, LoadNetworkError> {
        let network = self.network(rule)?;
        let threads = self.threads.map_or(1, usize::from);
        Ok(ZeroThinker::new(&network, rule, self.limits, threads))
    }

    /// Its network for games of `rule`.
    pub(crate) fn network(&self, rule: Rule) -> Result<Network, LoadNetworkError> {
        match &self.network {
            Some(path) => read_network(path, rule),
            None => Ok(shipped_network(rule).network),
        }
    }
}

/// Reads the file of a network for `rule`.
pub fn read_network(path: &Path, rule: Rule) -> Result<Network, LoadNetworkError> {
    let broken = |reason: Arc<dyn std::error::Error + Send + Sync>| LoadNetworkError {
        path: path.to_owned(),
        reason,
    };
    let bytes = fs::read(path).map_err(|error| broken(Arc::new(error)))?;
    let file = NetworkFile::from_bytes(&bytes, rule).map_err(|error| broken(Arc::new(error)))?;
    Ok(file.network)
}

impl FromStr for ZeroName {
    type Err = ParseZeroError;

    /// Reads `best.network`, `best.network,simulations=400,time=1s` or `simulations=400`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, rest) =
            text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
        let (first, mut name) = (first.trim(), Self::default());
        let is_setting = first.split_once('=').is_some_and(|(key, _)| Self::KEYS.contains(&key));
        if first.is_empty() {
            return Err(ParseZeroError::NoFile);
        }
        let given = if is_setting { Some(text) } else { rest };
        name.network = (!is_setting).then(|| first.into());
        for setting in given
            .map_or(Ok(Vec::new()), |given| settings("the network player", &Self::KEYS, given))?
        {
            match setting.key {
                "simulations" => {
                    let most = u64::from(u32::MAX);
                    let simulations = setting.number(1, most, "1 or more")? as u32;
                    name.limits.simulations = Some(simulations);
                }
                "time" => name.limits.time = Some(setting.time()?),
                _ => name.threads = Some(setting.number(1, 256, "1 to 256")? as u16),
            }
        }
        Ok(name)
    }
}

impl fmt::Display for ZeroName {
    /// `best.network,simulations=400`, always in the same order; empty if all are defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [
            self.limits.simulations.map(|simulations| simulations.to_string()),
            self.limits.time.map(|time| Written(time).to_string()),
            self.threads.map(|threads| threads.to_string()),
        ];
        let path = self.network.as_ref().map(|path| path.display().to_string());
        let parts = path.into_iter().chain(Some(written(Self::KEYS, values)));
        f.pad(&parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(","))
    }
}
