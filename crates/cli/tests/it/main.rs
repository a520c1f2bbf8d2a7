//! The command as a user runs it.

mod agent_folder;
mod analyze;
mod architecture;
mod book;
mod check;
mod cli;
mod common;
mod convert;
mod deadline;
mod eval;
mod evolve;
mod gate;
mod interrupt;
mod match_programs;
mod matches;
mod play;
mod play_people;
mod protocols;
mod reports;
mod search;
mod serve;
mod tournament;
mod tournament_kill;
mod tournament_start;
mod training;
mod zero;
