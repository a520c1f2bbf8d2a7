//! The `outflank` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank_cli::run(std::env::args_os()).into()
}
