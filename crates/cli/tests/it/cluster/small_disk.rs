//! A disk that can be full.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system of some megabytes.
pub(super) struct SmallDisk(PathBuf);

impl SmallDisk {
    pub(super) fn mount(path: &Path, megabytes: u32) -> Self {
        fs::create_dir_all(path).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "none"]).arg(path);
        assert!(mount.status().unwrap().success());
        Self(path.to_owned())
    }

    /// Fills it to the last byte.
    pub(super) fn fill(&self) {
        let mut block = vec![0; 1 << 20];
        let mut file = fs::File::create(self.0.join("ballast")).unwrap();
        while !block.is_empty() {
            if file.write_all(&block).is_err() {
                block.truncate(block.len() / 2);
            }
        }
    }

    /// Makes space again.
    pub(super) fn empty(&self) {
        fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
