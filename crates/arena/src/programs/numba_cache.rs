//! The files in which Numba keeps compiled functions, from game to game.
//!
//! An agent writes them into its own `/tmp`, never into a folder of the user. The
//! arena copies them out of the sandbox, and the next process of the same version
//! of the agent gets them. So an agent can neither fill the disk nor leave links,
//! pipes or devices behind.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use outflank_durable::write_file;
use rustix::fs::{CWD, Dir, FileType, Mode, OFlags, ResolveFlags, fstat, openat, openat2};

use crate::ContentHash;

/// The folder inside a sandbox, relative to its root.
pub(super) const FOLDER: &str = "tmp/numba";
/// The maximum size of the files of an agent, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The maximum number of files of an agent.
const MAX_FILES: usize = 256;
/// The maximum number of folders in one another.
const MAX_DEPTH: usize = 4;
/// The maximum number of versions of agents whose files are kept.
const MAX_VERSIONS: usize = 64;

/// The kept files of one version of an agent.
#[derive(Clone, Debug)]
pub(super) struct NumbaCache {
    folder: PathBuf,
}

/// What may still be copied.
struct Rest {
    bytes: u64,
    files: usize,
}

impl NumbaCache {
    /// The files of a version, below the folder of all caches. The versions that
    /// were not used for the longest time are removed.
    pub(super) fn open(caches: &Path, version: &ContentHash) -> io::Result<Self> {
        let versions = caches.join("numba");
        let folder = versions.join(version.to_string());
        if !folder.is_dir() {
            fs::create_dir_all(&folder)?;
            fs::set_permissions(&versions, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
            remove_old(&versions, &folder)?;
        }
        File::open(&folder)?.set_modified(SystemTime::now())?;
        Ok(Self { folder })
    }

    /// The folder of the kept files.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Copies new files out of a sandbox with this root. An agent may write
    /// anything there: only regular files with the names of Numba are copied, and
    /// no link is followed.
    pub(super) fn keep(&self, root: &Path) -> io::Result<()> {
        let directory = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = openat(CWD, root, directory, Mode::empty())?;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let source = match openat2(&root, FOLDER, directory, Mode::empty(), resolve) {
            Err(rustix::io::Errno::NOENT) => return Ok(()),
            source => source?,
        };
        let mut rest = Rest { bytes: MAX_BYTES, files: MAX_FILES };
        copy(&source, &self.folder, MAX_DEPTH, &mut rest)
    }
}

/// Copies the files of a folder and of the folders in it.
fn copy(source: &OwnedFd, target: &Path, depth: usize, rest: &mut Rest) -> io::Result<()> {
    let entries = Dir::read_from(source)?;
    for entry in entries.take(2 * MAX_FILES) {
        let entry = entry?;
        let name = Path::new(std::ffi::OsStr::from_bytes(entry.file_name().to_bytes()));
        if name.as_os_str() == "." || name.as_os_str() == ".." {
            continue;
        }
        // A pipe must not be waited for.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let Ok(opened) = openat(source, name, flags, Mode::empty()) else { continue };
        let status = fstat(&opened)?;
        match FileType::from_raw_mode(status.st_mode) {
            FileType::Directory if depth > 0 => {
                copy(&opened, &target.join(name), depth - 1, rest)?;
            }
            FileType::RegularFile if is_numba(name) => {
                let size = u64::try_from(status.st_size).unwrap_or(u64::MAX);
                if rest.files == 0 || size > rest.bytes {
                    return Ok(());
                }
                let mut content = Vec::new();
                // It may have grown.
                File::from(opened).take(rest.bytes).read_to_end(&mut content)?;
                rest.files -= 1;
                rest.bytes -= content.len() as u64;
                let path = target.join(name);
                if !fs::read(&path).is_ok_and(|kept| kept == content) {
                    fs::create_dir_all(target)?;
                    write_file(&path, &content)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a file has a name as Numba gives: an index, or compiled code.
fn is_numba(name: &Path) -> bool {
    name.extension().is_some_and(|extension| extension == "nbi" || extension == "nbc")
}

/// Removes the versions that were not used for the longest time.
fn remove_old(versions: &Path, own: &Path) -> io::Result<()> {
    let mut known = Vec::new();
    for entry in fs::read_dir(versions)? {
        let entry = entry?;
        known.push((entry.metadata()?.modified()?, entry.path()));
    }
    known.retain(|(_, path)| path != own);
    known.sort();
    let surplus = (known.len() + 1).saturating_sub(MAX_VERSIONS);
    for (_, path) in &known[..surplus] {
        // Another process may have removed it.
        let _ = fs::remove_dir_all(path);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::{ContentHash, FOLDER, MAX_VERSIONS, NumbaCache, fs};

    fn version(text: &str) -> ContentHash {
        ContentHash::of(text.as_bytes())
    }

    #[test]
    fn only_regular_files_of_numba_leave_a_sandbox() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("root");
        let written = root.join(FOLDER);
        fs::create_dir_all(written.join("agent_1/deep")).unwrap();
        let cache = NumbaCache::open(&temporary.path().join("cache"), &version("1")).unwrap();
        for (name, content) in [
            ("agent_1/f.py311.nbi", "index"),
            ("agent_1/f.py311.1.nbc", "code"),
            ("agent_1/notes.txt", "no"),
            ("agent_1/deep/g.nbc", "more"),
        ] {
            fs::write(written.join(name), content).unwrap();
        }
        let secret = temporary.path().join("secret.nbc");
        fs::write(&secret, "secret").unwrap();
        symlink(&secret, written.join("link.nbc")).unwrap();
        symlink(temporary.path(), written.join("folder")).unwrap();
        let pipe = written.join("pipe.nbi");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        fs::write(written.join("huge.nbc"), vec![0; 17 << 20]).unwrap();
        fs::remove_file(written.join("huge.nbc")).unwrap();
        for _ in 0..2 {
            cache.keep(&root).unwrap();
        }
        let kept = |name: &str| fs::read_to_string(cache.folder().join(name)).ok();
        assert_eq!(kept("agent_1/f.py311.nbi").as_deref(), Some("index"));
        assert_eq!(kept("agent_1/deep/g.nbc").as_deref(), Some("more"));
        for name in ["agent_1/notes.txt", "link.nbc", "folder/secret.nbc", "pipe.nbi"] {
            assert_eq!(kept(name), None, "{name}");
        }
        // The folder itself may be a link to elsewhere.
        fs::remove_dir_all(&written).unwrap();
        symlink(temporary.path(), &written).unwrap();
        assert!(cache.keep(&root).is_err());
        assert_eq!(kept("secret.nbc"), None);
    }

    #[test]
    fn files_that_are_too_large_are_not_kept() {
        let temporary = tempfile::tempdir().unwrap();
        let written = temporary.path().join(FOLDER);
        fs::create_dir_all(&written).unwrap();
        fs::write(written.join("huge.nbc"), vec![0; (16 << 20) + 1]).unwrap();
        let cache = NumbaCache::open(&temporary.path().join("cache"), &version("1")).unwrap();
        cache.keep(temporary.path()).unwrap();
        assert!(fs::read_dir(cache.folder()).unwrap().next().is_none());
    }

    #[test]
    fn old_versions_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        for number in 0..MAX_VERSIONS + 5 {
            NumbaCache::open(temporary.path(), &version(&number.to_string())).unwrap();
        }
        let left = fs::read_dir(temporary.path().join("numba")).unwrap().count();
        assert_eq!(left, MAX_VERSIONS);
        let last = version(&(MAX_VERSIONS + 4).to_string()).to_string();
        assert!(temporary.path().join("numba").join(last).is_dir());
    }
}
