//! The version and abilities of this server.

use axum::Json;
use axum::extract::State;
use outflank_core::Rule;
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

/// The version and abilities of this server.
#[derive(Serialize, ToSchema)]
struct Info {
    version: &'static str,
    /// The number of search threads.
    threads: usize,
    levels: Vec<LevelView>,
    players: Vec<ListedPlayer>,
    formats: Vec<FormatView>,
    /// True if external programs can run in a sandbox here.
    has_sandbox: bool,
    /// True if this server shows a cluster.
    has_cluster: bool,
}

/// A level of the engine.
#[derive(Serialize, ToSchema)]
#[schema(as = Level)]
struct LevelView {
    level: u8,
    name: &'static str,
    /// The search depth; absent if only time limits it.
    plies: Option<u32>,
    /// With this many empty squares it plays on without a mistake.
    exact: u32,
    reversi: LevelStrengthView,
    reversed: LevelStrengthView,
}

/// The strength of a level in one game.
#[derive(Serialize, ToSchema)]
#[schema(as = LevelStrength)]
struct LevelStrengthView {
    /// The random error of its scores, in discs.
    doubt: f64,
    /// Elo points above a player of random moves; absent if its strength depends on its time.
    rating: Option<u32>,
}

impl LevelStrengthView {
    fn of(level: Level, rule: Rule) -> Self {
        Self { doubt: level.uncertainty(rule), rating: level.rating(rule) }
    }
}

/// A format of files.
#[derive(Serialize, ToSchema)]
#[schema(as = FormatInfo)]
struct FormatView {
    name: &'static str,
    title: &'static str,
    extension: &'static str,
    /// True if games can be written in it.
    writes: bool,
}

/// The abilities of this server: version, levels, players and formats.
#[utoipa::path(get, path = "/api/info", responses((status = OK, body = Info)))]
async fn info(State(shared): State<Shared>) -> Json<Info> {
    let level = |level: Level| LevelView {
        level: level.number(),
        name: level.name(),
        plies: level.plies(),
        exact: level.solves(),
        reversi: LevelStrengthView::of(level, Rule::Reversi),
        reversed: LevelStrengthView::of(level, Rule::Reversed),
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
        has_cluster: shared.cluster.is_some(),
    })
}
