//! Folders that programs may or may not read.

use std::fs;
use std::path::{Path, PathBuf};

use super::agent_files::is_agent_folder;
use super::agent_folder::source;
use super::definition::defines_ai;

/// Whether a folder is shared or the home of a user. A program in such a folder
/// may read its own file only.
pub(super) fn is_shared(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let known = ["/", "/tmp", "/var/tmp", "/dev/shm", "/root", "/home"];
    known.iter().any(|shared| folder == Path::new(shared))
        || folder.parent() == Some(Path::new("/home"))
        || folder == std::env::temp_dir()
        || home.is_some_and(|home| home.starts_with(folder))
}

/// The Python agents in the folder of an engine, which it may not read.
pub(super) fn agents_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // The target of a link is visible only if it is in the folder too.
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    entries.map(|entry| entry.path()).filter(|path| is_agent(path)).collect()
}

fn is_agent(path: &Path) -> bool {
    if path.is_dir() {
        return is_agent_folder(path);
    }
    path.extension().is_some_and(|extension| extension == "py")
        && source(path).is_ok_and(|source| defines_ai(&source))
}

#[cfg(test)]
mod tests {
    use super::{agents_in, fs};

    #[test]
    fn an_engine_does_not_see_the_agents_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("data")).unwrap();
        fs::create_dir(at("rival")).unwrap();
        for (name, text) in [
            ("engine", ""),
            ("other.py", "import numpy\nAI = numpy.load('x')\n"),
            ("helper.py", "class AIHelper:\n# class AI\n"),
            ("weights.txt", "class AI:"),
            ("data/table.txt", "1"),
            ("rival/agent.py", ""),
        ] {
            fs::write(at(name), text).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(at("other.py"), at("link.py")).unwrap();
        let mut agents = agents_in(folder.path());
        agents.sort();
        assert_eq!(agents, [at("other.py"), at("rival")]);
    }
}
