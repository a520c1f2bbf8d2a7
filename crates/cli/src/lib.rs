//! The `outflank` command: the command line, and one thin file for each command.

mod cli;
mod cluster;
mod commands;
mod cores;
mod encounter;
mod failure;
mod files;
mod one_game;
mod positions;
mod process_time;
mod progress;
mod screen;
mod searcher;

use std::ffi::OsString;

use crate::cli::Cli;
use crate::failure::Failure;

/// Runs the command that the arguments name, the program's own name first, and
/// returns its exit code: 0, 1 for a failed run, 2 for bad usage or input.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::read(arguments) {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version are answers, not errors.
            return error.print().map_or(1, |()| 0);
        }
        Err(error) => return Failure::from(error).report(),
    };
    progress::set_quiet(cli.quiet);
    match commands::run(cli.into_command()) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}
