//! `outflank completions SHELL`

use std::io::{self, Write};

use crate::cli::{Cli, Completions};
use crate::failure::Failure;

pub(crate) fn run(options: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::definition(), "outflank", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
