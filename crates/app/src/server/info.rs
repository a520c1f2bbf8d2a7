//! What this server is and can.

use axum::Json;
use axum::extract::State;
use outflank_engine::Level;
use outflank_formats::Format;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::arena::ListedPlayer;
use super::files;
use super::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(info))
}

/// What this server is and can.
#[derive(Serialize, ToSchema)]
struct Info {
    version: &'static str,
    /// How many threads search.
    threads: usize,
    levels: Vec<LevelView>,
    players: Vec<ListedPlayer>,
    formats: Vec<FormatView>,
    /// Whether programs of others can be kept in a sandbox here.
    has_sandbox: bool,
}

/// How strong the engine plays.
#[derive(Serialize, ToSchema)]
struct LevelView {
    level: u8,
    name: &'static str,
    /// How far it looks ahead; as far as time allows if not given.
    plies: Option<u32>,
    /// With this many empty squares it plays on without a mistake.
    exact: u32,
    /// How unsure it is of what it sees, in discs.
    doubt: f64,
}

/// A format of files.
#[derive(Serialize, ToSchema)]
struct FormatView {
    name: &'static str,
    title: &'static str,
    extension: &'static str,
    /// Whether games can be written in it.
    writes: bool,
}

/// What this server is and can: version, levels, players and formats.
#[utoipa::path(get, path = "/api/info", responses((status = OK, body = Info)))]
async fn info(State(shared): State<Shared>) -> Json<Info> {
    let level = |level: Level| LevelView {
        level: level.number(),
        name: level.name(),
        plies: level.plies(),
        exact: level.solves(),
        doubt: level.uncertainty(),
    };
    let format = |format: Format| FormatView {
        name: format.name(),
        title: files::title(format),
        extension: files::extension(format),
        writes: true,
    };
    Json(Info {
        version: env!("CARGO_PKG_VERSION"),
        threads: shared.settings.threads,
        levels: Level::all().map(level).collect(),
        players: shared.arena.roster.listed(),
        formats: Format::ALL.map(format).into(),
        has_sandbox: outflank_arena::has_sandbox(),
    })
}
