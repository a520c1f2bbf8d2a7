//! `outflank book export`

use std::fmt::Write as _;

use outflank_book::{Book, BookNode};
use outflank_core::{Board, Color, Position};
use serde_json::json;

use super::load;
use crate::cli::{BookExport, BookFormat};
use crate::failure::Failure;
use crate::files;

pub(crate) fn run(options: &BookExport) -> Result<(), Failure> {
    let book = load(&options.book)?;
    let mut text = String::new();
    for (board, node) in book.iter() {
        text.push_str(&match options.format {
            BookFormat::Obf => obf(&book, board),
            BookFormat::Jsonl => object(&book, board, node),
        });
        text.push('\n');
    }
    files::write_bytes(&options.output, text.as_bytes())
}

/// The colour that has to move, by the number of discs; a book does not know of passes before.
fn position(board: Board) -> Position {
    let color = if board.empties().len().is_multiple_of(2) { Color::Black } else { Color::White };
    Position::from_board(board, color)
}

/// `POSITION; f5:+1; d6:-2`, as in an OBF file, best first.
fn obf(book: &Book, board: Board) -> String {
    let mut line = position(board).to_string();
    for found in book.moves(board) {
        write!(line, "; {}:{:+}", found.played, found.value).expect("a string grows");
    }
    line + ";"
}

fn object(book: &Book, board: Board, node: BookNode) -> String {
    let moves: Vec<_> = book
        .moves(board)
        .iter()
        .map(|found| json!({ "move": found.played.to_string(), "value": found.value }))
        .collect();
    let BookNode { entry, value } = node;
    json!({
        "rules": book.rule().name(),
        "position": position(board).to_string(),
        "value": value,
        "score": entry.score,
        "depth": entry.depth,
        "selectivity": entry.selectivity,
        "best": entry.best.map(|best| best.to_string()),
        "expanded": entry.is_expanded,
        "moves": moves,
    })
    .to_string()
}
