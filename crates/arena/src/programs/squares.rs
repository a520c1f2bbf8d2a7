//! Squares and scores as programs write them.

use outflank_core::{Move, Square};

/// Reads a move as engines write it: a square in any case, or some word for a
/// pass.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "pass" | "pa" | "ps" | "--" | "@@" => Some(Move::Pass),
        square => square.parse::<Square>().ok().map(Move::Place),
    }
}

/// The start of a text of others, fit for a sentence.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let start: String = text.chars().take(MOST).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    format!("'{}{more}'", start.escape_debug())
}
