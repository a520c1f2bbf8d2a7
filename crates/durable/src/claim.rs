//! A folder that one process works in.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the lock file in a claimed folder.
const LOCK: &str = ".outflank.lock";

/// Why a folder cannot be claimed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// Another process has claimed the folder.
    #[error(
        "another process is working in {}: wait until it ends, or give another folder",
        folder.display()
    )]
    Taken {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder or its lock file cannot be used.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// The folder or the lock file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

/// A folder reserved for this process.
///
/// The claim is an operating system lock on a file in the folder. It ends when
/// the value is dropped or the process ends in any way, so a kill leaves nothing
/// to clean up. The empty lock file stays.
#[derive(Debug)]
pub struct FolderClaim {
    /// Holds the lock as long as it is open.
    lock: File,
}

impl FolderClaim {
    /// Makes the folder if it is missing and claims it. A second claim, by this
    /// or another process, is refused.
    pub fn take(folder: &Path) -> Result<Self, ClaimError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| ClaimError::Io { path, error }
        };
        fs::create_dir_all(folder).map_err(io(folder))?;
        let path = folder.join(LOCK);
        let lock = File::options().write(true).create(true).truncate(false).open(&path);
        let lock = lock.map_err(io(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { lock }),
            Err(TryLockError::WouldBlock) => Err(ClaimError::Taken { folder: folder.to_owned() }),
            Err(TryLockError::Error(error)) => Err(io(&path)(error)),
        }
    }
}

impl Drop for FolderClaim {
    fn drop(&mut self) {
        // A forked child may still have the file open, which would keep the lock.
        let _ = self.lock.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use tempfile::TempDir;

    use super::*;

    const FOLDER: &str = "OUTFLANK_DURABLE_TEST_FOLDER";
    const CLAIMED: &str = "claimed";

    /// Not a test: the process that holds a claim until it is killed.
    #[test]
    #[ignore = "started by the test below"]
    fn holder() {
        let Some(folder) = env::var_os(FOLDER) else { return };
        let _claim = FolderClaim::take(Path::new(&folder)).unwrap();
        println!("\n{CLAIMED}");
        io::stdin().lines().for_each(drop);
    }

    #[test]
    fn a_second_process_is_refused_until_the_first_is_killed() {
        let folder = TempDir::new().unwrap();
        let mut holder = Command::new(env::current_exe().unwrap())
            .args(["--exact", "claim::tests::holder", "--ignored", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(holder.stdout.take().unwrap()).lines();
        assert!(lines.map(Result::unwrap).any(|line| line == CLAIMED));
        let refused = FolderClaim::take(folder.path()).unwrap_err().to_string();
        let name = folder.path().display();
        assert_eq!(
            refused,
            format!(
                "another process is working in {name}: wait until it ends, or give another folder"
            )
        );
        holder.kill().unwrap();
        holder.wait().unwrap();
        FolderClaim::take(folder.path()).unwrap();
    }

    #[test]
    fn a_dropped_claim_is_free_even_if_a_child_has_the_file_open() {
        let folder = TempDir::new().unwrap();
        let claim = FolderClaim::take(folder.path()).unwrap();
        let inherited = claim.lock.try_clone().unwrap();
        drop(claim);
        FolderClaim::take(folder.path()).unwrap();
        drop(inherited);
    }

    #[test]
    fn a_claim_makes_the_folder() {
        let folder = TempDir::new().unwrap();
        let inner = folder.path().join("runs/first");
        FolderClaim::take(&inner).unwrap();
        assert!(inner.is_dir());
        fs::write(folder.path().join("file"), b"").unwrap();
        let refused = FolderClaim::take(&folder.path().join("file")).unwrap_err();
        assert!(matches!(refused, ClaimError::Io { .. }), "{refused}");
    }
}
