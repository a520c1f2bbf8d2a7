//! The list of runs.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_classic::Form;
use outflank_train::genetic::RunFolder;

/// The maximum depth of the search for runs below a folder.
const MAX_DEPTH: usize = 3;
/// The maximum number of folders searched.
const MAX_FOLDERS: usize = 2000;

/// A run with the id by which pages ask for it.
pub(super) struct Listed {
    pub(super) id: String,
    /// The name of its folder.
    pub(super) name: String,
    /// The form of its agents. Runs of other agents are not listed.
    pub(super) form: Form,
    pub(super) run: RunFolder,
}

/// All runs below some folders. Ids are found in this list and nowhere else, so
/// that no id leads to another folder.
pub(super) fn listed(folders: &[PathBuf]) -> Vec<Listed> {
    let mut seen = Vec::new();
    let mut left = MAX_FOLDERS;
    let mut all = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        let Ok(real) = fs::canonicalize(folder) else { continue };
        // The same folder may be found twice, directly and through a parent.
        if seen.contains(&real) {
            continue;
        }
        seen.push(real);
        look(folder, &mut vec![number.to_string()], &mut left, &mut all);
    }
    all
}

/// Searches a folder and its subfolders; `names` is the path to it.
fn look(folder: &Path, names: &mut Vec<String>, left: &mut usize, all: &mut Vec<Listed>) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    let opened = RunFolder::open(folder);
    if let Some((run, form)) = opened.and_then(|run| run.form().map(|form| (run, form))) {
        let own = || folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = if names.len() > 1 { names[1..].join("/") } else { own().unwrap_or_default() };
        all.push(Listed { id: names.join("~"), name, form, run });
        return;
    }
    if names.len() > MAX_DEPTH {
        return;
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut below: Vec<_> = entries
        // Links could lead anywhere, and round in circles.
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    below.sort();
    for (name, path) in below {
        names.push(name);
        look(&path, names, left, all);
        names.pop();
    }
}
