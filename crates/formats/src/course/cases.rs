//! The cases of the course's usability test.
//!
//! A case is the row and column of its block of digits, the block with 0 empty,
//! 1 white and 2 black, a line of `-`, and the block again with a 3 on each
//! legal square. A line of `=` stands between
//! cases. A line of `#` begins the cases of a colour: first black's, then
//! white's. With one colour only, the marked squares decide which it is.

use std::io::BufRead;

use outflank_core::{Bitboard, Color, Position, Square};

use crate::input::{Lines, Piece};
use crate::{Place, ReadError, ReadErrorKind};

/// The cases of the usability test of `outflank check`.
///
/// ```
/// use outflank_formats::course::cases::{USABILITY_TEST, read};
///
/// let cases = read(USABILITY_TEST.as_bytes())?;
/// assert_eq!(cases[0].expected, cases[0].position.legal_moves());
/// # Ok::<(), outflank_formats::ReadError>(())
/// ```
pub const USABILITY_TEST: &str = include_str!("../../data/usability.txt");

/// A board and the squares that an agent has to find on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board and the side to move.
    pub position: Position,
    /// All legal squares.
    pub expected: Bitboard,
}

/// Reads the cases of a whole text.
pub fn read(reader: impl BufRead) -> Result<Vec<Case>, ReadError> {
    let mut lines = Rows { lines: Lines::new(reader), line: 0 };
    let mut cases = Vec::new();
    let mut color = None;
    while let Some(line) = lines.next()? {
        match line.text.trim() {
            rule if is_rule(rule, '#') => {
                color = match color {
                    None => Some(Color::Black),
                    Some(Color::Black) => Some(Color::White),
                    Some(Color::White) => return Err(line.expected(0, "no third colour")),
                };
            }
            rule if is_rule(rule, '=') => {}
            offset => {
                let Some(color) = color else {
                    return Err(line.expected(0, "a line of # before the cases of a colour"));
                };
                if !offset.split_whitespace().eq(["0", "0"]) {
                    return Err(line.expected(0, "the row and column 0 0"));
                }
                cases.push(lines.case(color)?);
            }
        }
    }
    if color == Some(Color::Black) {
        choose_color(&mut cases);
    }
    Ok(cases)
}

/// A file with the cases of one colour does not name it: the marked squares do.
fn choose_color(cases: &mut [Case]) {
    let is_of_black = |case: &Case| case.position.legal_moves() == case.expected;
    let is_of_white = |case: &Case| case.position.pass().legal_moves() == case.expected;
    if cases.iter().all(is_of_white) && !cases.iter().all(is_of_black) {
        for case in cases {
            case.position = case.position.pass();
        }
    }
}

/// Whether a line is made of one sign only.
fn is_rule(text: &str, sign: char) -> bool {
    text.len() >= 3 && text.chars().all(|c| c == sign)
}

struct Rows<R> {
    lines: Lines<R>,
    /// The number of the last line.
    line: usize,
}

