//! Openings that are ready to be played.

use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use outflank_core::{Game, Rule};
use outflank_formats::{Format, ReadError, ReadOptions, detect, read};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{OpeningsChoice, opening_list};
use crate::ContentHash;

/// The number of bytes that are read to detect the format of a file.
const DETECTED_BYTES: u64 = 1 << 16;

/// Openings that are ready to be played: a choice, with its file read.
#[derive(Clone, Debug)]
pub struct OpeningsSource {
    choice: OpeningsChoice,
    rule: Rule,
    /// The openings of a file; empty for other choices.
    games: Vec<Game>,
}

/// The reason why a file has no openings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// The file cannot be opened or read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// A part of the file is no game.
    #[error("cannot read {}: {error}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The reason, with its place in the file.
        error: ReadError,
    },
    /// A game of the file is over.
    #[error("game {number} of {} is over: nothing to play", path.display())]
    Over {
        /// The file.
        path: PathBuf,
        /// The number of the game, from 1.
        number: usize,
    },
    /// The file has no game.
    #[error("{} has no openings", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

impl OpeningsSource {
    pub(super) fn load(choice: OpeningsChoice, rule: Rule) -> Result<Self, OpeningsError> {
        let games = match &choice {
            OpeningsChoice::File(path) => read_openings(path, rule)?,
            _ => Vec::new(),
        };
        Ok(Self { choice, rule, games })
    }

    /// The number of openings; `None` if there is no end.
    pub fn count(&self) -> Option<usize> {
        matches!(self.choice, OpeningsChoice::File(_)).then_some(self.games.len())
    }

    /// The openings of a match, one for each pair of games, drawn from a seed.
    pub fn sequence(&self, seed: u64) -> Box<dyn Iterator<Item = Game> + Send> {
        let drawn = self.choice.sequence(self.rule, seed);
        drawn.unwrap_or_else(|| Box::new(self.games.clone().into_iter()))
    }

    /// The text for [`EventSettings`](crate::EventSettings): a file is named by
    /// its content.
    pub fn label(&self) -> String {
        match &self.choice {
            OpeningsChoice::File(_) => {
                let all: Vec<_> = self.games.iter().map(|game| format!("{game:?}")).collect();
                format!("file:{}", ContentHash::of(all.join("\n").as_bytes()))
            }
            choice => choice.to_string(),
        }
    }

    /// The description in results.
    pub fn description(&self) -> String {
        match &self.choice {
            OpeningsChoice::Balanced => "balanced openings".to_owned(),
            OpeningsChoice::Start => "the start of the game".to_owned(),
            OpeningsChoice::Random { plies } => format!("random openings of {plies} moves"),
            OpeningsChoice::File(path) => path.display().to_string(),
        }
    }
}

/// The openings of a file, in the order of the file.
fn read_openings(path: &Path, rule: Rule) -> Result<Vec<Game>, OpeningsError> {
    let io = |error| OpeningsError::Io { path: path.to_owned(), error };
    let mut file = File::open(path).map_err(io)?;
    let mut beginning = Vec::new();
    file.by_ref().take(DETECTED_BYTES).read_to_end(&mut beginning).map_err(io)?;
    let by_name = path.extension().and_then(|text| Format::from_extension(text.to_str()?));
    let format = match by_name {
        // Many tools write files with the ending of JSON.
        None | Some(Format::Json) => detect(&String::from_utf8_lossy(&beginning)).or(by_name),
        Some(_) => by_name,
    };
    let file = BufReader::new(Cursor::new(beginning).chain(file));
    let options = ReadOptions { rule, ..ReadOptions::default() };
    let mut games = Vec::new();
    for (number, item) in (1..).zip(read(format.unwrap_or(Format::Transcript), file, options)) {
        let item = item.map_err(|error| OpeningsError::Game { path: path.to_owned(), error })?;
        let game = item.into_record().game().clone();
        if game.is_over() {
            return Err(OpeningsError::Over { path: path.to_owned(), number });
        }
        games.push(game);
    }
    if games.is_empty() {
        return Err(OpeningsError::Empty { path: path.to_owned() });
    }
    Ok(games)
}

/// The openings of a tournament, by number. After the last opening comes the
/// first again.
pub(crate) struct OpeningCycle {
    ready: Vec<Game>,
    /// Openings that are drawn when they are needed.
    more: Option<Box<dyn Iterator<Item = Game> + Send>>,
}

impl OpeningCycle {
    /// The maximum number of openings that are drawn before they repeat.
    const MAX_DRAWN: u64 = 2000;

    pub(crate) fn new(source: &OpeningsSource, seed: u64) -> Self {
        match &source.choice {
            OpeningsChoice::Start => Self { ready: vec![Game::new()], more: None },
            OpeningsChoice::File(_) => Self { ready: source.games.clone(), more: None },
            OpeningsChoice::Random { .. } => {
                Self { ready: Vec::new(), more: Some(source.sequence(seed)) }
            }
            OpeningsChoice::Balanced => {
                let mut ready = opening_list(source.rule);
                ready.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
                Self { ready, more: None }
            }
        }
    }

    /// The opening of a number, from 0.
    pub(crate) fn get(&mut self, number: u64) -> Game {
        let Some(more) = &mut self.more else {
            return self.ready[(number % self.ready.len() as u64) as usize].clone();
        };
        let number = (number % Self::MAX_DRAWN) as usize;
        let missing = (number + 1).saturating_sub(self.ready.len());
        self.ready.extend(more.by_ref().take(missing));
        self.ready[number].clone()
    }
}

#[cfg(test)]
mod tests {
    use outflank_core::Rule;

    use super::{OpeningCycle, OpeningsChoice};

    fn choice(text: &str) -> OpeningsChoice {
        text.parse().unwrap()
    }

    #[test]
    fn a_cycle_has_the_openings_of_the_sequence_in_any_order_of_asking() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        std::fs::write(&path, "f5d6c3\nf5f6e6\n").unwrap();
        for text in ["balanced", "start", "random:4", path.to_str().unwrap()] {
            let source = choice(text).load(Rule::Reversi).unwrap();
            let expected: Vec<_> = source.sequence(3).take(4).collect();
            let mut cycle = OpeningCycle::new(&source, 3);
            for number in [3, 0, 1, 2] {
                let at = number % expected.len();
                assert_eq!(cycle.get(number as u64), expected[at], "{text}");
            }
        }
    }

    #[test]
    fn a_file_is_named_by_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let label = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            OpeningsChoice::File(path).load(Rule::Reversi).unwrap().label()
        };
        let one = label("one.txt", "f5d6c3\n");
        assert!(one.starts_with("file:"), "{one}");
        assert_eq!(label("two.txt", "F5D6C3\n"), one);
        assert_ne!(label("one.txt", "f5f6\n"), one);
    }

    #[test]
    fn files_without_openings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let name = path.display();
        let refused = || choice(path.to_str().unwrap()).load(Rule::Reversi).unwrap_err();
        assert!(refused().to_string().starts_with(&format!("cannot read {name}: No such file")));
        std::fs::write(&path, "").unwrap();
        assert_eq!(refused().to_string(), format!("{name} has no openings"));
        std::fs::write(&path, "f5d6c3\nf5f5\n").unwrap();
        let sentence = refused().to_string();
        assert!(sentence.starts_with(&format!("cannot read {name}: ")), "{sentence}");
    }
}
