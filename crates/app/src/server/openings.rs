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

/// A line for each opening: its moves, and what it is called.
const NAMES: &str = include_str!("../../../../data/opening-names.txt");

/// The openings of Reversi that have names, by the board they lead to: however
/// it was reached, and from whichever side it is seen.
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

    /// The names that a game has passed, with how many moves had been made.
    fn passed(&self, game: &Game) -> Vec<Named> {
        let before = game.plies().map(|(position, _)| position);
        let positions = before.chain([game.position()]);
        let name = |(ply, position)| self.0.get(&key(position)).map(|name| Named { ply, name });
        positions.enumerate().filter_map(name).collect()
    }
}

/// What a position has in common with those that are the same to a player.
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

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(openings))
}

/// A game to look at.
#[derive(Deserialize)]
struct Asked {
    rules: Option<String>,
    start: Option<String>,
    #[serde(default)]
    moves: String,
}

/// The openings that a game has passed, the last one last.
#[derive(Serialize, ToSchema)]
struct Names {
    names: Vec<Named>,
}

/// An opening with a name.
#[derive(Serialize, ToSchema)]
struct Named {
    /// How many moves had been made.
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
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(format!("{error}."));
    let rule = asked.rules.as_deref().map_or(Ok(Rule::Reversi), str::parse);
    let rule = rule.map_err(|error| unfit(&error))?;
    let start = asked.start.as_deref().map_or(Ok(Position::START), str::parse);
    let start = start.map_err(|error| unfit(&error))?;
    let text = asked.moves.replace("pass", "--");
    let names: Vec<_> =
        text.as_bytes().chunks(2).map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    let game = super::games::replay(start, &names)?;
    let names = if rule == Rule::Reversi { shared.openings.passed(&game) } else { Vec::new() };
    Ok(Json(Names { names }))
}
