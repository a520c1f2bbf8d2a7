//! The `outflank` command.

mod caption;
mod cli;
mod commands;
mod encounter;
mod failure;
mod files;
mod graph;
mod kept_match;
mod one_game;
mod outcome;
mod progress;
mod protocols;
mod report;
mod results;
mod screen;
mod server;
mod tournament_settings;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help and version are answers, not errors.
            return error.print().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
        }
        Err(error) => return Failure::from(error).report(),
    };
    match commands::run(cli.into_command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
