//! Games and positions in the formats of other programs.

mod read;
mod write;

use outflank_formats::Format;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(read::read)).routes(routes!(write::write))
}

/// The display name of a format.
pub(super) const fn title(format: Format) -> &'static str {
    match format {
        Format::Position => "Position",
        Format::Obf => "OBF, problems of Edax",
        Format::Transcript => "Moves in a row",
        Format::Ggf => "GGF, Generic Game Format",
        Format::Sgf => "SGF, Smart Game Format",
        Format::Wthor => "WTHOR, the French database",
        Format::Json => "Outflank's JSON",
        Format::CourseBoard => "Board of the course (8x8 array)",
        Format::CourseBoards => "Boards of the course",
        Format::CourseSteps => "Step log of the course",
    }
}

/// The extension of its files.
pub(super) const fn extension(format: Format) -> &'static str {
    match format {
        Format::Position => "pos",
        Format::Obf => "obf",
        Format::Transcript => "txt",
        Format::Ggf => "ggf",
        Format::Sgf => "sgf",
        Format::Wthor => "wtb",
        Format::Json => "jsonl",
        Format::CourseBoard | Format::CourseBoards => "json",
        Format::CourseSteps => "log",
    }
}
