//! The messages of the analysis socket.

use outflank_book::BookMove;
use outflank_core::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use outflank_report::analysis::{ReviewLine, SearchLine, SideLine};
use outflank_report::words;

/// A request of the page.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalysisRequest {
    Analyse {
        #[serde(default)]
        id: Value,
        #[schema(value_type = words::Rules)]
        rules: Rule,
        position: String,
    },
    Review {
        #[serde(default)]
        id: Value,
        #[schema(value_type = words::Rules)]
        rules: Rule,
        #[serde(default)]
        start: Option<String>,
        moves: Vec<String>,
        /// The nodes of the search of each position; a usual number by default.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// Ends the job of this socket. Nothing is computed until the next request.
    Stop,
}

/// A move of the opening book.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = BookMove)]
pub(crate) struct BookMoveView {
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// For the side to move, in discs.
    pub(crate) value: i8,
}

impl From<&BookMove> for BookMoveView {
    fn from(found: &BookMove) -> Self {
        Self { played: found.played.to_string(), value: found.value }
    }
}

/// A message to the page.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalysisMessage<'a> {
    Analysis {
        #[schema(value_type = Value)]
        id: &'a Value,
        /// True if the analysis is complete.
        done: bool,
        /// The moves of the opening book, best first; empty if it does not know the position.
        book_moves: &'a [BookMoveView],
        #[serde(flatten)]
        found: SearchLine,
    },
    Progress {
        #[schema(value_type = Value)]
        id: &'a Value,
        nodes: u64,
        time_ms: f64,
        /// True while other visitors hold all engines.
        waiting: bool,
    },
    Reviewed {
        #[schema(value_type = Value)]
        id: &'a Value,
        #[serde(flatten)]
        #[schema(value_type = ReviewLine)]
        reviewed: &'a Value,
    },
    Review {
        #[schema(value_type = Value)]
        id: &'a Value,
        /// The nodes of the search of each position.
        nodes: u64,
        /// The largest margin of a move, in discs.
        margin: u32,
        /// The nodes of the next deeper review; null if this is the deepest.
        deeper: Option<u64>,
        /// True if the review was made before, and read from the store.
        kept: bool,
        #[schema(value_type = SideLine)]
        black: &'a Value,
        #[schema(value_type = SideLine)]
        white: &'a Value,
    },
    Error {
        #[schema(value_type = Value)]
        id: &'a Value,
        #[schema(value_type = String)]
        error: &'a str,
    },
}
