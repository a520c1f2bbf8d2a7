//! The files of names that belong to a file of games.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::NameKind;

/// The file of names that belongs to a `.wtb` file, if there is one.
///
/// It stands in the same folder. A file with the same stem comes first, then
/// the one with the longest stem that the stem of `games` begins with
/// (`WTH.JOU` for `WTH_2024.wtb`), then the only one in the folder. The numbers
/// in `games` would find wrong names in any other file.
pub fn names_beside(games: &Path, kind: NameKind) -> io::Result<Option<PathBuf>> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_ascii_lowercase();
    let whole = stem(games);
    let is_related =
        |file: &Path| whole.as_encoded_bytes().starts_with(stem(file).as_encoded_bytes());
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case(kind.extension()) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    let related = found.iter().filter(|file| is_related(file)).max_by_key(|file| stem(file).len());
    let only = found.first().filter(|_| found.len() == 1);
    Ok(related.or(only).cloned())
}
