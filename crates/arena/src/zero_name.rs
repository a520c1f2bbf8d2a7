//! The network player.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use outflank_core::Rule;
use outflank_net::{Network, NetworkFile};
use outflank_zero::{ZeroLimits, ZeroThinker};

use crate::ParseSettingError;
use crate::duration::Written;
use crate::settings::{settings, written};

/// The network player: the part of its name after `zero:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ZeroName {
    /// The file of its network.
    pub network: PathBuf,
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
    #[error("zero: has to be followed by the file of a network")]
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
        let network = read_network(&self.network, rule)?;
        let threads = self.threads.map_or(1, usize::from);
        Ok(ZeroThinker::new(&network, rule, self.limits, threads))
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

    /// Reads `best.network`, or `best.network,simulations=400,time=1s`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (path, given) =
            text.split_once(',').map_or((text, None), |(path, given)| (path, Some(given)));
        if path.trim().is_empty() {
            return Err(ParseZeroError::NoFile);
        }
        let (network, limits) = (path.trim().into(), ZeroLimits::default());
        let mut name = Self { network, limits, threads: None };
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
    /// `best.network,simulations=400`, always in the same order.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [
            self.limits.simulations.map(|simulations| simulations.to_string()),
            self.limits.time.map(|time| Written(time).to_string()),
            self.threads.map(|threads| threads.to_string()),
        ];
        let given = written(Self::KEYS, values);
        let comma = if given.is_empty() { "" } else { "," };
        f.pad(&format!("{}{comma}{given}", self.network.display()))
    }
}
