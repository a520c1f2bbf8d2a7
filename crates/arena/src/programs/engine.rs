//! Engines by their command line.

use std::path::{Path, PathBuf};

use super::folder::{agents_in, is_shared};
use super::interpreter::Interpreter;
use crate::paths::find_from;
use crate::sandbox::{Program, SandboxError};
use crate::untrusted::shown_path;
use crate::{CommandLine, PlayerError, Sandboxing, Terms};

/// An engine in its working folder, or in the folder where the arena was started. Paths of
/// its command line begin there. It may read its working folder, the folder of its program,
/// and the files and folders that its command line names.
pub(super) fn program(
    line: &CommandLine,
    folder: Option<&Path>,
    terms: &Terms,
) -> Result<Program, PlayerError> {
    let wrong = |reason: String| SandboxError::Start { program: line.program().to_owned(), reason };
    let mut visible = Vec::new();
    let folder = match folder {
        None => std::env::current_dir().map_err(|error| wrong(error.to_string()))?,
        Some(named) => {
            let folder = working_folder(named, terms).map_err(wrong)?;
            visible.push(folder.clone());
            folder
        }
    };
    let no_program = || wrong("no such program".to_owned());
    let mut program = find_from(&folder, Path::new(line.program())).ok_or_else(no_program)?;
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
pub(crate) fn check_engine(
    line: &CommandLine,
    folder: Option<&Path>,
    terms: &Terms,
) -> Result<(), PlayerError> {
    program(line, folder, terms)?;
    Ok(Program::check(terms)?)
}

/// The working folder by its name, or the reason why an engine cannot work there. A sandbox
/// shows folders that belong to one program only.
fn working_folder(named: &Path, terms: &Terms) -> Result<PathBuf, String> {
    let shown = shown_path(named);
    let folder = named
        .canonicalize()
        .map_err(|error| format!("its working folder {shown} cannot be used: {error}"))?;
    if !folder.is_dir() {
        return Err(format!("its working folder {shown} is not a folder"));
    }
    if terms.sandbox == Sandboxing::Required && is_shared(&folder) {
        return Err(format!(
            "its working folder {shown} is shared with other programs and hidden by the sandbox; \
             name a folder of its own"
        ));
    }
    Ok(folder)
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
