//! The flags of `outflank games`.

use std::path::PathBuf;

use clap::Args;
use outflank_arena::{EventId, FaultFilter, FaultKind, Filter, GameId, ResultFilter};
use outflank_core::{Color, Rule};
use outflank_formats::Format;

use super::convert::format_parser;

#[derive(Args)]
pub(crate) struct Games {
    /// The store of a match or tournament
    #[arg(value_name = "STORE")]
    pub(crate) store: PathBuf,
    /// The number of a game to replay, with times and scores
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<i64>,
    /// List matches and tournaments instead of games
    #[arg(long, conflicts_with_all = ["game", "output", "course_log"])]
    pub(crate) events: bool,
    /// Games with a player whose name contains this
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Games of reversi or of reversed
    #[arg(long, value_name = "RULES")]
    rules: Option<Rule>,
    /// Games of the match or tournament with this number
    #[arg(long, value_name = "N")]
    event: Option<i64>,
    /// Games that ended by a fault: any, or a kind such as timeout or crash
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "any",
          value_parser = fault)]
    fault: Option<FaultFilter>,
    /// Games with this result: black, white or draw
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<ResultFilter>,
    /// Games that ended at this date or later: 2026-11-16, or with a time, in UTC
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Only the latest N games
    #[arg(long, value_name = "N")]
    latest: Option<u32>,
    /// Write the games to this file; - for standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format of --output, if its name does not imply one
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), requires = "output")]
    pub(crate) to: Option<Format>,
    /// Write the course's step log of one game to this file, with times and candidate lists
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub(crate) course_log: Option<PathBuf>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

impl Games {
    /// The filter for the games.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            id: self.game.map(GameId),
            event: self.event.map(EventId),
            player: self.player.clone(),
            rule: self.rules,
            result: self.result,
            fault: self.fault,
            since: self.since.clone(),
            after: None,
            latest: self.latest,
        }
    }
}

fn fault(text: &str) -> Result<FaultFilter, String> {
    if text == "any" {
        return Ok(FaultFilter::Any);
    }
    let kind = text.parse::<FaultKind>();
    kind.map(FaultFilter::Kind).map_err(|error| format!("{error}, or any"))
}

fn result(text: &str) -> Result<ResultFilter, String> {
    match text {
        "draw" => Ok(ResultFilter::Drawn),
        _ => text
            .parse::<Color>()
            .map(ResultFilter::Won)
            .map_err(|_| "expected black, white or draw".to_owned()),
    }
}
