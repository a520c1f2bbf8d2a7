//! Copies the page of a tournament, if `make web` has built it, to where the crate includes it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of the built page. A missing folder would count as changed in every build, so
/// it is created.
const FOLDER: &str = "../../web/dist-tournament";
const PAGE: &str = "tournament.html";

fn main() -> io::Result<()> {
    let folder = Path::new(FOLDER);
    if let Err(error) = fs::create_dir_all(folder) {
        println!("cargo::warning=cannot create {}: {error}", folder.display());
    }
    println!("cargo::rerun-if-changed={FOLDER}");
    let page = fs::read_to_string(folder.join(PAGE)).unwrap_or_default();
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(target.join(PAGE), page)
}
