//! What is said about analysis.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::report::{AnalysisLine, MoveLine, SideLine};

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Wish {
    Analyse {
        #[serde(default)]
        id: Value,
        rules: String,
        position: String,
    },
    Review {
        #[serde(default)]
        id: Value,
        rules: String,
        #[serde(default)]
        start: Option<String>,
        moves: Vec<String>,
        #[serde(default)]
        time_ms: Option<u64>,
    },
    Stop,
}

/// What a page is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum News<'a> {
    Analysis {
        id: &'a Value,
        /// Whether there is nothing more to find.
        done: bool,
        #[serde(flatten)]
        found: AnalysisLine,
    },
    Progress {
        id: &'a Value,
        nodes: u64,
        time_ms: f64,
        /// Whether others have the engines at the moment.
        waiting: bool,
    },
    Reviewed {
        id: &'a Value,
        #[serde(flatten)]
        reviewed: MoveLine,
    },
    Review {
        id: &'a Value,
        black: SideLine<'a>,
        white: SideLine<'a>,
    },
    Error {
        id: &'a Value,
        error: &'a str,
    },
}
