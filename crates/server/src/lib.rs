//! The server of the browser app: the page, games, analysis and the views of the arena.
//!
//! `listen` accepts connections, `router` maps requests to handlers, `security` decides
//! which requests are answered. `pool` is the worker pool, shared fairly between
//! visitors. `games` stores the games of visitors, `class` runs a course, `analysis` analyses a board or a game.
//! [`run`] is the server of a process; a [`Server`] runs beside other work, with a
//! [`Clock`] that tests can set.

mod analysis;
mod announce;
mod arena;
mod assets;
mod class;
mod client_address;
mod clock;
mod cluster;
mod connections;
mod description;
mod error;
mod extract;
mod files;
mod games;
mod heavy;
mod id;
mod info;
mod listen;
mod log;
mod openings;
mod pool;
mod router;
mod runs;
mod security;
mod server;
mod settings;
mod shutdown;
mod socket;
mod sockets;
mod start_error;
mod state;
mod stream;
mod visitor;

pub use class::{ClassServing, OpenIdClaim, OpenIdSettings, OpenIdSettingsError};
pub use clock::Clock;
pub use server::{Server, run};
pub use settings::Settings;
pub use start_error::ServerError;
