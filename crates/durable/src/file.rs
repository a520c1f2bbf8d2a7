//! Files that appear under their name only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// Prefix and suffix of the names of temporary files.
const PREFIX: &str = ".outflank-";
const SUFFIX: &str = ".tmp";

/// A file that appears under its name when it is committed.
///
/// Until then the bytes go to a temporary file in the same folder. Dropping an
/// `AtomicFile` removes the temporary file; a kill leaves it for [`sweep`].
/// Pipes and devices cannot be renamed to, so they are written directly.
#[derive(Debug)]
pub struct AtomicFile {
    file: BufWriter<File>,
    /// `None` for a pipe or a device.
    rename: Option<Rename>,
}

#[derive(Debug)]
struct Rename {
    temporary: TempPath,
    target: PathBuf,
}

impl AtomicFile {
    /// Starts a file. The folder must exist. A symbolic link stays, and the file
    /// that it points to is replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        // The mode of an ordinary new file.
        Self::create_with(path, 0o666)
    }

    /// Starts a file with these rights.
    fn create_with(path: &Path, mode: u32) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&target) {
            Ok(existing) if existing.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(existing) if !existing.is_file() => {
                let device = File::options().write(true).open(&target)?;
                return Ok(Self { file: BufWriter::new(device), rename: None });
            }
            _ => {}
        }
        // A missing folder is the usual mistake. The error of the temporary file
        // would name a path that the user does not know.
        let folder = parent_folder(&target);
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        let (file, temporary) = builder.tempfile_in(folder)?.into_parts();
        Ok(Self { file: BufWriter::new(file), rename: Some(Rename { temporary, target }) })
    }

    /// Whether the target is a pipe or a device, which cannot seek.
    pub fn is_stream(&self) -> bool {
        self.rename.is_none()
    }

    /// Puts the file under its name. The bytes are on the disk before that.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(Rename { temporary, target }) = self.rename else { return Ok(()) };
        self.file.get_ref().sync_data()?;
        // Some systems refuse to rename an open file.
        drop(self.file);
        temporary.persist(target).map_err(|failed| failed.error)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if self.is_stream() { Err(io::ErrorKind::NotSeekable.into()) } else { self.file.seek(to) }
    }
}

/// Writes a whole file with an [`AtomicFile`].
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Writes a whole file that only its owner may read.
pub fn write_private_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create_with(path, 0o600)?;
    file.write_all(bytes)?;
    file.commit()
}

/// The folder that holds a file; `.` for a bare name.
pub fn parent_folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the temporary files that killed processes left in a folder.
///
/// Call it only while no other process writes there: see
/// [`FolderClaim`](crate::FolderClaim).
pub fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    const FOLDER: &str = "OUTFLANK_DURABLE_TEST_FOLDER";

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Not a test: the process that dies in the middle of a file.
    #[test]
    #[ignore = "started by the test below"]
    fn writer_that_dies() {
        let Some(folder) = env::var_os(FOLDER) else { return };
        let mut file = AtomicFile::create(&Path::new(&folder).join("games")).unwrap();
        file.write_all(&vec![b'x'; 100_000]).unwrap();
        std::process::abort();
    }

    #[test]
    fn a_killed_writer_leaves_no_half_file() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games");
        write_file(&path, b"before").unwrap();
        let status = Command::new(env::current_exe().unwrap())
            .args(["--exact", "file::tests::writer_that_dies", "--ignored"])
            .env(FOLDER, folder.path())
            .output()
            .unwrap()
            .status;
        assert!(!status.success());
        assert_eq!(fs::read(&path).unwrap(), b"before");
        assert_eq!(names(folder.path()).len(), 2, "the temporary file is still there");
        fs::write(folder.path().join(".outflank-notes"), b"not ours").unwrap();
        sweep(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [".outflank-notes", "games"]);
    }

    #[test]
    fn a_dropped_file_leaves_nothing() {
        let folder = TempDir::new().unwrap();
        let mut file = AtomicFile::create(&folder.path().join("games")).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_missing_folder_and_a_folder_are_refused() {
        let folder = TempDir::new().unwrap();
        let missing = write_file(&folder.path().join("missing/games"), b"").unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        let folder_itself = write_file(folder.path(), b"").unwrap_err();
        assert_eq!(folder_itself.kind(), io::ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = TempDir::new().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, b"before").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_file(&link, b"after").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"after");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_directly() {
        let mut file = AtomicFile::create(Path::new("/dev/null")).unwrap();
        assert!(file.is_stream());
        assert_eq!(file.rewind().unwrap_err().kind(), io::ErrorKind::NotSeekable);
        file.write_all(b"gone").unwrap();
        file.commit().unwrap();
    }
}
