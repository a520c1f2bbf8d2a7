//! What starts an engine from its command line.

use std::path::{Path, PathBuf};

use super::folder::is_shared;
use super::interpreter::Interpreter;
use crate::paths::find_on_path;
use crate::sandbox::{Program, SandboxError};
use crate::{CommandLine, PlayerError};

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
        // What is called python is often a script that looks for it.
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
    Ok(Program { words, folder, visible, hidden: Vec::new(), environment: Vec::new() })
}

/// The folder of a program, or the program where others live there too.
fn around(program: &Path) -> PathBuf {
    let folder = program.parent().filter(|folder| !is_shared(folder));
    folder.unwrap_or(program).to_owned()
}

/// Whether a path is a folder that may be shown as a whole.
fn is_own(path: &Path) -> bool {
    path.canonicalize().is_ok_and(|path| path.is_dir() && !is_shared(&path))
}
