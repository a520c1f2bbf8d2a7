//! Folders of files and links, written for a test.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// Writes files below a folder; a content of `-> TARGET` makes a link.
pub(crate) fn write_tree(root: &Path, files: &[(&str, &str)]) {
    for (name, content) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match content.strip_prefix("-> ") {
            Some(target) => symlink(target, path).unwrap(),
            None => fs::write(path, content).unwrap(),
        }
    }
}
