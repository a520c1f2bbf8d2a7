//! SGF, the Smart Game Format, with `GM[2]` for Othello.
//!
//! `(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]RE[B+2];B[f5];W[d6])`. The main
//! line is read, other branches are not. `RU[reversed]` is Reversed Reversi. `V`
//! is the score that a player gave, from black's view. SGF has no place for
//! times.
//!
//! ```
//! use outflank_core::{Color, Rule};
//! use outflank_formats::sgf;
//!
//! let text = "(;FF[4]GM[2]RE[B+2];B[f5];W[d6])";
//! let record = sgf::read(text.as_bytes(), Rule::Reversi).next().unwrap()?;
//! assert_eq!(record.outcome.unwrap().winner, Some(Color::Black));
//! # Ok::<(), outflank_formats::ReadError>(())
//! ```

use std::io::{BufRead, Write};

use outflank_core::{Bitboard, Color, Move, Position, Rule, Square};

use crate::input::Piece;
use crate::tree::{self, Property, SharedTags, Value};
use crate::{Ending, Format, GameResult, Note, ReadError, Record, WriteError};

const TAGS: SharedTags =
    SharedTags { event: "EV", black_rating: "BR", white_rating: "WR", clock: "TM", comment: "GC" };

/// Reads games one by one; `rule` is for files that do not name one.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Record, ReadError>> {
    tree::read(reader, rule, parse)
}

