//! The settings of a book.

use std::fs;
use std::path::Path;

use outflank_book::BookProvenance;
use outflank_core::{Board, Rule};
use serde::{Deserialize, Serialize};

use crate::folder::{FolderError, NOTE, rule_by_name, rule_name};

/// The settings of a book. The same settings and the same number of positions give the same
/// book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookSettings {
    /// The game.
    #[serde(serialize_with = "rule_name", deserialize_with = "rule_by_name")]
    pub rule: Rule,
    /// The least depth of the search of a position, in plies.
    pub depth: u32,
    /// Moves up to this many discs worse than the best are added.
    pub margin: u32,
    /// The checksum of the weights that search; 0 for no weights.
    pub weights: u32,
}

/// The depth of the search that chooses which moves are added, in plies.
const LOOK_DEPTH: u32 = 8;

impl BookSettings {
    /// The settings of the book in a folder.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let note = folder.join(NOTE);
        let text = fs::read_to_string(&note).map_err(FolderError::io(&note))?;
        serde_json::from_str(&text).map_err(|_| FolderError::NoBook { path: folder.to_owned() })
    }

    /// The depth of the search of a board: `depth`, or one ply more.
    ///
    /// Evaluations sway between odd and even depths. So all searches of a book end on boards
    /// with an even number of empty squares, and their scores can be compared.
    pub(super) fn depth_of(&self, board: Board) -> u32 {
        let empties = board.empties().len();
        self.depth + (empties + self.depth) % 2
    }

    /// The depth of the search that chooses which moves of a position are added.
    pub(super) fn look_depth(&self) -> u32 {
        self.depth.min(LOOK_DEPTH)
    }

    pub(super) fn provenance(&self) -> BookProvenance {
        let &Self { weights, depth, margin, .. } = self;
        BookProvenance { weights, depth, margin }
    }
}
