//! A game in the format of another program.

use std::io::Cursor;

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use outflank_core::{Position, Rule};
use outflank_formats::{Format, Item, Record, Writer};
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::error::{ApiError, ErrorBody};
use super::super::extract::Json;
use super::super::games::replay;
use outflank_report::words;

/// A game to write.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteRequest {
    format: String,
    #[schema(value_type = words::Rules)]
    rules: Rule,
    /// The start position; the usual one by default.
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    black: Option<String>,
    #[serde(default)]
    white: Option<String>,
    #[serde(default)]
    comment: Option<String>,
}

/// Writes a game in any format, as a file to download.
#[utoipa::path(
    post,
    path = "/api/write",
    request_body = WriteRequest,
    responses(
        (status = OK, content_type = "application/octet-stream", body = Vec<u8>),
        (status = UNPROCESSABLE_ENTITY, body = ErrorBody),
    )
)]
pub(super) async fn write(Json(request): Json<WriteRequest>) -> Result<Response, ApiError> {
    let unfit = |error: &dyn std::fmt::Display| ApiError::unfit(format!("{error}."));
    let format: Format = request.format.parse().map_err(|error| unfit(&error))?;
    let start = match &request.start {
        None => Position::START,
        Some(text) => text.parse().map_err(|error| unfit(&error))?,
    };
    let mut record = Record::of_game(request.rules, replay(start, &request.moves)?);
    record.black.name = request.black.filter(|name| !name.is_empty());
    record.white.name = request.white.filter(|name| !name.is_empty());
    record.comment = request.comment.filter(|comment| !comment.is_empty());
    let bytes = written(format, record).map_err(|error| unfit(&error))?;
    let kind = match format {
        Format::Wthor => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("attachment; filename=\"game.{}\"", super::extension(format));
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

fn written(format: Format, record: Record) -> Result<Vec<u8>, outflank_formats::WriteError> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = Writer::new(format, &mut bytes)?;
    writer.write(Item::from(record))?;
    writer.finish()?;
    Ok(bytes.into_inner())
}
