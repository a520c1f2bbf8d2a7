//! A Python agent that can be started.

use std::path::Path;

use super::agent_files::AgentFiles;
use super::interpreter::Interpreter;
#[cfg(target_os = "linux")]
use super::numba_cache::NumbaCache;
use crate::sandbox::{Program, SHARED_DESCRIPTOR, is_system};
use crate::{ContentHash, PlayerError, Sandboxing, Terms};

/// The script that runs the agent in its process.
const RUNNER: &str = include_str!("../../python/runner.py");

/// An agent that can be started.
pub(super) struct Prepared {
    pub(super) files: AgentFiles,
    pub(super) program: Program,
    /// The hash of its files.
    pub(super) version: ContentHash,
}

impl Prepared {
    pub(super) fn new(path: &Path, terms: &Terms) -> Result<Self, PlayerError> {
        let wrong = |reason: String| PlayerError::Agent { path: path.to_owned(), reason };
        let files = AgentFiles::open(path).map_err(|error| wrong(error.to_string()))?;
        let version = files.hash().map_err(|error| wrong(error.to_string()))?;
        let interpreter = Interpreter::find(terms.python.as_deref())?;
        let mut parts = interpreter.parts.iter();
        let is_public = is_system(&files.file) || parts.any(|part| files.file.starts_with(part));
        if is_public && terms.sandbox == Sandboxing::Required {
            return Err(wrong("it is in a folder that every program can read: move it".to_owned()));
        }
        let mut visible = interpreter.parts.clone();
        visible.push(files.root().to_owned());
        let mut environment: Vec<_> = [
            ("PYTHONUNBUFFERED", "1"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("PYTHONHASHSEED", "0"),
            ("OPENBLAS_NUM_THREADS", "1"),
            ("OMP_NUM_THREADS", "1"),
            ("MKL_NUM_THREADS", "1"),
        ]
        .map(|(name, value)| (name.into(), value.into()))
        .into();
        if let Ok(packages) = std::env::join_paths(&interpreter.user_packages) {
            environment.push(("PYTHONPATH".into(), packages));
        }
        let program = interpreter.program.clone().into();
        let page = SHARED_DESCRIPTOR.to_string().into();
        let file = files.file.clone().into();
        let words = vec![program, "-c".into(), RUNNER.into(), file, page];
        let folder = files.working_folder().to_owned();
        let program = Program { words, folder, visible, environment, ..Program::default() };
        Ok(Self { files, program, version })
    }
}

/// Lets an agent read the files that Numba kept for its version.
#[cfg(target_os = "linux")]
pub(super) fn with_cache(
    program: &mut Program,
    version: &ContentHash,
    terms: &Terms,
) -> Option<NumbaCache> {
    let caches = terms.cache.as_deref().filter(|_| terms.sandbox == Sandboxing::Required)?;
    // Without a cache the agent compiles in every game.
    let cache = NumbaCache::open(caches, version).ok()?;
    program.visible.push(cache.folder().to_owned());
    program.words.push(cache.folder().into());
    Some(cache)
}
