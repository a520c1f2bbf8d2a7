//! `outflank book show`

use std::io::Write;

use outflank_book::BookMove;
use outflank_core::{Move, Position};
use outflank_report::print_json;
use serde::Serialize;

use super::load;
use crate::cli::BookShow;
use crate::failure::Failure;
use crate::positions::read_positions;

#[derive(Serialize)]
struct Shown {
    rules: &'static str,
    position: String,
    /// Null if the position is not in the book.
    value: Option<i8>,
    expanded: bool,
    moves: Vec<MoveLine>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    played: String,
    value: i8,
    depth: u32,
    selectivity: u8,
}

impl From<&BookMove> for MoveLine {
    fn from(found: &BookMove) -> Self {
        let &BookMove { played, value, depth, selectivity } = found;
        Self { played: played.to_string(), value, depth, selectivity }
    }
}

pub(crate) fn run(options: &BookShow) -> Result<(), Failure> {
    let book = load(&options.book)?;
    let position = match &options.position {
        None => Position::default(),
        Some(text) => match &read_positions(text, book.rule())?[..] {
            [problem] => problem.position,
            _ => return Err(Failure::input(format!("{text} has several positions: give one"))),
        },
    };
    let board = position.board();
    let (moves, line) = (book.moves(board), book.line(board));
    let node = book.node(board);
    if options.json {
        let shown = Shown {
            rules: book.rule().name(),
            position: position.to_string(),
            value: node.map(|node| node.value),
            expanded: node.is_some_and(|node| node.entry.is_expanded),
            moves: moves.iter().map(MoveLine::from).collect(),
            line: line.iter().map(Move::to_string).collect(),
        };
        print_json(&mut std::io::stdout().lock(), &shown)?;
        return Ok(());
    }
    let mut out = anstream::stdout();
    let Some(node) = node else {
        writeln!(out, "the position is not in the book")?;
        return Ok(());
    };
    writeln!(out, "{:<5} {:>5} {:>6}  line", "move", "value", "depth")?;
    for found in &moves {
        let next = board.play(found.played).expect("moves of a book are legal");
        let rest: String = book.line(next).iter().map(Move::to_string).collect();
        let BookMove { played, value, depth, .. } = found;
        writeln!(out, "{:<5} {value:>+5} {depth:>6}  {played}{rest}", played.to_string())?;
    }
    let kind = if node.entry.is_expanded { "expanded" } else { "a leaf" };
    writeln!(
        out,
        "value {:+}, {kind}; its own search: {:+} at depth {}, {} %",
        node.value, node.entry.score, node.entry.depth, node.entry.selectivity
    )?;
    Ok(())
}
