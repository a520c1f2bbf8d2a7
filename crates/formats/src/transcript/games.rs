//! The lines of a file, put together to games.

use std::io::BufRead;
use std::iter::Peekable;

use super::word::{Stated, Word, Words};
use crate::input::{self, LIMIT, Piece};
use crate::{ReadError, ReadErrorKind};

/// The text of each game: a line, or the lines that belong together.
pub(super) fn games(reader: impl BufRead) -> impl Iterator<Item = Result<Piece, ReadError>> {
    let mut lines = input::content(reader).peekable();
    let mut stopped = false;
    std::iter::from_fn(move || {
        if stopped {
            return None;
        }
        let game = lines.next()?.and_then(|first| whole_game(first, &mut lines));
        stopped = game.as_ref().is_err_and(|error| !error.is_of_one_item());
        Some(game)
    })
}

fn whole_game(
    mut game: Piece,
    lines: &mut Peekable<impl Iterator<Item = Result<Piece, ReadError>>>,
) -> Result<Piece, ReadError> {
    let has_headers = is_header(&game.text);
    let mut in_headers = has_headers;
    let mut plies = moves(&game);
    let mut end = game.line;
    // A list of numbered games begins one line with `1.` too, but its first game is longer.
    let is_numbered = game.text.trim_start().starts_with("1.");
    let belongs = |line: &Piece, in_headers, plies| {
        if has_headers {
            in_headers || !is_header(&line.text)
        } else {
            is_result(&line.text) || is_numbered && continues(&line.text, plies)
        }
    };
    while let Some(line) =
        lines.next_if(|line| line.as_ref().map_or(true, |line| belongs(line, in_headers, plies)))
    {
        let line = line?;
        let breaks = line.line - end;
        if game.text.len() + breaks + line.text.len() > LIMIT {
            return Err(game.error(0, ReadErrorKind::TooLong));
        }
        // The same number of line breaks as in the file keeps places right.
        game.text.extend(std::iter::repeat_n('\n', breaks));
        game.text.push_str(&line.text);
        end = line.line;
        in_headers &= is_header(&line.text);
        plies += moves(&line);
    }
    Ok(game)
}

/// Whether a line is a header such as `[Black "Ada"]`.
fn is_header(line: &str) -> bool {
    line.trim_start().starts_with('[')
}

/// The number of moves in a line, up to an error.
fn moves(line: &Piece) -> usize {
    let mut words = Words::new(line);
    let words = std::iter::from_fn(|| words.next().ok().flatten());
    words.filter(|(_, word)| matches!(word, Word::Move(_))).count()
}

/// Whether a line is nothing but a result.
fn is_result(line: &str) -> bool {
    let line = line.trim();
    Stated::first(line).is_some_and(|(_, length)| length == line.len())
}

/// Whether a line goes on with a game of so many moves: it begins with the number of
/// the next move, which may count the moves of both sides or pairs of them.
fn continues(line: &str, plies: usize) -> bool {
    let line = line.trim();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_numbered = line[digits..].starts_with('.');
    let Ok(number) = line[..digits].parse::<usize>() else { return false };
    is_numbered && number > 1 && (number == plies + 1 || number == plies / 2 + 1)
}
