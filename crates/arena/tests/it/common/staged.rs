//! Agents of the tests in folders of their own, together with their helpers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of the agent of a file: a copy with the helpers beside it and those in
/// `agents`. All tests share it, and each writes the same content.
pub(crate) fn staged(file: &Path, temporary: &Path) -> PathBuf {
    let beside = file.parent().unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    let kind = beside.file_name().unwrap().to_str().unwrap();
    let folder = temporary.join(format!("{kind}-{}", name.trim_end_matches(".py")));
    fs::create_dir_all(&folder).unwrap();
    let folders = [beside.to_owned(), beside.with_file_name("agents")];
    for entry in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()) {
        let path = entry.unwrap().path();
        let part = path.file_name().unwrap().to_str().unwrap();
        let content = fs::read_to_string(&path).unwrap_or_default();
        if path == file
            || path.extension().is_some_and(|ending| ending == "py")
                && !content.contains("class AI")
        {
            write(&folder, part, content.as_bytes());
        }
    }
    write(&folder, "agent.toml", format!("file = \"{name}\"\n").as_bytes());
    folder
}

/// Writes a file at once, because another test may be reading it.
fn write(folder: &Path, name: &str, content: &[u8]) {
    let path = folder.join(name);
    if fs::read(&path).is_ok_and(|found| found == content) {
        return;
    }
    let mut part = tempfile::NamedTempFile::new_in(folder.parent().unwrap()).unwrap();
    part.write_all(content).unwrap();
    part.persist(path).unwrap();
}
