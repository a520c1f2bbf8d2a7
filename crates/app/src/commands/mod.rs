//! One file for each command.

mod bench;
mod completions;
mod convert;
mod man;
mod perft;
mod play;

use crate::cli::Command;
use crate::failure::Failure;

/// Runs a command, or a game if there is none.
pub(crate) fn run(command: Option<Command>) -> Result<(), Failure> {
    match command {
        None => play::run(&crate::cli::Play::default()),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Convert(options)) => convert::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Completions(options)) => completions::run(&options),
        Some(Command::Man(options)) => man::run(&options),
    }
}
