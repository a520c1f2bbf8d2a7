//! A board in the terminal.

use std::fmt::Write as _;

use anstyle::Color::Ansi;
use anstyle::{AnsiColor, Style};
use outflank_core::{Color, Move, Position, Square};

const EMPTY: Style =
    Style::new().fg_color(Some(Ansi(AnsiColor::Black))).bg_color(Some(Ansi(AnsiColor::Green)));
const BLACK: Style = EMPTY.bold();
const WHITE: Style = BLACK.fg_color(Some(Ansi(AnsiColor::BrightWhite)));
const LAST: Style = BLACK.fg_color(Some(Ansi(AnsiColor::Red)));

/// A board with coordinates, dots on the legal squares, and the last move marked. It can
/// be read without colour.
pub fn board(position: Position, last: Option<Move>) -> String {
    let legal = position.board().legal_moves();
    let mut text = String::from("    a b c d e f g h\n");
    for row in Square::ALL.chunks(8) {
        let number = row[0].row() + 1;
        let _ = write!(text, "  {number}{EMPTY}");
        for square in row {
            let (style, mark) = match position.color_at(*square) {
                Some(color) if last == Some(Move::Place(*square)) => {
                    (LAST, color.letter().to_ascii_lowercase())
                }
                Some(Color::Black) => (BLACK, 'X'),
                Some(Color::White) => (WHITE, 'O'),
                None if legal.has(*square) => (EMPTY, '.'),
                None => (EMPTY, '-'),
            };
            let _ = write!(text, "{EMPTY} {EMPTY:#}{style}{mark}{style:#}");
        }
        let _ = writeln!(text, "{EMPTY} {EMPTY:#} {number}");
    }
    text.push_str("    a b c d e f g h\n");
    let discs = Color::BOTH.map(|color| position.discs(color).len());
    let _ = writeln!(text, "  X black {}   O white {}", discs[0], discs[1]);
    text
}
