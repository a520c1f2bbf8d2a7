//! Builds again when the page was built.

use std::path::Path;

fn main() {
    let page = Path::new("../../web/dist");
    // What is missing counts as changed in every build, so the folder is made:
    // an empty one is a page that was not built.
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo::warning=there is no folder for the page, {}: {error}", page.display());
    }
    println!("cargo::rerun-if-changed={}", page.display());
}
