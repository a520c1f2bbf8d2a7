//! The search through its public interface: exact scores, suites, odd boards, time.

mod boards;
mod checks;
mod exact;
mod ffo;
mod fresh;
mod margin;
mod odd_boards;
mod other_evaluation;
mod stopped;
mod suites;
mod symmetric;
mod time;
