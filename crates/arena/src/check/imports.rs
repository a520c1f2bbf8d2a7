//! Imports of an agent that the course forbids.

use std::fs;
use std::path::Path;

use super::{Finding, Verdict};
use crate::Platform;
use crate::programs::AgentFiles;

const TOPIC: &str = "imports";

/// The course forbids `os`. On other platforms it is a warning.
pub(super) fn finding(path: &Path, platform: Platform) -> Finding {
    // A folder has the name of its agent's file.
    let path = AgentFiles::open(path).map_or_else(|_| path.to_owned(), |files| files.file);
    let source = fs::read(path).unwrap_or_default();
    let source = String::from_utf8_lossy(&source);
    let Some((at, _)) = source.lines().enumerate().find(|(_, line)| imports_os(line)) else {
        return Finding::ok(TOPIC, "nothing that is forbidden");
    };
    let verdict = match platform {
        Platform::Course => Verdict::Fail,
        Platform::Strict => Verdict::Warning,
    };
    let detail = format!("line {} imports os", at + 1);
    Finding::wrong(TOPIC, verdict, detail, "the course forbids os: do without it")
}

fn imports_os(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let is_os = |name: &str| {
        let name = name.split_whitespace().next().unwrap_or_default();
        name.split('.').next() == Some("os")
    };
    match line.split_once(' ') {
        Some(("import", names)) => names.split(',').any(is_os),
        Some(("from", name)) => is_os(name),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::imports_os;

    #[test]
    fn os_is_found_in_every_form_of_import() {
        for line in [
            "import os",
            " import numpy as np, os.path",
            "from os import path",
            "from os.path import join  # x",
        ] {
            assert!(imports_os(line), "{line}");
        }
        for line in [
            "import oscar",
            "from osmosis import os",
            "# import os",
            "x = 'import os'",
            "import numpy as os",
        ] {
            assert!(!imports_os(line), "{line}");
        }
    }
}
