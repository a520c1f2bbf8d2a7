//! Programs and files by the names that users give them.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The program that a shell would start for a name.
pub(crate) fn find_on_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    let name = name.as_ref();
    if name.components().count() > 1 {
        return is_program(name).then(|| std::path::absolute(name).ok())?;
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| there.is_file() && there.permissions().mode() & 0o111 != 0)
}
