//! `outflank man [FOLDER]`

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;

use crate::cli::{Cli, Man};
use crate::failure::Failure;
use crate::files;

pub(crate) fn run(options: &Man) -> Result<(), Failure> {
    let mut command = Cli::definition();
    command.build();
    match &options.folder {
        None => clap_mangen::Man::new(command).render(&mut io::stdout())?,
        Some(folder) => {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))
                .map_err(Failure::Run)?;
            write_pages(folder, command, "outflank")?;
        }
    }
    Ok(())
}

/// A page for the command and one for each below it, `outflank-perft.1`.
fn write_pages(folder: &Path, command: clap::Command, name: &str) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let name = format!("{name}-{}", below.get_name());
        write_pages(folder, below.clone(), &name)?;
    }
    let mut page = Vec::new();
    // The title must live as long as the program: a handful of short names.
    let title: &'static str = name.to_owned().leak();
    clap_mangen::Man::new(command.name(title)).render(&mut page)?;
    files::write_bytes(&folder.join(format!("{name}.1")), &page)
}
