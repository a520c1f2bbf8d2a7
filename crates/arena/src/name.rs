//! The names of players in flags and files.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use outflank_classic::WrongGame;
use outflank_core::{Color, Rule};
use outflank_engine::TableTooLarge;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::players::{Classic, Greedy, Random, Zero, engine_player};
use crate::programs::{AgentFiles, GtpPlayer, NBoardPlayer, PythonPlayer, check_engine};
use crate::untrusted::shown_path;
use crate::{
    ClassicName, CustomPlayer, EngineName, GtpName, InterpreterError, LoadBookError,
    LoadGenomeError, LoadNetworkError, LoadWeightsError, NBoardName, ParseClassicError,
    ParseProgramError, ParseSettingError, ParseZeroError, Player, SandboxError, Terms, ZeroName,
};

/// The name of a player that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayerName {
    /// The engine.
    Engine(EngineName),
    /// An agent of a report, or one with a genome of its own.
    Classic(ClassicName),
    /// The network player.
    Zero(ZeroName),
    /// A random legal move.
    Random,
    /// The move with the best disc count right after it.
    Greedy,
    /// An agent of the course platform: a file with a class `AI`.
    Python(PathBuf),
    /// An engine that speaks GTP.
    Gtp(GtpName),
    /// An engine that speaks the `NBoard` protocol.
    NBoard(NBoardName),
    /// A player that a program defines itself. No text names it.
    Custom(CustomPlayer),
}

impl PlayerName {
    /// Makes the player of a colour. Its random choices come from `seed`: the same
    /// seed gives the same moves. The two colours use different random streams.
    pub fn player(
        &self,
        rule: Rule,
        color: Color,
        seed: u64,
        terms: &Terms,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(color as u64);
        Ok(match self {
            Self::Engine(name) => engine_player(name, rule, random)?,
            Self::Classic(name) => Box::new(Classic(name.agent(rule)?)),
            Self::Zero(name) => Box::new(Zero(name.thinker(rule)?)),
            Self::Random => Box::new(Random::new(random)),
            Self::Greedy => Box::new(Greedy::new(rule, random)),
            Self::Python(path) => Box::new(PythonPlayer::new(path, color, terms)?),
            Self::Gtp(name) => Box::new(GtpPlayer::new(name, rule, terms)?),
            Self::NBoard(name) => Box::new(NBoardPlayer::new(name, rule, terms)?),
            Self::Custom(custom) => custom.player(rule, color, seed),
        })
    }

    /// Whether the player is a Python agent in whose folder another agent is.
    pub fn can_read(&self, other: &Self) -> bool {
        let (Self::Python(own), Self::Python(other)) = (self, other) else { return false };
        let files = [own, other].map(|path| AgentFiles::open(path).ok());
        let [Some(own), Some(other)] = files else { return false };
        own.root() != other.root() && other.root().starts_with(own.root())
    }

    /// Checks that the player can be made. No program is started.
    pub fn check(&self, rule: Rule, terms: &Terms) -> Result<(), PlayerError> {
        match self {
            Self::Python(path) => PythonPlayer::check(path, terms),
            Self::Gtp(name) => check_engine(&name.line, name.folder.as_deref(), terms),
            Self::NBoard(name) => check_engine(&name.line, name.folder.as_deref(), terms),
            _ => self.player(rule, Color::Black, 0, terms).map(drop),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(name) if *name == EngineName::default() => f.pad("engine"),
            Self::Engine(name) => f.pad(&format!("engine:{name}")),
            Self::Classic(name) => name.fmt(f),
            Self::Zero(name) if *name == ZeroName::default() => f.pad("zero"),
            Self::Zero(name) => f.pad(&format!("zero:{name}")),
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Python(path) => f.pad(&format!("python:{}", path.display())),
            Self::Gtp(name) => f.pad(&format!("gtp:{name}")),
            Self::NBoard(name) => f.pad(&format!("nboard:{name}")),
            Self::Custom(custom) => custom.fmt(f),
        }
    }
}

/// A player that cannot be made although its name is right.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// Its weights cannot be used.
    #[error(transparent)]
    Weights(#[from] LoadWeightsError),
    /// The book cannot be used.
    #[error(transparent)]
    Book(#[from] LoadBookError),
    /// Its transposition table is too large.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// Its genome cannot be used.
    #[error(transparent)]
    Genome(#[from] LoadGenomeError),
    /// Its network cannot be used.
    #[error(transparent)]
    Network(#[from] LoadNetworkError),
    /// It does not play by these rules.
    #[error(transparent)]
    WrongGame(#[from] WrongGame),
    /// Its file cannot be used.
    #[error("cannot use the agent {}: {reason}", shown_path(path))]
    Agent {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// There is no Python to run it.
    #[error(transparent)]
    Interpreter(#[from] InterpreterError),
    /// Its program cannot be started.
    #[error(transparent)]
    Program(#[from] SandboxError),
    /// It could not play on another machine.
    #[error("on another machine: {reason}")]
    Elsewhere {
        /// The message of that machine.
        reason: String,
    },
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePlayerError {
    /// There is no such player.
    #[error("'{}' is not a player: expected engine, classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND", found.escape_debug())]
    Unknown {
        /// The text given.
        found: String,
    },
    /// A setting of the engine is wrong.
    #[error(transparent)]
    Engine(#[from] ParseSettingError),
    /// There is no such agent.
    #[error(transparent)]
    Classic(#[from] ParseClassicError),
    /// There is no network, or a setting of it is wrong.
    #[error(transparent)]
    Zero(#[from] ParseZeroError),
    /// There is no file of an agent.
    #[error("python: has to be followed by the name of a file")]
    NoFile,
    /// There is no external engine to start, or a setting of it is wrong.
    #[error(transparent)]
    Program(#[from] ParseProgramError),
}

impl FromStr for PlayerName {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            Some(("engine", given)) => Ok(Self::Engine(given.parse()?)),
            Some(("classic", given)) => Ok(Self::Classic(ClassicName::of_report(given)?)),
            Some(("genome", given)) => Ok(Self::Classic(ClassicName::of_file(given)?)),
            Some(("zero", given)) => Ok(Self::Zero(given.parse()?)),
            Some(("python", "")) => Err(ParsePlayerError::NoFile),
            Some(("python", path)) => Ok(Self::Python(path.into())),
            Some(("gtp", given)) => Ok(Self::Gtp(given.parse()?)),
            Some(("nboard", given)) => Ok(Self::NBoard(given.parse()?)),
            None if text == "engine" => Ok(Self::Engine(EngineName::default())),
            None if text == "zero" => Ok(Self::Zero(ZeroName::default())),
            None if text == "random" => Ok(Self::Random),
            None if text == "greedy" => Ok(Self::Greedy),
            _ if is_python_file(text) => Ok(Self::Python(text.into())),
            _ => Err(ParsePlayerError::Unknown { found: text.to_owned() }),
        }
    }
}

/// Whether a text is the path of a Python file, which needs no `python:`.
fn is_python_file(text: &str) -> bool {
    std::path::Path::new(text).extension().is_some_and(|extension| extension == "py")
}

#[cfg(test)]
mod tests;
