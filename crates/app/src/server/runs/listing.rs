//! Which runs there are.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::RunFolder;

/// How deep below a folder runs are looked for.
const DEEPEST: usize = 3;
/// How many folders are looked at.
const MOST: usize = 2000;

/// A run with the id by which pages ask for it.
pub(super) struct Listed {
    pub(super) id: String,
    /// The name of its folder.
    pub(super) name: String,
    pub(super) run: RunFolder,
}

/// All runs below some folders. Ids are found in this list and nowhere else, so
/// that no id leads to another folder.
pub(super) fn listed(folders: &[PathBuf]) -> Vec<Listed> {
    let mut seen = Vec::new();
    let mut left = MOST;
    let mut all = Vec::new();
    for (number, folder) in folders.iter().enumerate() {
        let Ok(real) = fs::canonicalize(folder) else { continue };
        // The same folder may be named twice, by itself and by a way to it.
        if seen.contains(&real) {
            continue;
        }
        seen.push(real);
        look(folder, &mut vec![number.to_string()], &mut left, &mut all);
    }
    all
}

/// Looks at a folder and those below; `names` lead to it.
fn look(folder: &Path, names: &mut Vec<String>, left: &mut usize, all: &mut Vec<Listed>) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    if let Some(run) = RunFolder::open(folder) {
        let own = || folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = if names.len() > 1 { names[1..].join("/") } else { own().unwrap_or_default() };
        all.push(Listed { id: names.join("~"), name, run });
        return;
    }
    if names.len() > DEEPEST {
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
