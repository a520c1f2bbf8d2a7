//! Copies of a class, made while it runs.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::ClassError;
use crate::store::{AGENTS, ClassAccess, ClassStore, DATABASE, GAMES};

/// Copies a class into a new folder. The class may run meanwhile.
///
/// The database is copied first, then the games, then the agents: whatever the database
/// refers to is in the copies that are made after it.
pub fn back_up(class: &Path, target: &Path) -> Result<(), ClassError> {
    if !class.join(DATABASE).is_file() {
        return Err(ClassError::Folder(format!("{} has no class", class.display())));
    }
    if target.exists() {
        return Err(ClassError::Folder(format!("{} exists already", target.display())));
    }
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    let unfinished = tempfile::Builder::new().prefix(".outflank-backup-").tempdir_in(parent)?;
    for name in [DATABASE, GAMES] {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(class.join(name), flags)?;
        connection.busy_timeout(std::time::Duration::from_secs(30))?;
        let copy = unfinished.path().join(name);
        outflank_durable::keep_private(&copy)?;
        let path = copy.to_str().ok_or_else(|| ClassError::unfit("the path is not text"))?;
        connection.execute("VACUUM INTO ?1", [path])?;
    }
    copy_folder(&class.join(AGENTS), &unfinished.path().join(AGENTS))?;
    fs::rename(unfinished.path(), target)?;
    let _ = unfinished.keep();
    Ok(())
}

/// Makes a class of a backup, in a new folder.
pub fn restore(backup: &Path, class: &Path) -> Result<(), ClassError> {
    back_up(backup, class)?;
    ClassStore::open(class, ClassAccess::Beside).map(drop)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), ClassError> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        // Uploads that are not complete.
        if name.to_string_lossy().starts_with(".upload-") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}
