//! OBF, the problem files of Edax: `BOARD SIDE; MOVE:+n; MOVE:+n;`.
//!
//! Scores are those of the side to move. `%` starts a comment. Without known
//! moves the score stands alone: ` +n;`.

use std::io::{BufRead, Write};

use outflank_core::{Move, ParsePositionError, Position, Rule, Score};

use crate::input::{self, Piece};
use crate::{Problem, ReadError, ReadErrorKind, WriteError};

/// Reads problems one by one. The file does not name the game, so `rule` does.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Problem, ReadError>> {
    input::content(reader).map(move |piece| piece.and_then(|piece| parse(&piece, rule)))
}

fn parse(line: &Piece, rule: Rule) -> Result<Problem, ReadError> {
    let content = line.text.split('%').next().unwrap_or_default();
    let mut fields = content.split(';');
    let board = fields.next().unwrap_or_default();
    let position: Position =
        board.parse().map_err(|error: ParsePositionError| line.error(error.offset, error.kind))?;
    let mut problem = Problem::new(rule, position);
    let mut offset = board.len() + 1;
    for field in fields {
        let start = offset + (field.len() - field.trim_start().len());
        offset += field.len() + 1;
        let wrong = |found: &str, field, expected| {
            line.error(start, ReadErrorKind::Value { field, expected, found: found.to_owned() })
        };
        match field.trim().split_once(':') {
            None if field.trim().is_empty() => {}
            None => {
                let score = field.trim();
                problem.score =
                    Some(number(score).ok_or_else(|| wrong(score, "the score", SCORE))?);
            }
            // Some collections end a list of moves with an impossible pass.
            Some(("--", "-127")) => {}
            Some((name, score)) => {
                let known = name
                    .trim()
                    .parse()
                    .map_err(|_| wrong(name, "the move", "a square such as f5, or a pass"))?;
                let score =
                    number(score.trim()).ok_or_else(|| wrong(score.trim(), "the score", SCORE))?;
                check_legal(position, known).map_err(|illegal| {
                    line.error(start, ReadErrorKind::Illegal { number: 1, illegal })
                })?;
                problem.moves.push((known, score));
            }
        }
    }
    Ok(problem)
}

fn check_legal(position: Position, known: Move) -> Result<(), outflank_core::IllegalMove> {
    outflank_core::Game::from_position(position).play(known)
}

const SCORE: &str = "an even number from -64 to +64";

fn number(text: &str) -> Option<Score> {
    Score::new(text.parse::<i8>().ok()?.into())
}

/// Writes a problem as one line.
pub fn write(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    write!(out, "{};", problem.position)?;
    for (known, score) in &problem.moves {
        match known {
            Move::Place(square) => write!(out, " {square:#}:{score};")?,
            Move::Pass => write!(out, " PA:{score};")?,
        }
    }
    if let Some(score) = problem.score {
        write!(out, " {score};")?;
    }
    writeln!(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_40: &str =
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;";

    fn read(text: &str) -> Result<Problem, String> {
        super::read(text.as_bytes(), Rule::Reversi)
            .next()
            .unwrap()
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_is_read_and_written_alike() {
        let problem = read(FFO_40).unwrap();
        assert_eq!(problem.best_score(), Score::new(38));
        assert_eq!(problem.moves.len(), 2);
        let mut out = Vec::new();
        write(&mut out, &problem).unwrap();
        assert_eq!(String::from_utf8(out).unwrap().trim_end(), FFO_40);
    }

    #[test]
    fn quirks_of_real_files_are_read() {
        let board = &FFO_40[..66];
        assert_eq!(read(&format!("{board}; +38; % FFO 40")).unwrap().score, Score::new(38));
        assert_eq!(read(&format!("{board}; A2:+38; --:-127;")).unwrap().moves.len(), 1);
        assert_eq!(read(board).unwrap().best_score(), None);
        assert_eq!(super::read(&b"% only\n\n% comments\n"[..], Rule::Reversi).count(), 0);
    }

    #[test]
    fn errors_point_at_the_field() {
        let error = read(&FFO_40.replace("+36", "+37")).unwrap_err();
        assert_eq!(
            error,
            "line 1, column 77: the score is '+37', expected an even number from -64 to +64"
        );
        let error = read(&FFO_40.replace("A2", "D4")).unwrap_err();
        assert_eq!(error, "line 1, column 69: move 1: d4 is occupied");
    }
}
