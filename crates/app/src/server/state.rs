//! What all requests share.

use std::fs;
use std::sync::Arc;

use anyhow::Context as _;

use super::arena::Arena;
use super::games::Games;
use super::openings::Openings;
use super::pool::Pool;
use super::runs::Runs;
use super::settings::Settings;
use super::shutdown::Shutdown;
use super::sockets::Sockets;
use crate::failure::Failure;

/// What all requests share.
pub(crate) struct State {
    pub(crate) settings: Settings,
    /// Where engines think.
    pub(crate) pool: Pool,
    /// What visitors play.
    pub(crate) games: Games,
    /// Matches and tournaments, and who may play.
    pub(crate) arena: Arc<Arena>,
    /// Runs of `outflank evolve`.
    pub(crate) runs: Arc<Runs>,
    pub(crate) openings: Openings,
    pub(crate) sockets: Sockets,
    pub(crate) shutdown: Shutdown,
}

/// The state, as handlers have it.
pub(crate) type Shared = Arc<State>;

impl State {
    /// Opens all that is kept, and starts the engines.
    pub(super) fn open(settings: Settings) -> Result<Shared, Failure> {
        fs::create_dir_all(&settings.data)
            .with_context(|| format!("cannot make the folder {}", settings.data.display()))
            .map_err(Failure::Run)?;
        let games = Games::open(&settings.data.join("games.db"))?;
        let arena = Arc::new(Arena::open(&settings)?);
        let runs = Arc::new(Runs::new(&settings));
        let pool = Pool::start(settings.threads, settings.hash_mib)?;
        Ok(Arc::new(Self {
            settings,
            pool,
            games,
            arena,
            runs,
            openings: Openings::built_in(),
            sockets: Sockets::default(),
            shutdown: Shutdown::new(),
        }))
    }
}
