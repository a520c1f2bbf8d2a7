//! One file for each command.

mod bench;
mod completions;
mod convert;
mod man;
mod perft;
mod play;

use crate::cli::Command;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Play(options) => play::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man(options) => man::run(&options),
    }
}
