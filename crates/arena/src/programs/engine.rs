//! Engines by their command line.

use std::path::{Path, PathBuf};

use super::folder::{agents_in, is_shared};
use super::interpreter::Interpreter;
use crate::paths::find_on_path;
use crate::sandbox::{Program, SandboxError};
use crate::{CommandLine, PlayerError, Terms};

/// An engine in the folder where the arena was started. It may read the folder
/// of its program, and the files and folders that its command line names.
pub(super) fn program(line: &CommandLine) -> Result<Program, PlayerError> {
    let wrong = |reason: String| SandboxError::Start { program: line.program().to_owned(), reason };
    let mut program =
        find_on_path(line.program()).ok_or_else(|| wrong("no such program".to_owned()))?;
    let folder = std::env::current_dir().map_err(|error| wrong(error.to_string()))?;
    let mut visible = Vec::new();
    let is_python =
        program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"));
    if is_python {
        // A program called python is often a script that finds the interpreter.
        let interpreter = Interpreter::find(Some(&program))?;
        program.clone_from(&interpreter.program);
        visible.extend(interpreter.parts.iter().cloned());
    } else {
        let real = program.canonicalize().map_err(|error| wrong(error.to_string()))?;
        visible.extend([program.as_path(), &real].map(around));
    }
    for argument in line.arguments() {
        let value = argument.split_once('=').map_or(argument.as_str(), |(_, value)| value);
        let named = [argument.as_str(), value].map(|path| folder.join(path));
        visible.extend(named.into_iter().filter(|path| path.is_file() || is_own(path)));
    }
    let arguments = line.arguments().iter().map(Into::into);
    let words = [program.into()].into_iter().chain(arguments).collect();
    // The target of an argument may be an agent that the engine runs.
    let is_named = |path: &PathBuf| visible.contains(path);
    let folders = visible.iter().filter(|path| path.is_dir());
    let hidden = folders.flat_map(|folder| agents_in(folder)).filter(|path| !is_named(path));
    let hidden = hidden.collect();
    Ok(Program { words, folder, visible, hidden, ..Program::default() })
}

/// Checks that an engine can be started.
pub(crate) fn check_engine(line: &CommandLine, terms: &Terms) -> Result<(), PlayerError> {
    program(line)?;
    Ok(Program::check(terms)?)
}

/// The folder of a program, or the program itself if the folder is shared.
fn around(program: &Path) -> PathBuf {
    let folder = program.parent().filter(|folder| !is_shared(folder));
    folder.unwrap_or(program).to_owned()
}

/// Whether a path is a folder that an engine may read completely.
fn is_own(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| path.is_dir() && !is_shared(&path))
}
