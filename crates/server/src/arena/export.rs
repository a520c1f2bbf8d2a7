//! Games as files to download.

use std::fmt::Write as _;
use std::io::Cursor;

use outflank_arena::StoredGame;
use outflank_core::Color;
use outflank_formats::course::steps;
use outflank_formats::{Format, Item, Record, Writer};

use crate::error::ApiError;
use outflank_report::{course_steps, place, shown_player, without_folders};

/// The maximum number of games in one file. The command line has no such limit.
pub(super) const MAX_GAMES: usize = 20_000;

/// The content of an exported file.
#[derive(Clone, Copy)]
pub(crate) enum Export {
    Games(Format),
    /// The logs of the players.
    Logs,
}

/// A file to download.
pub(crate) struct Download {
    pub(crate) bytes: Vec<u8>,
    pub(crate) extension: &'static str,
}

impl Export {
    /// Parses the value of `format=`.
    pub(crate) fn named(name: &str) -> Result<Self, ApiError> {
        if name == "log" {
            return Ok(Self::Logs);
        }
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        match format {
            // It is three files.
            Some(Format::Wthor) | None => {
                let names = Format::ALL.into_iter().filter(|format| *format != Format::Wthor);
                let names: Vec<_> = names.map(Format::name).collect();
                Err(ApiError::unfit(format!(
                    "Games cannot be downloaded as '{}': expected log, {}.",
                    name.chars().take(24).collect::<String>().escape_debug(),
                    names.join(", ")
                )))
            }
            Some(format) => Ok(Self::Games(format)),
        }
    }

    /// Writes games, one after the other.
    pub(crate) fn write(
        self,
        games: impl Iterator<Item = Result<StoredGame, ApiError>>,
    ) -> Result<Download, ApiError> {
        match self {
            Self::Logs => logs(games),
            Self::Games(format) => records(format, games),
        }
    }
}

fn records(
    format: Format,
    games: impl Iterator<Item = Result<StoredGame, ApiError>>,
) -> Result<Download, ApiError> {
    let mut bytes = Cursor::new(Vec::new());
    let unfit = |error: outflank_formats::WriteError| ApiError::unfit(sentence(&error));
    let mut games = games.peekable();
    if format == Format::CourseSteps {
        // With all that the store knows of the moves.
        let Some(game) = games.next() else {
            return Err(ApiError::unfit("There is no game yet."));
        };
        if games.next().is_some() {
            return Err(ApiError::unfit("A log of the course holds one game."));
        }
        let game = game?;
        steps::write_with(&mut bytes, &record(&game), &course_steps(&game.row)).map_err(unfit)?;
    } else {
        let mut writer = Writer::new(format, &mut bytes).map_err(unfit)?;
        for game in games {
            writer.write(Item::from(record(&game?))).map_err(unfit)?;
        }
        writer.finish().map_err(unfit)?;
    }
    let extension = match format {
        Format::Ggf => "ggf",
        Format::Sgf => "sgf",
        Format::Json => "jsonl",
        Format::Obf => "obf",
        _ => "txt",
    };
    Ok(Download { bytes: bytes.into_inner(), extension })
}

/// A game as files have it, without where the files of its players lie.
fn record(game: &StoredGame) -> Record {
    let mut record = game.record();
    for player in [&mut record.black, &mut record.white] {
        player.name = player.name.as_deref().map(shown_player);
    }
    record
}

/// The logs of the players, by game.
fn logs(games: impl Iterator<Item = Result<StoredGame, ApiError>>) -> Result<Download, ApiError> {
    let mut text = String::new();
    for game in games {
        let game = game?;
        for (color, agent) in Color::BOTH.into_iter().zip(&game.row.players) {
            let log = &game.row.played.logs[color as usize];
            if !log.is_empty() {
                let (place, name) = (place(game.row.slot), shown_player(&agent.name));
                let log = without_folders(log.trim_end());
                let _ = writeln!(text, "== game {place}, {color}: {name}\n{log}\n");
            }
        }
    }
    if text.is_empty() {
        text.push_str("No player wrote anything.\n");
    }
    Ok(Download { bytes: text.into_bytes(), extension: "log" })
}

/// An error as a complete sentence.
pub(crate) fn sentence(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}
