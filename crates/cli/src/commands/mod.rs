//! One file for each command.

mod analyze;
mod bench;
mod book;
mod calibrate;
mod check;
mod class;
mod compare;
mod completions;
mod convert;
mod eval;
mod evolve;
mod explain;
mod games;
mod gate;
mod go;
mod gtp;
mod man;
mod matches;
mod nboard;
mod perft;
mod play;
mod reports;
mod selfplay;
mod serve;
mod solve;
mod tournament;
mod train;
mod zero;

use crate::cli::Command;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(options) => serve::run(*options),
        Command::Play(options) => play::run(&options),
        Command::Go(options) => go::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Analyze(options) => analyze::run(&options),
        Command::Gtp(options) => gtp::run(&options),
        Command::Nboard(options) => nboard::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Selfplay(options) => selfplay::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Calibrate(options) => calibrate::run(&options),
        Command::Eval(options) => eval::run(&options),
        Command::Gate(options) => gate::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Games(options) => games::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Evolve(options) => evolve::run(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::Reports(options) => reports::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Class(options) => class::run(options),
        Command::Book(options) => book::run(&options),
        Command::Zero(options) => zero::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man(options) => man::run(&options),
    }
}
