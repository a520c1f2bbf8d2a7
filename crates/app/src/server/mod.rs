//! The browser app: pages, games, analysis and what the arena shows.
//!
//! `listen` takes connections, `router` says who answers what, `security` whom
//! to answer at all. `pool` is where engines think, shared fairly between
//! visitors; `games` keeps what visitors play, `analysis` tells them what the
//! engine thinks of a board or a game.

mod analysis;
mod arena;
mod assets;
mod error;
mod extract;
mod files;
mod games;
mod id;
mod info;
mod listen;
mod openings;
mod pool;
mod router;
mod runs;
mod security;
mod settings;
mod shutdown;
mod socket;
mod sockets;
mod state;
mod visitor;

use crate::failure::Failure;
use state::State;

pub(crate) use settings::Settings;

/// Serves until the process is told to stop.
pub(crate) fn run(settings: Settings) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // More would only wait for the same cores as the engine.
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = listen::bind(&settings).await?;
        let shared = State::open(settings)?;
        listen::serve(listener, shared).await
    });
    // What still runs then is not worth waiting for: games are on the disk.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    served
}
