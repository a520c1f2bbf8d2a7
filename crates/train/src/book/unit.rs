//! The searches of a book as items of work.

use outflank_book::BookEntry;
use outflank_core::{Bitboard, Square};
use outflank_engine::{Engine, Options};
use outflank_eval::Evaluation;
use outflank_work::{Attention, Inputs, ItemError, ItemResult, Performer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BookSettings, good_moves, search_with};
use crate::board_list::BoardList;
use crate::engine_work::{EngineWork, Evaluator, read};
use crate::training_kind::TrainingKind;

/// What is asked of the positions of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Question {
    /// The full search of a position.
    Search,
    /// The good moves by a shallow search.
    Look,
}

/// The settings of a unit.
#[derive(Serialize, Deserialize)]
pub(super) struct BookUnit {
    pub(super) book: BookSettings,
    pub(super) question: Question,
}

/// Searches positions of a list.
pub(super) struct BookWork<'b> {
    pub(super) settings: BookSettings,
    pub(super) question: Question,
    pub(super) boards: BoardList<'b>,
}

impl EngineWork for BookWork<'_> {
    fn options(&self) -> Options {
        // The table of `Engine::search_afresh` is its own.
        Options { threads: 1, hash_mib: 1 }
    }

    fn item<E: Evaluation>(
        &self,
        engine: &mut Engine<E>,
        item: u64,
        attention: &Attention<'_>,
    ) -> ItemResult {
        let board = self.boards.get(item)?;
        let mut on_depth = || attention.step();
        Ok(Some(match self.question {
            Question::Search => {
                entry_bytes(search_with(engine, self.settings, board, &mut on_depth)).to_vec()
            }
            Question::Look => {
                let moves = good_moves(engine, self.settings, board, &mut on_depth);
                moves.bits().to_le_bytes().to_vec()
            }
        }))
    }

    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        self.boards.load(details)
    }
}

/// The square of a position without a best move.
const NO_SQUARE: u8 = 64;

#[expect(clippy::cast_sign_loss, reason = "the byte of a score is read back as signed")]
fn entry_bytes(entry: BookEntry) -> [u8; 4] {
    let BookEntry { score, depth, selectivity, best, .. } = entry;
    [score as u8, depth, selectivity, best.map_or(NO_SQUARE, |best| best.index() as u8)]
}

/// Reads the result of a search.
pub(super) fn read_entry(bytes: &[u8]) -> Option<BookEntry> {
    let [score, depth, selectivity, best] = *<&[u8; 4]>::try_from(bytes).ok()?;
    let best = if best == NO_SQUARE { None } else { Some(Square::new(best.into())?) };
    let score = i8::from_le_bytes([score]);
    Some(BookEntry { score, depth, selectivity, best, is_expanded: false })
}

/// Reads the result of a look.
pub(super) fn read_moves(bytes: &[u8]) -> Option<Bitboard> {
    Some(Bitboard::new(u64::from_le_bytes(bytes.try_into().ok()?)))
}

/// Searches for a book on other machines.
pub(crate) const BOOK: TrainingKind = TrainingKind { name: "book", performer };

fn performer(settings: &Value, inputs: &Inputs) -> Result<Box<dyn Performer>, ItemError> {
    let BookUnit { book: settings, question } = read(settings)?;
    let evaluator = Evaluator::of_inputs(inputs, settings.rule)?;
    let boards = BoardList::empty();
    Ok(evaluator.performer(BookWork { settings, question, boards }))
}
