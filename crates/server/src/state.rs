//! The state shared by all requests.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::analysis::Reviews;
use super::arena::Arena;
use super::class::Class;
use super::clock::Clock;
use super::cluster::ClusterWatch;
use super::games::Games;
use super::openings::Openings;
use super::pool::Pool;
use super::runs::Runs;
use super::settings::Settings;
use super::shutdown::Shutdown;
use super::sockets::Sockets;
use crate::ServerError;

/// The state shared by all requests.
pub(crate) struct State {
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    /// The worker pool.
    pub(crate) pool: Pool,
    /// The games of visitors.
    pub(crate) games: Games,
    /// The reviews of games.
    pub(crate) reviews: Arc<Reviews>,
    /// Matches, tournaments and the available players.
    pub(crate) arena: Arc<Arena>,
    /// Runs of `outflank evolve`.
    pub(crate) runs: Arc<Runs>,
    pub(crate) openings: Openings,
    /// The cluster, if this server shows one.
    pub(crate) cluster: Option<ClusterWatch>,
    /// The class, if this server has one.
    pub(crate) class: Option<Arc<Class>>,
    pub(crate) sockets: Sockets,
    pub(crate) shutdown: Shutdown,
}

/// The state, as handlers have it.
pub(crate) type Shared = Arc<State>;

impl State {
    /// Opens all that is kept, and starts the engines.
    pub(super) fn open(settings: Settings, clock: Clock) -> Result<Shared, ServerError> {
        make_folder(&settings.data)
            .map_err(|source| ServerError::Folder { path: settings.data.clone(), source })?;
        let games = Games::open(&settings.data.join("games.db"), clock.now())?;
        let reviews = Reviews::open(&settings.data.join("reviews.db"));
        let reviews = Arc::new(reviews.map_err(|error| ServerError::Games(error.into()))?);
        let arena = Arc::new(Arena::open(&settings)?);
        let runs = Arc::new(Runs::new(&settings));
        let cluster = settings.cluster.clone().map(ClusterWatch::new);
        let pool = Pool::start(&settings)?;
        let class =
            settings.class.as_ref().map(|serving| Class::open(serving, &clock)).transpose()?;
        Ok(Arc::new(Self {
            settings,
            clock,
            pool,
            games,
            reviews,
            arena,
            runs,
            openings: Openings::built_in(),
            cluster,
            class,
            sockets: Sockets::default(),
            shutdown: Shutdown::new(),
        }))
    }
}

/// Makes the folder of games, which only its owner may enter. A folder that exists stays as
/// it is.
fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
