//! The server, asked as a browser asks, on threads of the test.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod analysis;
mod arena;
mod class;
mod client;
mod clocks;
mod cluster;
mod connections;
mod events;
mod explanation;
mod games;
mod pages;
mod review;
mod security;
mod server;
mod statuses;
mod watch;
