//! Whatever somebody has pasted.

use axum::Json as Answer;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_core::{Move, Rule};
use outflank_formats::wthor::{NameKind, Names, read_names};
use outflank_formats::{Format, Item, ReadErrorKind, ReadOptions, detect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::error::{ApiError, ErrorBody};
use super::super::extract::Json;
use outflank_report::{caption, words};

/// The maximum number of games or positions in an answer: more than a year of WTHOR has, so
/// that the page can search all games of a file.
const MAX_ITEMS: usize = 20_000;
/// The maximum number of errors in an answer.
const MAX_ERRORS: usize = 20;

/// The pasted input, as text, or in base64 for binary files.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    base64: Option<String>,
    /// The game of texts that do not name one.
    #[serde(default)]
    #[schema(value_type = Option<words::Rules>)]
    rules: Option<Rule>,
    /// The names of the players of a WTHOR file: its `.jou` file, in base64.
    #[serde(default)]
    players: Option<String>,
    /// The names of the tournaments of a WTHOR file: its `.trn` file, in base64.
    #[serde(default)]
    tournaments: Option<String>,
}

/// The games and positions found in it.
#[derive(Serialize, ToSchema)]
pub(super) struct ReadAnswer {
    format: &'static str,
    items: Vec<ItemView>,
    /// The number of further items.
    left: usize,
    /// The items that could not be read.
    errors: Vec<String>,
}

/// A game or a position.
#[derive(Serialize, ToSchema)]
#[schema(as = ReadItem)]
struct ItemView {
    #[schema(value_type = words::ItemKind)]
    kind: &'static str,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    start: String,
    moves: Vec<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: Option<String>,
    /// The final position.
    position: String,
}

/// Reads games and positions in any format.
#[utoipa::path(
    post,
    path = "/api/read",
    request_body = ReadRequest,
    responses(
        (status = OK, body = ReadAnswer),
        (status = UNPROCESSABLE_ENTITY, body = ErrorBody),
    )
)]
pub(super) async fn read(Json(request): Json<ReadRequest>) -> Result<Answer<ReadAnswer>, ApiError> {
    // A long file is work for a while.
    tokio::task::spawn_blocking(move || read_now(request)).await?.map(Answer)
}

fn read_now(request: ReadRequest) -> Result<ReadAnswer, ApiError> {
    let (bytes, format) = match (request.text, request.base64) {
        (Some(text), None) => {
            let format = detect(&text).ok_or_else(|| {
                ApiError::unfit("This looks like no game or position in any known format.")
            })?;
            (text.into_bytes(), format)
        }
        (None, Some(packed)) => {
            let bytes = unpacked(&packed)?;
            // WTHOR is the only binary format.
            let format = std::str::from_utf8(&bytes).ok().and_then(detect).unwrap_or(Format::Wthor);
            (bytes, format)
        }
        _ => return Err(ApiError::unfit("Give either text or base64.")),
    };
    let rule = request.rules.unwrap_or_default();
    let names = Names {
        players: names(request.players.as_deref(), NameKind::Player)?,
        tournaments: names(request.tournaments.as_deref(), NameKind::Tournament)?,
    };
    let options = ReadOptions { rule, names, ..ReadOptions::default() };
    let mut answer =
        ReadAnswer { format: format.name(), items: Vec::new(), left: 0, errors: Vec::new() };
    for item in outflank_formats::read(format, bytes.as_slice(), options) {
        match item {
            Ok(_) if answer.items.len() >= MAX_ITEMS => answer.left += 1,
            Ok(item) => answer.items.push(view(item)),
            Err(error) => {
                if answer.errors.len() < MAX_ERRORS {
                    answer.errors.push(error.to_string());
                }
                if !error.is_of_one_item() || matches!(error.kind, ReadErrorKind::Io(_)) {
                    break;
                }
            }
        }
    }
    if answer.items.is_empty() {
        let reason = answer.errors.into_iter().next();
        let reason = reason.unwrap_or_else(|| "there is nothing in it".to_owned());
        let title = super::title(format);
        return Err(ApiError::unfit(format!("This cannot be read as '{title}': {reason}.")));
    }
    Ok(answer)
}

fn unpacked(packed: &str) -> Result<Vec<u8>, ApiError> {
    let bytes = STANDARD.decode(packed.trim());
    bytes.map_err(|error| ApiError::unfit(format!("This is not base64: {error}.")))
}

/// The names in a file of WTHOR; none without a file.
fn names(packed: Option<&str>, kind: NameKind) -> Result<Vec<String>, ApiError> {
    let Some(packed) = packed else { return Ok(Vec::new()) };
    read_names(unpacked(packed)?.as_slice(), kind).map_err(|error| {
        let extension = kind.extension();
        ApiError::unfit(format!("This cannot be read as a .{extension} file: {error}."))
    })
}

fn view(item: Item) -> ItemView {
    let kind = match &item {
        Item::Game(_) => "game",
        Item::Problem(_) => "position",
    };
    let record = item.into_record();
    let game = record.game();
    ItemView {
        kind,
        rules: record.rule.name(),
        start: game.start().to_string(),
        moves: game.moves().iter().map(Move::to_string).collect(),
        position: game.position().to_string(),
        result: record.outcome.map(|_| caption::result(&record)),
        black: record.black.name,
        white: record.white.name,
        event: record.event,
        date: record.date,
    }
}
