//! The boards and logs of the course platform.
//!
//! A board is an 8x8 array of -1 black, 0 empty and 1 white. A boards log is
//! an array of such boards, one after each disc placed; a step log is the
//! judge's text, with times and candidate lists; cases are boards with the
//! squares that an agent has to find. None of them names the game, but a step
//! log names the winner.

mod array;
pub mod board;
pub mod boards;
pub mod cases;
pub mod steps;
