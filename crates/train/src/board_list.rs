//! Boards by number, here or in the details of a unit.

use std::borrow::Cow;
use std::ops::Range;

use outflank_core::{Bitboard, Board};
use outflank_work::ItemError;
use serde_json::{Value, json};

use crate::engine_work::read;

/// Boards, of which items name one each.
pub(crate) struct BoardList<'b> {
    /// The number of the first board.
    first: u64,
    boards: Cow<'b, [Board]>,
}

impl<'b> BoardList<'b> {
    /// All boards of a batch.
    pub(crate) const fn of_all(boards: &'b [Board]) -> Self {
        Self { first: 0, boards: Cow::Borrowed(boards) }
    }

    /// No boards: those of a unit are loaded.
    pub(crate) const fn empty() -> Self {
        Self { first: 0, boards: Cow::Owned(Vec::new()) }
    }

    /// The board of a number.
    pub(crate) fn get(&self, number: u64) -> Result<Board, ItemError> {
        let at = number.checked_sub(self.first).and_then(|at| self.boards.get(at as usize));
        at.copied().ok_or_else(|| ItemError(format!("the unit lacks board {number}")))
    }

    /// The details of a unit with the boards of a range.
    pub(crate) fn details(boards: &[Board], range: Range<u64>) -> Value {
        let boards = &boards[range.start as usize..range.end as usize];
        let boards: Vec<_> =
            boards.iter().map(|board| [board.own().bits(), board.opp().bits()]).collect();
        json!([range.start, boards])
    }

    /// Takes the boards of a unit.
    pub(crate) fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        let (first, boards): (u64, Vec<[u64; 2]>) = read(details)?;
        let board = |[own, opp]: [u64; 2]| {
            Board::new(Bitboard::new(own), Bitboard::new(opp))
                .ok_or_else(|| ItemError::new("the unit has an impossible board"))
        };
        self.first = first;
        self.boards = boards.into_iter().map(board).collect::<Result<_, _>>()?;
        Ok(())
    }
}
