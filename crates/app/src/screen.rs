//! How boards and numbers look in the terminal.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

use anstyle::Color::Ansi;
use anstyle::{AnsiColor, Style};
use outflank_core::{Color, Move, Position, Square};
use serde::Serialize;

/// A whole number with its thousands apart.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// How many a second, or a dash where the time is too short to tell.
pub(crate) fn rate(number: u64, time: Duration) -> String {
    if time < Duration::from_millis(1) {
        return "-".to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "shown with at most 12 digits")]
    let rate = number as f64 / time.as_secs_f64();
    #[expect(clippy::cast_sign_loss, reason = "a count is not negative")]
    count(rate as u64)
}

/// A line on standard error. Where even that cannot be written, nobody listens.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// What went wrong, as a line on standard error.
pub(crate) fn complain(sentence: &str) {
    tell(&format!("outflank: {sentence}"));
}

/// Milliseconds with three digits behind the point.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// One JSON object on a line of its own.
pub(crate) fn print_json(out: &mut impl io::Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)?;
    out.flush()
}

const EMPTY: Style =
    Style::new().fg_color(Some(Ansi(AnsiColor::Black))).bg_color(Some(Ansi(AnsiColor::Green)));
const BLACK: Style = EMPTY.bold();
const WHITE: Style = BLACK.fg_color(Some(Ansi(AnsiColor::BrightWhite)));
const LAST: Style = BLACK.fg_color(Some(Ansi(AnsiColor::Red)));

/// A board with coordinates, dots where the side to move may play, and the
/// last move marked. The letters tell all of it without colour.
pub(crate) fn board(position: Position, last: Option<Move>) -> String {
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
