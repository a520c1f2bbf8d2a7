//! What of a folder an agent may see.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// How much of a file is read to see whether it is an agent.
const GLANCE: u64 = 1 << 20;

/// Whether a folder belongs to nobody in particular, or to all that a user has:
/// of those an agent sees its own file only.
pub(super) fn is_shared(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let known = ["/", "/tmp", "/var/tmp", "/dev/shm", "/root", "/home"];
    known.iter().any(|shared| folder == Path::new(shared))
        || folder.parent() == Some(Path::new("/home"))
        || folder == std::env::temp_dir()
        || home.is_some_and(|home| home.starts_with(folder))
}

/// Other agents in the folder of one: files with a class `AI`, and folders with
/// such files.
pub(super) fn other_agents(folder: &Path, own: &Path) -> Vec<PathBuf> {
    let others = entries(folder).filter(|path| path != own);
    others
        .filter(|path| {
            is_agent(path) || path.is_dir() && entries(path).any(|inside| is_agent(&inside))
        })
        .collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn is_agent(path: &Path) -> bool {
    let mut text = Vec::new();
    path.extension().is_some_and(|extension| extension == "py")
        && path.is_file()
        && File::open(path).is_ok_and(|file| file.take(GLANCE).read_to_end(&mut text).is_ok())
        && String::from_utf8_lossy(&text).lines().any(|line| {
            line.strip_prefix("class AI").is_some_and(|rest| {
                !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
            })
        })
}

#[cfg(test)]
mod tests {
    use super::{fs, other_agents};

    #[test]
    fn agents_side_by_side_do_not_see_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("data")).unwrap();
        fs::create_dir(at("rival")).unwrap();
        for (name, text) in [
            ("own.py", "class AI(object):"),
            ("other.py", "import numpy\nclass AI:\n"),
            ("helper.py", "class AIHelper:\n# class AI\n"),
            ("weights.txt", "class AI:"),
            ("data/table.txt", "1"),
            ("rival/agent.py", "class AI():"),
        ] {
            fs::write(at(name), text).unwrap();
        }
        let mut others = other_agents(folder.path(), &at("own.py"));
        others.sort();
        assert_eq!(others, [at("other.py"), at("rival")]);
    }
}
