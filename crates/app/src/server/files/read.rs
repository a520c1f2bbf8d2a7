//! Whatever somebody has pasted.

use axum::Json as Answer;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_core::{Move, Rule};
use outflank_formats::{Fault, Format, Item, ReadOptions, detect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::error::{ApiError, ErrorBody};
use super::super::extract::Json;
use crate::caption;

/// How many games or positions are handed out.
const MOST_ITEMS: usize = 200;
/// How many errors are told.
const MOST_ERRORS: usize = 20;

/// What was pasted, as text or, for files that are none, in base64.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRequest {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    base64: Option<String>,
    /// The game of texts that do not name one.
    #[serde(default)]
    rules: Option<String>,
}

/// What was found in it.
#[derive(Serialize, ToSchema)]
pub(super) struct ReadAnswer {
    format: &'static str,
    items: Vec<ItemView>,
    /// How many more there were.
    left: usize,
    /// What could not be read.
    errors: Vec<String>,
}

/// A game or a position.
#[derive(Serialize, ToSchema)]
struct ItemView {
    /// `game` or `position`.
    kind: &'static str,
    rules: &'static str,
    start: String,
    moves: Vec<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    result: Option<String>,
    /// Where it ends.
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
    let rule = match request.rules.as_deref() {
        None => Rule::Reversi,
        Some(name) => name.parse::<Rule>().map_err(|error| ApiError::unfit(format!("{error}.")))?,
    };
    let (bytes, format) = match (request.text, request.base64) {
        (Some(text), None) => {
            let format = detect(&text).ok_or_else(|| {
                ApiError::unfit("This looks like no game or position in any known format.")
            })?;
            (text.into_bytes(), format)
        }
        (None, Some(packed)) => {
            let bytes = STANDARD
                .decode(packed.trim())
                .map_err(|error| ApiError::unfit(format!("This is not base64: {error}.")))?;
            // WTHOR is the only format that is no text.
            let format = std::str::from_utf8(&bytes).ok().and_then(detect).unwrap_or(Format::Wthor);
            (bytes, format)
        }
        _ => return Err(ApiError::unfit("Give either text or base64.")),
    };
    let options = ReadOptions { rule, ..ReadOptions::default() };
    let mut answer =
        ReadAnswer { format: format.name(), items: Vec::new(), left: 0, errors: Vec::new() };
    for item in outflank_formats::read(format, bytes.as_slice(), options) {
        match item {
            Ok(_) if answer.items.len() >= MOST_ITEMS => answer.left += 1,
            Ok(item) => answer.items.push(view(item)),
            Err(error) => {
                if answer.errors.len() < MOST_ERRORS {
                    answer.errors.push(error.to_string());
                }
                if !error.is_of_one_item() || matches!(error.fault, Fault::Io(_)) {
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
    }
}
