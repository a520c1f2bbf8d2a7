//! The workspace is what `docs/architecture.md` says it is.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The maximum number of lines of a Rust file.
const MAX_LINES: usize = 400;

/// A crate and a crate that it depends on, by the names of their folders.
type Edge = (String, String);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The dependencies that a page states, in a block of lines `crate: dependency dependency`.
fn stated(page: &str) -> (BTreeSet<String>, BTreeSet<Edge>) {
    let block = page.split("```dependencies\n").nth(1).expect("a block of dependencies");
    let (mut crates, mut edges) = (BTreeSet::new(), BTreeSet::new());
    for line in block.lines().take_while(|line| *line != "```") {
        let (name, dependencies) = line.split_once(':').expect("a line is 'crate: dependencies'");
        assert!(crates.insert(name.to_owned()), "two lines for {name}");
        for dependency in dependencies.split_whitespace() {
            assert!(edges.insert((name.into(), dependency.into())), "{name}: {dependency} twice");
        }
    }
    (crates, edges)
}

/// The crates of the workspace and their normal dependencies on each other.
fn built() -> (BTreeSet<String>, BTreeSet<Edge>) {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let folder = |manifest: &Value| {
        let folder = Path::new(manifest.as_str().unwrap()).parent().unwrap();
        folder.file_name().unwrap().to_str().unwrap().to_owned()
    };
    let (mut crates, mut edges) = (BTreeSet::new(), BTreeSet::new());
    for package in packages {
        let name = folder(&package["manifest_path"]);
        for dependency in package["dependencies"].as_array().unwrap() {
            // Normal dependencies have no kind; others are for builds and tests.
            if dependency["kind"].is_null()
                && let Some(path) = dependency["path"].as_str()
            {
                let other = Path::new(path).file_name().unwrap().to_str().unwrap();
                edges.insert((name.clone(), other.to_owned()));
            }
        }
        crates.insert(name);
    }
    (crates, edges)
}

#[test]
fn the_page_names_every_dependency_between_crates() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (stated_crates, stated) = stated(&page);
    let (crates, built) = built();
    assert_eq!(stated_crates, crates, "crates of the page and of the workspace");
    let unstated: Vec<_> = built.difference(&stated).collect();
    assert!(unstated.is_empty(), "docs/architecture.md does not name {unstated:?}");
    let missing: Vec<_> = stated.difference(&built).collect();
    assert!(missing.is_empty(), "docs/architecture.md names {missing:?}, which do not exist");
}

/// Rust files below a folder, without those that a build made.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_rust_file_is_long() {
    let files = ["crates", "fuzz", "bench"].map(|folder| rust_files(&root().join(folder))).concat();
    assert!(files.len() > 300, "{} files", files.len());
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{}: {lines} lines, split it", file.display());
    }
}

/// Names that two libraries share because they mean the same: a player is described in a
/// record and chooses moves in the arena, and an agent plays in `classic` and is identified
/// in a store.
const SHARED_NAMES: [&str; 2] = ["Agent", "Player"];

/// The public types of a file, by the lines that define them.
fn public_types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ")?;
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        rest.split(|letter: char| !letter.is_alphanumeric()).next()
    })
}

#[test]
fn two_libraries_do_not_share_the_name_of_a_public_type() {
    let mut owners = BTreeMap::<String, BTreeSet<String>>::new();
    for library in fs::read_dir(root().join("crates")).unwrap() {
        let library = library.unwrap();
        for file in rust_files(&library.path().join("src")) {
            let text = fs::read_to_string(file).unwrap();
            for name in public_types(&text) {
                let library = library.file_name().to_string_lossy().into_owned();
                owners.entry(name.to_owned()).or_default().insert(library);
            }
        }
    }
    owners.retain(|name, libraries| libraries.len() > 1 && !SHARED_NAMES.contains(&name.as_str()));
    assert!(owners.is_empty(), "types of one name in several libraries: {owners:?}");
}
