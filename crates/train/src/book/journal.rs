//! The journal of a book: every search, written as soon as it is done.
//!
//! A line is one of these; boards and sets of squares are hexadecimal numbers.
//!
//! | line | what |
//! |---|---|
//! | `search OWN OPP SCORE DEPTH SELECTIVITY BEST` | the search of a position |
//! | `look OWN OPP MOVES` | the moves of a position that a shallow search found good |
//! | `grow OWN OPP MOVES` | the position gets these moves |
//! | `round` | all `grow` lines since the last `round` count |
//!
//! The book follows from the `grow` lines of finished rounds. The other lines are facts, which
//! hold in every round. So a kill loses the searches under way, and nothing else.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use outflank_book::BookEntry;
use outflank_core::{Bitboard, Board, Square};

use crate::folder::FolderError;

/// The moves that a position gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Growth {
    pub(super) board: Board,
    pub(super) moves: Bitboard,
}

/// The journal, open for more lines.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// The content of a journal.
#[derive(Default)]
pub(super) struct Facts {
    /// The search of each position.
    pub(super) searched: HashMap<Board, BookEntry>,
    /// The good moves of each position by a shallow search.
    pub(super) looked: HashMap<Board, Bitboard>,
    /// What has grown in finished rounds.
    pub(super) grown: Vec<Growth>,
}

impl Journal {
    /// Opens a journal and reads it. A line that a kill has cut short is removed.
    pub(super) fn open(path: &Path) -> Result<(Self, Facts), FolderError> {
        let io = || FolderError::io(path);
        let mut bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(io()(error)),
        };
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        bytes.truncate(whole);
        let facts = Facts::read(&bytes)
            .map_err(|line| FolderError::Journal { path: path.to_owned(), line })?;
        let file = File::options().append(true).create(true).open(path).map_err(io())?;
        file.set_len(whole as u64).map_err(io())?;
        Ok((Self { path: path.to_owned(), file }, facts))
    }

    pub(super) fn add_search(&mut self, board: Board, entry: BookEntry) -> Result<(), FolderError> {
        let BookEntry { score, depth, selectivity, best, .. } = entry;
        let best = best.map_or("-".to_owned(), |best| best.to_string());
        let board = name(board);
        self.write(&format!("search {board} {score} {depth} {selectivity} {best}\n"))
    }

    pub(super) fn add_look(&mut self, board: Board, moves: Bitboard) -> Result<(), FolderError> {
        self.write(&format!("look {} {:x}\n", name(board), moves.bits()))
    }

    /// Ends a round. Afterwards all lines are on the disk.
    pub(super) fn add_round(&mut self, growths: &[Growth]) -> Result<(), FolderError> {
        let line =
            |growth: &Growth| format!("grow {} {:x}\n", name(growth.board), growth.moves.bits());
        let mut lines: String = growths.iter().map(line).collect();
        lines.push_str("round\n");
        self.write(&lines)?;
        self.file.sync_data().map_err(FolderError::io(&self.path))
    }

    fn write(&mut self, lines: &str) -> Result<(), FolderError> {
        self.file.write_all(lines.as_bytes()).map_err(FolderError::io(&self.path))
    }
}

fn name(board: Board) -> String {
    format!("{:x} {:x}", board.own().bits(), board.opp().bits())
}

impl Facts {
    /// Reads whole lines. The error is the number of the first line that is none.
    fn read(bytes: &[u8]) -> Result<Self, usize> {
        let mut facts = Self::default();
        let mut round = Vec::new();
        for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if !line.is_empty() {
                facts.add(line, &mut round).ok_or(number + 1)?;
            }
        }
        Ok(facts)
    }

    /// Adds a line; `None` if it is none.
    fn add(&mut self, line: &[u8], round: &mut Vec<Growth>) -> Option<()> {
        let words: Vec<_> = std::str::from_utf8(line).ok()?.split(' ').collect();
        match words[..] {
            ["search", own, opp, score, depth, selectivity, best] => {
                let best = if best == "-" { None } else { Some(best.parse::<Square>().ok()?) };
                let score = score.parse().ok().filter(|score| (-64..=64).contains(score))?;
                let (depth, selectivity) = (depth.parse().ok()?, selectivity.parse().ok()?);
                let entry = BookEntry { score, depth, selectivity, best, is_expanded: false };
                self.searched.insert(board(own, opp)?, entry);
            }
            ["look", own, opp, moves] => {
                self.looked.insert(board(own, opp)?, set(moves)?);
            }
            ["grow", own, opp, moves] => {
                round.push(Growth { board: board(own, opp)?, moves: set(moves)? });
            }
            ["round"] => self.grown.append(round),
            _ => return None,
        }
        Some(())
    }
}

fn set(word: &str) -> Option<Bitboard> {
    u64::from_str_radix(word, 16).ok().map(Bitboard::new)
}

fn board(own: &str, opp: &str) -> Option<Board> {
    Board::new(set(own)?, set(opp)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_line_is_dropped_and_a_changed_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let entry = BookEntry {
            score: -3,
            depth: 20,
            selectivity: 73,
            best: Some(Square::F5),
            is_expanded: false,
        };
        let moves = Square::F5.bitboard() | Square::D3.bitboard();
        let growth = Growth { board: Board::START, moves };
        {
            let (mut journal, _) = Journal::open(&path).unwrap();
            journal.add_search(Board::START, entry).unwrap();
            journal.add_look(Board::START, moves).unwrap();
            journal.add_round(&[growth]).unwrap();
            journal.write("grow 1 2 4\nsearch 1 2 3").unwrap();
        }
        let whole = fs::read_to_string(&path).unwrap();
        let (_, facts) = Journal::open(&path).unwrap();
        assert_eq!(facts.searched[&Board::START], entry);
        assert_eq!(facts.looked[&Board::START], moves);
        assert_eq!(facts.grown, [growth], "the last round is not finished");
        assert_eq!(fs::read_to_string(&path).unwrap(), whole.replace("search 1 2 3", ""));
        fs::write(&path, whole.replace("look", "lock")).unwrap();
        let refused = Journal::open(&path).err().unwrap().to_string();
        assert!(refused.ends_with("journal is damaged in line 2"), "{refused}");
    }
}