impl<R: BufRead> Rows<R> {
    /// The next line that is not blank.
    fn next(&mut self) -> Result<Option<Piece>, ReadError> {
        for line in self.lines.by_ref() {
            let line = line?;
            self.line = line.line;
            if !line.text.trim().is_empty() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The next line of a case.
    fn row(&mut self) -> Result<Piece, ReadError> {
        let place = Place::Text { line: self.line + 1, column: 1 };
        let truncated = ReadError { place, kind: ReadErrorKind::Truncated { inside: "a case" } };
        self.next()?.ok_or(truncated)
    }

    /// The case after its offset.
    fn case(&mut self, color: Color) -> Result<Case, ReadError> {
        let [black, white, _] = self.block("0, 1 or 2", 2)?;
        let rule = self.row()?;
        if !is_rule(rule.text.trim(), '-') {
            return Err(rule.expected(0, "a line of -"));
        }
        let [again_black, again_white, expected] = self.block("0, 1, 2 or 3", 3)?;
        if [black, white] != [again_black, again_white] {
            return Err(rule.error(
                0,
                ReadErrorKind::Expected { expected: "the same board twice", found: None },
            ));
        }
        let position = Position::new(black, white, color).expect("a square has one digit");
        Ok(Case { position, expected })
    }

    /// Eight rows of digits: the black, the white and the marked squares.
    fn block(&mut self, digits: &'static str, max: usize) -> Result<[Bitboard; 3], ReadError> {
        let mut found = [Bitboard::EMPTY; 3];
        for row in Square::ALL.chunks(8) {
            let line = self.row()?;
            let mut cells = line.text.char_indices().filter(|(_, c)| !c.is_whitespace());
            for square in row {
                let (offset, digit) = cells.next().unwrap_or((line.text.len(), '\0'));
                match digit.to_digit(10).map(|digit| digit as usize) {
                    Some(0) => {}
                    Some(digit) if digit <= max => {
                        let kind = [1, 0, 2][digit - 1];
                        found[kind] |= square.bitboard();
                    }
                    _ => return Err(line.expected(offset, digits)),
                }
            }
            if let Some((offset, _)) = cells.next() {
                return Err(line.expected(offset, "the end of a row of 8"));
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, Color, USABILITY_TEST, read};

    #[test]
    fn our_cases_expect_exactly_the_legal_moves() {
        let cases = read(USABILITY_TEST.as_bytes()).unwrap();
        for color in Color::BOTH {
            let own: Vec<&Case> =
                cases.iter().filter(|case| case.position.to_move() == color).collect();
            assert!(own.len() >= 12, "{color}: {}", own.len());
            assert!(own.iter().any(|case| case.expected.is_empty()));
            assert!(own.iter().any(|case| case.expected.len() == 1));
        }
        for case in cases {
            let legal = case.position.board().legal_moves();
            assert_eq!(case.expected, legal, "{:#}", case.position);
        }
    }

    #[test]
    fn a_file_of_one_colour_is_of_the_side_whose_moves_are_marked() {
        let (_, white) = USABILITY_TEST.rsplit_once("###############").unwrap();
        let cases = read(format!("###############{white}").as_bytes()).unwrap();
        assert!(cases.iter().all(|case| case.position.to_move() == Color::White));
        let whole = read(USABILITY_TEST.as_bytes()).unwrap();
        let own = whole.iter().filter(|case| case.position.to_move() == Color::White);
        assert!(own.eq(&cases));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (from, to, sentence) in [
            (
                "###############\n",
                "",
                "line 1, column 1: expected a line of # before the cases of a colour, found '0'",
            ),
            ("\n0 0\n", "\n0 1\n", "line 2, column 1: expected the row and column 0 0, found '0'"),
            (
                "0 0 0 1 2 0 0 0\n",
                "0 0 0 1 3 0 0 0\n",
                "line 6, column 9: expected 0, 1 or 2, found '3'",
            ),
            (
                "0 0 0 1 2 0 0 0\n",
                "0 0 0 1 2 0 0\n",
                "line 6, column 14: expected 0, 1 or 2, found the end",
            ),
            (
                "0 0 0 1 2 0 0 0\n",
                "0 0 0 1 2 0 0 0 0\n",
                "line 6, column 17: expected the end of a row of 8, found '0'",
            ),
            ("---------------\n", "0 0\n", "line 11, column 1: expected a line of -, found '0'"),
            (
                "0 0 3 1 2",
                "0 0 3 2 2",
                "line 11, column 1: expected the same board twice, found the end",
            ),
        ] {
            let text = USABILITY_TEST.replacen(from, to, 1);
            assert_eq!(read(text.as_bytes()).unwrap_err().to_string(), sentence, "{from:?}");
        }
        let cut = USABILITY_TEST.lines().take(14).collect::<Vec<_>>().join("\n");
        let sentence = "line 15, column 1: the file ends inside a case";
        assert_eq!(read(cut.as_bytes()).unwrap_err().to_string(), sentence);
    }
}
