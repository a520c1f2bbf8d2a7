//! A board together with the colour to move.

use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Board, Color, Rule, Score, Square};

/// A board and the side to move: the content of a position string.
///
/// ```
/// use outflank_core::{Color, Position};
///
/// let position: Position =
///     "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!(position, Position::START);
/// assert_eq!(position.to_move(), Color::Black);
///
/// let grid = format!("{position:#}");
/// //   a b c d e f g h
/// // 1 - - - - - - - -
/// // 2 - - - - - - - -
/// // 3 - - - - - - - -
/// // 4 - - - O X - - -
/// // 5 - - - X O - - -
/// // 6 - - - - - - - -
/// // 7 - - - - - - - -
/// // 8 - - - - - - - -
/// // black to move
/// assert_eq!(grid.lines().nth(5), Some("5 - - - X O - - -"));
/// # Ok::<(), outflank_core::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    to_move: Color,
}

/// The error of a square with both a black and a white disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{square} cannot hold a black and a white disc")]
pub struct OverlapError {
    /// The first such square.
    pub square: Square,
}

impl Position {
    /// The starting position.
    pub const START: Self = Self::from_board(Board::START, Color::Black);

    /// The position with these discs.
    pub fn new(black: Bitboard, white: Bitboard, to_move: Color) -> Result<Self, OverlapError> {
        let (own, opp) = match to_move {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        if let Some(square) = (black & white).first() {
            return Err(OverlapError { square });
        }
        let board = Board::new(own, opp).expect("no square is in both sets");
        Ok(Self { board, to_move })
    }

    /// The position with the discs of `board` and `to_move` to move.
    pub const fn from_board(board: Board, to_move: Color) -> Self {
        Self { board, to_move }
    }

    /// The discs, seen from the side to move.
    pub const fn board(self) -> Board {
        self.board
    }

    /// The side to move.
    pub const fn to_move(self) -> Color {
        self.to_move
    }

    /// The discs of one colour.
    pub fn discs(self, color: Color) -> Bitboard {
        if color == self.to_move { self.board.own() } else { self.board.opp() }
    }

    /// The colour of the disc on a square.
    pub fn color_at(self, square: Square) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.discs(*color).has(square))
    }

    /// The squares that the side to move may play.
    pub fn legal_moves(self) -> Bitboard {
        self.board.legal_moves()
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self.board.is_over()
    }

    /// The position after `square`; `None` if illegal.
    pub fn play(self, square: Square) -> Option<Self> {
        Some(Self { board: self.board.play(square)?, to_move: !self.to_move })
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { board: self.board.pass(), to_move: !self.to_move }
    }

    /// The score of `color` if the game ends here.
    pub fn final_score(self, rule: Rule, color: Color) -> Score {
        let score = self.board.final_score(rule);
        if color == self.to_move { score } else { -score }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Position {
    /// 64 letters from a1 to h8, a space and the side to move; with `{:#}` a
    /// grid with coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.color_at(square).map_or('-', Color::letter);
        if f.alternate() {
            writeln!(f, "  a b c d e f g h")?;
            for row in Square::ALL.chunks(8) {
                write!(f, "{}", row[0].row() + 1)?;
                for square in row {
                    write!(f, " {}", letter(*square))?;
                }
                writeln!(f)?;
            }
            return write!(f, "{} to move", self.to_move);
        }
        let mut text: String = Square::ALL.into_iter().map(letter).collect();
        text.push(' ');
        text.push(self.to_move.letter());
        f.pad(&text)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a position string could not be read, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct ParsePositionError {
    /// The byte at which the fault was found.
    pub offset: usize,
    /// The fault.
    pub kind: ParsePositionErrorKind,
}

/// The fault of a position string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionErrorKind {
    /// The text ended inside the board.
    #[error("a board has 64 squares, found {found}")]
    Short {
        /// The number of squares found.
        found: usize,
    },
    /// A letter that stands for no disc and no empty square.
    #[error("square {at} is '{}', expected X, O or -", found.escape_debug())]
    Letter {
        /// The letter.
        found: char,
        /// The square it stands for.
        at: Square,
    },
    /// `0` means white in some tools and black in others.
    #[error("square {at} is '0', which is white to some tools and black to others: write X or O")]
    Zero {
        /// The square it stands for.
        at: Square,
    },
    /// The text ends after the 64 squares.
    #[error("the side to move is missing after the board: add X or O")]
    NoSide,
    /// The letter after the board is not a side.
    #[error("the side to move is '{}', expected X or O", found.escape_debug())]
    Side {
        /// The letter.
        found: char,
    },
    /// More text after the side to move.
    #[error("'{}' follows the side to move, where a position ends", found.escape_debug())]
    Trailing {
        /// Its first character.
        found: char,
    },
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads the letters of all tools (`X x B b *`, `O o W w`, `- .`). White
    /// space is ignored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use ParsePositionErrorKind as Kind;
        let fail = |offset, kind| Err(ParsePositionError { offset, kind });

        let mut letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let mut discs = [Bitboard::EMPTY; 2];
        for at in Square::ALL {
            match letters.next() {
                None => return fail(text.len(), Kind::Short { found: at.index() }),
                Some((_, '-' | '.')) => {}
                Some((offset, '0')) => return fail(offset, Kind::Zero { at }),
                Some((offset, found)) => match Color::from_letter(found) {
                    Some(color) => discs[color as usize] |= at.bitboard(),
                    None => return fail(offset, Kind::Letter { found, at }),
                },
            }
        }
        let to_move = match letters.next() {
            None => return fail(text.len(), Kind::NoSide),
            Some((offset, found)) => match Color::from_letter(found) {
                Some(color) => color,
                None => return fail(offset, Kind::Side { found }),
            },
        };
        if let Some((offset, found)) = letters.next() {
            return fail(offset, Kind::Trailing { found });
        }
        let [black, white] = discs;
        Ok(Self::new(black, white, to_move).expect("each square was given one letter"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_tool_are_read() {
        let start = Position::START.to_string();
        for (black, white, empty) in
            [("*", "o", "."), ("b", "w", "-"), ("B", "W", "-"), ("x", "O", ".")]
        {
            let text = start.replace('X', black).replace('O', white).replace('-', empty);
            assert_eq!(text.parse(), Ok(Position::START));
            assert_eq!(text.replace(' ', "").parse(), Ok(Position::START));
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let start = Position::START.to_string();
        let error = |text: &str| {
            let error = text.parse::<Position>().unwrap_err();
            (error.offset, error.to_string())
        };
        assert_eq!(error("--"), (2, "a board has 64 squares, found 2".into()));
        assert_eq!(error(&start[..64]).0, 64);
        assert_eq!(
            error(&start.replace('O', "0")).1,
            "square d4 is '0', which is white to some tools and black to others: write X or O"
        );
        assert_eq!(
            error(&start.replacen('-', "?", 1)),
            (0, "square a1 is '?', expected X, O or -".into())
        );
        assert_eq!(error(&start.replace(" X", " -")).1, "the side to move is '-', expected X or O");
        assert_eq!(error(&format!("{start} y")).0, 67);
    }

    #[test]
    fn the_grid_shows_rows_and_columns() {
        let grid = format!("{:#}", Position::START);
        assert_eq!(grid.lines().nth(4), Some("4 - - - O X - - -"));
        assert_eq!(grid.lines().last(), Some("black to move"));
    }
}
