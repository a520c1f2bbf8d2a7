//! Where the games of a match begin.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_arena::{ContentHash, Openings};
use outflank_core::{Game, Rule};
use outflank_formats::{Format, ReadOptions, read};

use crate::cli::{Match, OpeningsFlag};
use crate::failure::Failure;
use crate::files;
use crate::kept_match::{BUILT_IN, built_in};

/// Where openings come from.
pub(super) enum Source {
    BuiltIn,
    Random { plies: u32 },
    File { path: PathBuf, games: Vec<Game>, hash: ContentHash },
}

impl Source {
    pub(super) fn of(options: &Match) -> Result<Self, Failure> {
        Ok(match &options.openings {
            OpeningsFlag::BuiltIn => Self::BuiltIn,
            OpeningsFlag::Random => Self::Random { plies: options.plies },
            OpeningsFlag::File(path) => {
                let games = read_openings(path, options.rules)?;
                let pairs = options.games as usize / 2;
                if games.len() < pairs {
                    let (name, count) = (path.display(), games.len());
                    return Err(Failure::input(format!(
                        "{name} has {count} openings, enough for {} games",
                        2 * count
                    )));
                }
                let all: Vec<_> = games.iter().map(|game| format!("{game:?}")).collect();
                let hash = ContentHash::of(all.join("\n").as_bytes());
                Self::File { path: path.clone(), games, hash }
            }
        })
    }

    /// What stands for the openings in the settings of a match.
    pub(super) fn label(&self) -> String {
        match self {
            Self::BuiltIn => BUILT_IN.to_owned(),
            Self::Random { plies } => format!("random:{plies}"),
            Self::File { hash, .. } => format!("file:{hash}"),
        }
    }

    /// What the openings are called in results.
    pub(super) fn name(&self) -> String {
        match self {
            Self::BuiltIn => "built-in openings".to_owned(),
            Self::Random { plies } => format!("random openings of {plies} moves"),
            Self::File { path, .. } => path.display().to_string(),
        }
    }

    /// An opening for each pair of games.
    pub(super) fn openings(
        &self,
        options: &Match,
        seed: u64,
    ) -> Box<dyn Iterator<Item = Game> + Send> {
        let rule = options.rules;
        let pairs = options.games as usize / 2;
        match self {
            Self::BuiltIn => Box::new(built_in(rule, seed).take(pairs)),
            Self::Random { plies } => {
                Box::new(Openings::with_plies(rule, seed, *plies as usize).take(pairs))
            }
            Self::File { games, .. } => Box::new(games.clone().into_iter().take(pairs)),
        }
    }
}

/// The openings of a file in the order in which they stand there.
fn read_openings(path: &Path, rule: Rule) -> Result<Vec<Game>, Failure> {
    let name = files::name(path);
    let (file, _) = files::open(path)?;
    let (looks, file) = files::by_looks(file)
        .with_context(|| format!("cannot read {name}"))
        .map_err(Failure::Run)?;
    let format = files::by_name_or_looks(path, looks).unwrap_or(Format::Transcript);
    let options = ReadOptions { rule, ..ReadOptions::default() };
    let mut games = Vec::new();
    for (number, item) in (1..).zip(read(format, BufReader::new(file), options)) {
        let game = item.map_err(|error| files::cannot_read(&name, error))?;
        let game = game.into_record().game().clone();
        if game.is_over() {
            return Err(Failure::input(format!(
                "game {number} of {name} is over: nothing to play"
            )));
        }
        games.push(game);
    }
    Ok(games)
}