fn parse(piece: &Piece, properties: &[Property<'_>], rule: Rule) -> Result<Record, ReadError> {
    let mut record = Record::new(rule, start(piece, properties)?);
    let mut result = None;
    let mut opinions = Opinions::default();
    for property in properties {
        let value = &property.value;
        match &*property.name {
            "GM" if value.text.trim() != "2" => {
                return Err(value.wrong(piece, "the game GM", "2, Othello"));
            }
            "SZ" if !matches!(value.text.trim(), "8" | "8:8") => {
                return Err(value.wrong(piece, "the size SZ", "8"));
            }
            "AB" | "AW" | "AE" | "PL" if !record.game().moves().is_empty() => {
                return Err(piece.expected(property.offset, "no setup after the first move"));
            }
            "GM" | "SZ" | "FF" | "CA" | "AB" | "AW" | "PL" => {}
            "AP" => record.version = property.text(),
            "RU" => record.rule = rule_of(&value.text),
            "RE" => result = Some(property),
            "B" | "W" => {
                let attempt = read_move(piece, value)?;
                property.play(piece, &mut record, (attempt, Note::default()))?;
                opinions.after_move(&mut record, property.node);
            }
            "V" => opinions.read(&mut record, property),
            // Remarks on single moves have no place in a record.
            "C" if !record.game().moves().is_empty() => {}
            _ => TAGS.read_or_keep(&mut record, property),
        }
    }
    tree::conclude(&mut record, result, parse_result);
    Ok(record)
}

/// The position set up in the file; the usual start without a setup.
fn start(piece: &Piece, properties: &[Property<'_>]) -> Result<Position, ReadError> {
    let before_moves =
        || properties.iter().take_while(|property| !matches!(&*property.name, "B" | "W"));
    let mut discs = [Bitboard::EMPTY; 2];
    let mut set_up = false;
    for property in before_moves() {
        let color = match &*property.name {
            "AB" => Color::Black,
            "AW" => Color::White,
            "AE" => return Err(piece.expected(property.offset, "discs set up with AB and AW only")),
            _ => continue,
        };
        set_up = true;
        for value in property.values() {
            let square: Square = value
                .text
                .trim()
                .parse()
                .map_err(|_| value.wrong(piece, "a set-up square", "a square such as d5"))?;
            discs[color as usize] |= square.bitboard();
        }
    }
    let to_move = match before_moves().find(|property| property.name == "PL") {
        // As in a game with a handicap, the first move tells.
        None => match properties.iter().find(|p| matches!(&*p.name, "B" | "W")) {
            Some(first) if first.name == "W" => Color::White,
            _ => Color::Black,
        },
        Some(player) => match player.value.text.trim().chars().next() {
            Some('B' | 'b') => Color::Black,
            Some('W' | 'w') => Color::White,
            _ => return Err(player.value.wrong(piece, "the side to move PL", "B or W")),
        },
    };
    if !set_up {
        discs = Color::BOTH.map(|color| Position::START.discs(color));
    }
    let [black, white] = discs;
    Position::new(black, white, to_move).map_err(|overlap| piece.error(0, overlap))
}

fn rule_of(text: &str) -> Rule {
    let text = text.trim().to_ascii_lowercase();
    if text == Rule::Reversed.name() || text.starts_with("anti") {
        Rule::Reversed
    } else {
        Rule::Reversi
    }
}

/// `B+2`, `W+R`, `Draw`, or discs as in `37-27`.
fn parse_result(record: &Record, text: &str) -> Option<GameResult> {
    let text = text.trim().to_ascii_lowercase();
    let by_the_board = record.ending_by_the_board();
    let (winner, how) = match text.split_once('+') {
        Some(("b" | "black", how)) => (Color::Black, how),
        Some(("w" | "white", how)) => (Color::White, how),
        Some(_) => return None,
        None if matches!(text.as_str(), "0" | "draw") => {
            return Some(GameResult::of_black(0.0, by_the_board));
        }
        None => {
            let (black, white) = text.split_once('-')?;
            let discs = |text: &str| text.trim().parse::<u8>().ok().filter(|discs| *discs <= 64);
            let margin = f64::from(discs(black)?) - f64::from(discs(white)?);
            return Some(GameResult::of_black(margin, by_the_board));
        }
    };
    let (margin, ending) = match how {
        "" => (None, by_the_board),
        "r" | "resign" => (None, Ending::Resigned),
        "t" | "time" => (None, Ending::TimedOut),
        "f" | "forfeit" => (None, Ending::Illegal),
        _ => (Some(tree::number(how).filter(|margin| *margin >= 0.0)?), by_the_board),
    };
    Some(GameResult { winner: Some(winner), margin, ending })
}

fn read_move(piece: &Piece, value: &Value<'_>) -> Result<Move, ReadError> {
    let text = value.text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Ok(Move::Pass);
    }
    text.parse().map_err(|_| value.wrong(piece, "a move", "a square such as f5, or PA"))
}

/// Opinions belong to the move of their node, on either side of it.
#[derive(Default)]
struct Opinions {
    /// The node of the last move.
    moved: Option<usize>,
    /// An opinion that came before the move of its node.
    early: Option<(usize, f64)>,
}

impl Opinions {
    fn read(&mut self, record: &mut Record, property: &Property<'_>) {
        let Some(score) = tree::number(&property.value.text) else { return };
        if self.moved == Some(property.node) {
            note_opinion(record, score);
        } else {
            self.early = Some((property.node, score));
        }
    }

    fn after_move(&mut self, record: &mut Record, node: usize) {
        self.moved = Some(node);
        if let Some((of, score)) = self.early.take()
            && of == node
        {
            note_opinion(record, score);
        }
    }
}

/// Gives the last move its mover's opinion, which the file holds for black.
fn note_opinion(record: &mut Record, score: f64) {
    let mover = !record.game().position().to_move();
    if let Some(note) = record.last_note() {
        note.score = Some(if mover == Color::Black { score } else { -score });
    }
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    let start = record.game().start();
    if Color::BOTH.iter().all(|color| start.discs(*color).is_empty()) {
        // No disc set up means the usual start.
        let what = "a game that begins on an empty board".to_owned();
        return Err(WriteError::Unfit { format: Format::Sgf, what });
    }
    write!(out, "(;FF[4]GM[2]CA[UTF-8]SZ[8]RU[{}]", record.rule)?;
    let mut tags = vec![("AP", record.version.clone())];
    tags.extend(TAGS.head(record));
    tags.extend([
        SharedTags::komi(record),
        ("RE", record.outcome.map(result).or_else(|| tree::kept(record, "RE").map(str::to_owned))),
        TAGS.comment(record),
    ]);
    tree::write_tags(
        out,
        &tags,
        record,
        &["FF", "GM", "CA", "SZ", "RU", "AB", "AW", "AE", "PL", "B", "W", "V"],
    )?;
    for (tag, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let discs = start.discs(color);
        if !discs.is_empty() {
            write!(out, "{tag}")?;
            discs.iter().try_for_each(|square| write!(out, "[{square}]"))?;
        }
    }
    write!(out, "PL[{}]", letter(start.to_move()))?;
    for ((position, played), note) in record.game().plies().zip(record.notes()) {
        let color = position.to_move();
        let name = played.square().map_or("PA".into(), |square| square.to_string());
        write!(out, ";{}[{name}]", letter(color))?;
        if let Some(score) = note.score {
            write!(out, "V[{}]", if color == Color::Black { score } else { -score })?;
        }
    }
    writeln!(out, ")")?;
    Ok(())
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn result(outcome: GameResult) -> String {
    let Some(winner) = outcome.winner else { return "Draw".to_owned() };
    let how = match (outcome.ending, outcome.margin) {
        (Ending::Resigned, _) => "R".to_owned(),
        (Ending::TimedOut, _) => "T".to_owned(),
        (Ending::Illegal | Ending::Crashed, _) => "F".to_owned(),
        (Ending::Finished | Ending::Settled, None) => String::new(),
        (Ending::Finished | Ending::Settled, Some(margin)) => margin.to_string(),
    };
    format!("{}+{how}", letter(winner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Record, String> {
        tree::first_game(super::read(text.as_bytes(), Rule::Reversi))
    }

    #[test]
    fn the_first_move_tells_who_begins() {
        // Black has a disc more from the start, so white begins.
        let record = read("(;FF[4]GM[2]AB[a1][d5][e4]AW[d4][e5];W[f4];B[f5])").unwrap();
        assert_eq!(record.game().start().to_move(), Color::White);
        assert_eq!(record.game().moves().len(), 2);
    }

    #[test]
    fn an_opinion_belongs_to_the_move_of_its_node() {
        let record = read("(;GM[2]V[9];V[2]B[f5];W[d6]V[3];B[c3])").unwrap();
        let scores: Vec<_> = record.notes().iter().map(|note| note.score).collect();
        assert_eq!(scores, [Some(2.0), Some(-3.0), None]);
    }

    #[test]
    fn results_of_all_kinds_are_read() {
        let outcome = |text: &str| read(&format!("(;GM[2]RE[{text}];B[f5])")).unwrap().outcome;
        let won = |winner, margin, ending| Some(GameResult { winner, margin, ending });
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(outcome("B+2"), won(black, Some(2.0), Ending::Settled));
        assert_eq!(outcome("W+R"), won(white, None, Ending::Resigned));
        assert_eq!(outcome("White+Time"), won(white, None, Ending::TimedOut));
        assert_eq!(outcome("27-37"), won(white, Some(10.0), Ending::Settled));
        assert_eq!(outcome("Draw"), won(None, Some(0.0), Ending::Settled));
        assert_eq!(outcome("?"), None);
        let record = read("(;GM[2]RE[a good game]BR[5 dan];B[f5])").unwrap();
        assert_eq!(tree::kept(&record, "RE"), Some("a good game"));
        assert_eq!(tree::kept(&record, "BR"), Some("5 dan"));
    }

    #[test]
    fn other_games_and_sizes_are_refused() {
        assert_eq!(
            read("(;GM[1]SZ[19])"),
            Err("line 1, column 6: the game GM is '1', expected 2, Othello".into())
        );
        assert!(read("(;GM[2]SZ[10])").is_err());
        assert!(read("(;GM[2];B[f5];AB[a1])").unwrap_err().contains("no setup after"));
        assert_eq!(
            read("(;GM[2]AB[a1]AW[a1])"),
            Err("line 1, column 1: a1 cannot hold a black and a white disc".into())
        );
    }
}
