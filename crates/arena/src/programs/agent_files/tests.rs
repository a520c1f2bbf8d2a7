use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{AgentFiles, fs};

#[path = "../../../tests/it/common/file_tree.rs"]
mod file_tree;

/// A folder with these files and links.
fn folder(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let temporary = tempfile::tempdir().unwrap();
    let root = temporary.path().canonicalize().unwrap().join("agents");
    file_tree::write_tree(&root, files);
    (temporary, root)
}

fn refused(path: &Path) -> String {
    let opened = AgentFiles::open(path).and_then(|files| files.hash());
    opened.expect_err("it is refused").to_string()
}

#[test]
fn a_plain_file_has_nothing_but_itself() {
    let (_kept, root) = folder(&[("ann.py", ""), ("bob.py", ""), ("weights.txt", "")]);
    let files = AgentFiles::open(&root.join("ann.py")).unwrap();
    assert_eq!((files.root(), files.folder.as_deref()), (&*root.join("ann.py"), None));
    assert_eq!(files.working_folder(), root);
}

#[test]
fn a_folder_with_an_agent_or_a_manifest_is_one_agent() {
    let (_kept, root) = folder(&[
        ("ann/agent.py", ""),
        ("ann/helper.py", ""),
        ("bob/agent.toml", "file = \"src/main.py\""),
        ("bob/src/main.py", ""),
        ("bob/agent.py", ""),
    ]);
    for (path, file) in
        [("ann", "ann/agent.py"), ("ann/agent.py", "ann/agent.py"), ("bob", "bob/src/main.py")]
    {
        let files = AgentFiles::open(&root.join(path)).unwrap();
        assert_eq!(files.file, root.join(file));
        assert_eq!(files.root(), root.join(&path[..3]));
    }
    for other in ["ann/helper.py", "bob/agent.py"] {
        assert_eq!(AgentFiles::open(&root.join(other)).unwrap().folder, None);
    }
}

#[test]
fn links_are_resolved_and_lead_out_of_no_folder() {
    let (_kept, root) = folder(&[
        ("elsewhere/agent.py", ""),
        ("elsewhere/helper.py", ""),
        ("x.py", "-> elsewhere/agent.py"),
        ("y", "-> elsewhere"),
        ("eve/agent.py", "-> ../elsewhere/agent.py"),
        ("eva/agent.toml", "file = \"main.py\""),
        ("eva/main.py", "-> ../elsewhere/helper.py"),
        ("gone.py", "-> nowhere.py"),
        ("loop.py", "-> loop.py"),
    ]);
    for path in ["x.py", "y", "eve/agent.py"] {
        let files = AgentFiles::open(&root.join(path)).unwrap();
        assert_eq!(files.root(), root.join("elsewhere"), "{path}");
    }
    for path in ["eve", "eva"] {
        assert!(refused(&root.join(path)).ends_with(" leads out of its folder"), "{path}");
    }
    assert!(refused(&root.join("gone.py")).contains("No such file"));
    assert!(refused(&root.join("loop.py")).contains("symbolic link"));
}

#[test]
fn what_no_agent_can_be_is_refused() {
    let (_kept, root) = folder(&[
        ("empty/notes.txt", ""),
        ("ann/agent.toml", "file = \"../bob.py\""),
        ("bob/agent.toml", "file = 3"),
        ("cid/agent.toml", "file = \"none.py\""),
        ("dan/agent.py/x", ""),
        ("new\nline.py", ""),
    ]);
    for (path, sentence) in [
        ("empty", "the folder has neither agent.py nor agent.toml"),
        ("ann", "agent.toml: file is not a path inside the folder"),
        ("bob", "agent.toml: invalid type: integer `3`, expected path string"),
        ("new\nline.py", "its name has a character that cannot be shown: rename it"),
    ] {
        assert_eq!(refused(&root.join(path)), sentence);
    }
    assert!(refused(&root.join("cid")).contains("none.py: No such file"));
    assert!(refused(&root.join("dan")).ends_with("agent.py is neither a file nor a folder"));
    let pipe = root.join("empty/agent.py");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(refused(&pipe), "it is not a file");
}

#[test]
fn a_folder_with_pipes_or_devices_is_refused() {
    let (_kept, root) = folder(&[("ann/agent.py", "")]);
    let pipe = root.join("ann/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(refused(&root.join("ann")).ends_with("ann/pipe is neither a file nor a folder"));
}

#[test]
fn every_file_of_a_folder_is_part_of_its_version() {
    let (_kept, root) = folder(&[("ann/agent.py", "1"), ("ann/data/weights", "2")]);
    let hash = || AgentFiles::open(&root.join("ann")).unwrap().hash().unwrap();
    let first = hash();
    fs::create_dir(root.join("ann/__pycache__")).unwrap();
    fs::write(root.join("ann/__pycache__/agent.pyc"), "x").unwrap();
    assert_eq!(hash(), first);
    fs::write(root.join("ann/data/weights"), "3").unwrap();
    let second = hash();
    assert_ne!(second, first);
    fs::rename(root.join("ann/data/weights"), root.join("ann/data/weight")).unwrap();
    assert_ne!(hash(), second);
}
