//! External programs and files by the names that users give them.

use std::path::{Path, PathBuf};

/// The program that a shell would start for a name.
pub(crate) fn find_on_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    find_from(Path::new(""), name.as_ref())
}

/// The program that a shell in a folder would start for a name.
pub(crate) fn find_from(folder: &Path, name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        let path = folder.join(name);
        return is_program(&path).then(|| std::path::absolute(path).ok())?;
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

/// The folder for files that can be made again: `OUTFLANK_CACHE`, which may be empty for
/// none, or `outflank` in the user's cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(folder) = named("OUTFLANK_CACHE") {
        return Some(folder).filter(|folder| folder.is_absolute());
    }
    let user = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    let user = user.or_else(|| named("HOME").map(|home| home.join(".cache")));
    user.map(|folder| folder.join("outflank"))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
