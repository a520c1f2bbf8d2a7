//! The folder of all submitted files, by content.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::store::make_private_folder;
use crate::{ClassError, Upload};

/// The submitted files. Each content is a folder that is named after its hash and never
/// changes.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
}

impl Library {
    pub(crate) fn open(folder: PathBuf) -> Result<Self, ClassError> {
        make_private_folder(&folder)?;
        Ok(Self { folder })
    }

    /// The folder of a content. A hash is not trusted: a restored database has it from elsewhere.
    pub fn path(&self, hash: &str) -> Result<PathBuf, ClassError> {
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hash {
            return Ok(self.folder.join(hash));
        }
        Err(ClassError::Database(format!("'{}' is not a hash", hash.escape_debug())))
    }

    /// Stores an upload. It is complete on the disk, or not there at all.
    pub fn put(&self, upload: &Upload) -> Result<String, ClassError> {
        let hash = upload.hash();
        let target = self.path(&hash)?;
        if target.is_dir() {
            return Ok(hash);
        }
        let unfinished = tempfile::Builder::new().prefix(".upload-").tempdir_in(&self.folder)?;
        for (path, content) in upload.files() {
            let path = unfinished.path().join(path);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = fs::File::create_new(&path)?;
            file.write_all(content)?;
            file.sync_all()?;
        }
        fs::File::open(unfinished.path())?.sync_all()?;
        match fs::rename(unfinished.path(), &target) {
            Ok(()) => drop(unfinished.keep()),
            // Another request has stored the same content.
            Err(_) if target.is_dir() => {}
            Err(error) => return Err(error.into()),
        }
        fs::File::open(&self.folder)?.sync_all()?;
        Ok(hash)
    }

    /// The files of a content, by their paths.
    pub fn files(&self, hash: &str) -> Result<Vec<(String, Vec<u8>)>, ClassError> {
        let root = self.path(hash)?;
        let mut files = Vec::new();
        collect(&root, &root, &mut files)?;
        files.sort();
        Ok(files)
    }
}

/// A zip file of some files.
pub fn zip_files(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, ClassError> {
    let failed = |error: zip::result::ZipError| ClassError::Io(std::io::Error::other(error));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        writer.start_file(path.as_str(), SimpleFileOptions::default()).map_err(failed)?;
        writer.write_all(content)?;
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}

fn collect(
    root: &Path,
    folder: &Path,
    files: &mut Vec<(String, Vec<u8>)>,
) -> Result<(), ClassError> {
    let mut paths = Vec::new();
    walk(folder, &mut paths)?;
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        files.push((name, fs::read(&path)?));
    }
    Ok(())
}

/// Adds the files below a folder. The folders are our own: they have no links.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_content_is_stored_once_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(folder.path().join("agents")).unwrap();
        let zipped =
            zip_files(&[("agent.py".into(), b"x = 1".to_vec()), ("w/a".into(), vec![7])]).unwrap();
        let upload = Upload::read(&zipped).unwrap();
        let hash = library.put(&upload).unwrap();
        assert_eq!(library.put(&upload).unwrap(), hash);
        let files = library.files(&hash).unwrap();
        assert_eq!(
            files,
            [("agent.py".to_owned(), b"x = 1".to_vec()), ("w/a".to_owned(), vec![7])]
        );
        assert!(library.files("../agents").is_err());
        assert_eq!(fs::read_dir(folder.path().join("agents")).unwrap().count(), 1);
    }
}
