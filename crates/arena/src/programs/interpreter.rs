//! The Python interpreter of agents.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crate::paths::find_on_path;

/// The environment variable that names the interpreter.
const VARIABLE: &str = "OUTFLANK_PYTHON";
/// Prints the path of the interpreter, its prefixes and its import paths.
const QUESTION: &str = "import sys
print(sys.executable, sys.prefix, sys.base_prefix, *filter(None, sys.path), sep='\\n')";

/// A Python interpreter and its files.
#[derive(Debug)]
pub(crate) struct Interpreter {
    /// The interpreter itself, not a script that finds it.
    pub(crate) program: PathBuf,
    /// The files and folders that it reads.
    pub(crate) parts: Vec<PathBuf>,
    /// Import paths outside of its prefixes.
    pub(crate) user_packages: Vec<PathBuf>,
}

/// A Python interpreter that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot run the Python interpreter {}: {reason}; name one with --python or {VARIABLE}",
    path.display()
)]
pub struct InterpreterError {
    /// The interpreter asked for.
    pub path: PathBuf,
    /// The message of the system or of the interpreter.
    pub reason: String,
}

impl Interpreter {
    /// The interpreter that is given, or named by the environment, or `python3`.
    /// Its paths are read once.
    pub(crate) fn find(told: Option<&Path>) -> Result<Arc<Self>, InterpreterError> {
        static KNOWN: Mutex<Option<HashMap<PathBuf, Arc<Interpreter>>>> = Mutex::new(None);
        let named = || std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        let path = told.map(Path::to_owned).or_else(|| named().map(PathBuf::from));
        let path = path.unwrap_or_else(|| "python3".into());
        // An insertion is never left half done.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(interpreter) = known.get(&path) {
            return Ok(interpreter.clone());
        }
        let interpreter = Arc::new(Self::ask(&path)?);
        known.insert(path, interpreter.clone());
        Ok(interpreter)
    }

    fn ask(path: &Path) -> Result<Self, InterpreterError> {
        let wrong = |reason: String| InterpreterError { path: path.to_owned(), reason };
        let program = find_on_path(path).ok_or_else(|| wrong("no such program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(["-c", QUESTION]).stdin(Stdio::null()).current_dir("/");
        let output = command.output().map_err(|error| wrong(error.to_string()))?;
        let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
        if !output.status.success() {
            let log = said(&output.stderr);
            return Err(wrong(log.lines().last().unwrap_or("it says nothing").to_owned()));
        }
        let text = said(&output.stdout);
        let mut lines = text.lines().map(PathBuf::from);
        let program = lines.next().filter(|program| program.is_absolute());
        let program = program.ok_or_else(|| wrong("it does not say where it is".to_owned()))?;
        let prefixes: Vec<_> = lines.by_ref().take(2).collect();
        let is_within = |path: &PathBuf| prefixes.iter().any(|prefix| path.starts_with(prefix));
        let user_packages: Vec<_> =
            lines.filter(|path| path.is_dir() && !is_within(path)).collect();
        let mut parts = prefixes.clone();
        parts.extend(program.canonicalize().ok());
        parts.extend(user_packages.iter().cloned());
        // The root would make all files visible.
        parts.retain(|path| path.parent().is_some() && path.exists());
        Ok(Self { program, parts, user_packages })
    }
}
