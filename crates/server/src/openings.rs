//! The names that players have given to openings.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use outflank_core::{Board, Game, Position, Rule};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{ApiError, ErrorBody};
use super::extract::Query;
use super::state::Shared;

/// A line for each opening: its moves and its name.
const NAMES: &str = include_str!("../data/opening-names.txt");

/// The openings of Reversi that have names, by the board they lead to. Neither the order of
/// the moves nor symmetry matters.
pub(crate) struct Openings(HashMap<(Board, bool), &'static str>);

impl Openings {
    /// Those that Outflank comes with.
    pub(super) fn built_in() -> Self {
        let named = NAMES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(
            named
                .map(|line| {
                    let (moves, name) = line.split_once(' ').expect("a line is moves and a name");
                    let game = read(moves).expect("the moves of an opening are legal");
                    (key(game.position()), name.trim())
                })
                .collect(),
        )
    }

    /// The openings that a game has reached, with the number of moves.
    fn passed(&self, game: &Game) -> Vec<Named> {
        let before = game.plies().map(|(position, _)| position);
        let positions = before.chain([game.position()]);
        let name = |(ply, position)| self.0.get(&key(position)).map(|name| Named { ply, name });
        positions.enumerate().filter_map(name).collect()
    }
}

/// The canonical form of a position under symmetry.
fn key(position: Position) -> (Board, bool) {
    let is_black = position.to_move() == outflank_core::Color::Black;
    (position.board().canonical().0, is_black)
}

/// Moves in a row, with passes put in where they have to be.
fn read(moves: &str) -> Option<Game> {
    let mut game = Game::new();
    for square in moves.as_bytes().chunks(2) {
        game.play_passing(std::str::from_utf8(square).ok()?.parse().ok()?).ok()?;
    }
    Some(game)
}

/// The names of moves in a row, such as `f5d6pass`.
pub(super) fn move_names(text: &str) -> Vec<String> {
    let text = text.replace("pass", "--");
    text.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(openings))
}

/// A game to name.
#[derive(Deserialize)]
struct Asked {
    rules: Option<Rule>,
    start: Option<String>,
    #[serde(default)]
    moves: String,
}

/// The openings that a game has passed, the last one last.
#[derive(Serialize, ToSchema)]
#[schema(as = OpeningNames)]
struct Names {
    names: Vec<Named>,
}

/// An opening with a name.
#[derive(Serialize, ToSchema)]
#[schema(as = OpeningName)]
struct Named {
    /// The number of moves.
    ply: usize,
    #[schema(value_type = String)]
    name: &'static str,
}

/// The named openings that a game has passed.
#[utoipa::path(
    get,
    path = "/api/openings",
    params(
        ("rules" = Option<String>, Query, description = "Only Reversi has openings with names."),
        ("start" = Option<String>, Query, description = "Where it started, if not as usual."),
        ("moves" = Option<String>, Query, description = "Its moves in a row: f5d6c3."),
    ),
    responses((status = OK, body = Names), (status = UNPROCESSABLE_ENTITY, body = ErrorBody))
)]
async fn openings(
    State(shared): State<Shared>,
    Query(asked): Query<Asked>,
) -> Result<Json<Names>, ApiError> {
    let start = asked.start.as_deref().map_or(Ok(Position::START), str::parse);
    let start = start.map_err(|error| ApiError::unfit(format!("{error}.")))?;
    let game = super::games::replay(start, &move_names(&asked.moves))?;
    let names = match asked.rules {
        None | Some(Rule::Reversi) => shared.openings.passed(&game),
        Some(Rule::Reversed) => Vec::new(),
    };
    Ok(Json(Names { names }))
}
