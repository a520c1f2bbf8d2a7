//! Detects the format of a text.

use outflank_core::Color;

use crate::Format;

/// Detects the format of a text by its first lines, so the beginning of a file
/// is enough. The text may still be invalid.
///
/// ```
/// use outflank_formats::{Format, detect};
///
/// assert_eq!(detect("(;GM[Othello]PC[x]B[F5];)"), Some(Format::Ggf));
/// assert_eq!(detect("f5d6c3"), Some(Format::Transcript));
/// assert_eq!(detect("hello"), None);
/// ```
pub fn detect(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lines = || {
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['%', '#']))
    };
    if text.starts_with('[') {
        let brackets =
            text.chars().filter(|c| !c.is_whitespace()).take_while(|c| *c == '[').count();
        return match brackets {
            2 => Some(Format::CourseBoard),
            3.. => Some(Format::CourseBoards),
            _ if is_header(text) => Some(Format::Transcript),
            // A log of no boards at all.
            _ => (text.split_whitespace().collect::<String>() == "[]")
                .then_some(Format::CourseBoards),
        };
    }
    let first = lines().next()?;
    if first.starts_with('{') {
        return Some(Format::Json);
    }
    if first.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with('(') {
        let name = text.find("GM[").map(|at| text[at + 3..].chars().take(7).collect::<String>());
        let is_ggf = name.is_some_and(|name| name.eq_ignore_ascii_case("othello"))
            || (text.contains("BO[") && !text.contains("FF["));
        return Some(if is_ggf { Format::Ggf } else { Format::Sgf });
    }
    if text.lines().take(50).any(|line| line.trim_start().starts_with("Black is ")) {
        return Some(Format::CourseSteps);
    }
    if is_board(first) {
        return Some(if first.contains(';') { Format::Obf } else { Format::Position });
    }
    // A grid over several lines.
    if is_board(&lines().take(9).collect::<String>()) {
        return Some(Format::Position);
    }
    is_transcript(first).then_some(Format::Transcript)
}

/// Whether a text begins with 64 squares.
fn is_board(text: &str) -> bool {
    let is_square = |c: &char| matches!(c, '-' | '.') || Color::from_letter(*c).is_some();
    text.chars().filter(|c| !c.is_whitespace()).take_while(is_square).take(64).count() == 64
}

/// Whether a text begins with a header such as `[Black "Ada"]`.
fn is_header(text: &str) -> bool {
    let name = text[1..].trim_start();
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    rest.len() < name.len() && rest.trim_start().starts_with('"')
}

/// Whether a text begins with a move, perhaps after its number.
fn is_transcript(text: &str) -> bool {
    let text =
        text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
    text.get(..2).is_some_and(|square| square.parse::<outflank_core::Square>().is_ok())
}
