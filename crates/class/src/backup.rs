//! Copies of a class, made while it runs.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::store::{AGENTS, ClassAccess, ClassStore, DATABASE, GAMES, make_private_folder};
use crate::{ClassError, Upload};

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
        // A link could name a file of somebody else.
        if !class.join(name).symlink_metadata()?.is_file() {
            return Err(ClassError::Folder(format!("{name} is not a file")));
        }
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

/// Makes a class of a backup, in a new folder. Every content has to fit its hash.
///
/// The people of a backup can log in. So it is as much trusted as its people are.
pub fn restore(backup: &Path, class: &Path) -> Result<(), ClassError> {
    back_up(backup, class)?;
    let restored = ClassStore::open(class, ClassAccess::Beside).and_then(|store| {
        for version in store.all_versions()? {
            let files = store.library.files(&version.hash)?;
            if Upload::of_files(files).hash() != version.hash {
                return Err(ClassError::Folder(format!(
                    "the files of version {} of person {} are damaged",
                    version.number, version.person
                )));
            }
        }
        Ok(())
    });
    if restored.is_err() {
        fs::remove_dir_all(class)?;
    }
    restored
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), ClassError> {
    make_private_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        // Uploads that are not complete.
        if name.to_string_lossy().starts_with(".upload-") {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&entry.path(), &to.join(name))?;
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(name))?;
        } else {
            // Links could lead to files of somebody else, and pipes never end.
            let path = entry.path();
            return Err(ClassError::Folder(format!("{} is not a plain file", path.display())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use outflank_core::Rule;
    use tempfile::TempDir;

    use super::*;
    use crate::{ClassSettings, NewPerson, Role};

    const NOW: i64 = 1_800_000_000_000;

    /// A class with one version, and the folder of its files.
    fn class(folder: &TempDir) -> (std::path::PathBuf, std::path::PathBuf) {
        let path = folder.path().join("class");
        let store =
            ClassStore::create(&path, &ClassSettings::new("Reversi", Rule::Reversi)).unwrap();
        let person = NewPerson { login: "ann".into(), name: "Ann".into(), role: Role::Student };
        let person = store.add_people(vec![person], NOW).unwrap()[0].id;
        let upload = Upload::read(b"class AI: pass\n").unwrap();
        let hash = store.submit(person, &upload, "agent.py", "", NOW).unwrap().hash;
        let files = store.library.path(&hash).unwrap();
        (path, files)
    }

    #[test]
    fn a_copy_is_whole_and_a_changed_one_is_refused() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (class, _) = class(&folder);
        back_up(&class, &at("copy")).unwrap();
        restore(&at("copy"), &at("again")).unwrap();
        let store = ClassStore::open(&at("again"), ClassAccess::Beside).unwrap();
        let version = store.all_versions().unwrap().remove(0);
        assert_eq!(store.library.files(&version.hash).unwrap()[0].1, b"class AI: pass\n");
        fs::write(at("copy").join(AGENTS).join(&version.hash).join("agent.py"), "other").unwrap();
        let refused = restore(&at("copy"), &at("changed")).unwrap_err().to_string();
        assert!(refused.ends_with("are damaged"), "{refused}");
        assert!(!at("changed").exists());
    }

    #[test]
    fn a_hostile_copy_shows_no_file_of_this_machine() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        let (class, files) = class(&folder);
        // A hash that is a path.
        back_up(&class, &at("path")).unwrap();
        let database = Connection::open(at("path").join(DATABASE)).unwrap();
        database.execute("UPDATE versions SET hash = '../../secret'", []).unwrap();
        drop(database);
        let refused = restore(&at("path"), &at("one")).unwrap_err().to_string();
        assert!(refused.contains("is not a hash"), "{refused}");
        // A link among the files.
        #[cfg(unix)]
        {
            fs::remove_file(files.join("agent.py")).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", files.join("agent.py")).unwrap();
            let refused = restore(&class, &at("two")).unwrap_err().to_string();
            assert!(refused.ends_with("is not a plain file"), "{refused}");
            use std::os::unix::fs::PermissionsExt as _;
            let rights = fs::metadata(class.join(AGENTS)).unwrap().permissions().mode() & 0o777;
            assert_eq!(rights, 0o700, "others on this machine read sources");
        }
    }
}
