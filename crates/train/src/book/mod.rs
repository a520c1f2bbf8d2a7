//! Opening books: which positions are searched, and in which order.

mod journal;
mod priority;
mod settings;
mod unit;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_book::{Book, BookEntry, Successor};
use outflank_core::{Bitboard, Board, Move, Square};
use outflank_durable::FolderClaim;
use outflank_engine::{Engine, Limits};
use outflank_eval::{Evaluation, Weights};
use outflank_work::{Runner, WorkBatch};

use crate::board_list::BoardList;
use crate::collect::{Keep, collect};
use crate::engine_work::Evaluator;
use crate::folder::{self, FolderError};
use journal::{Facts, Growth, Journal};

pub use settings::BookSettings;
pub(crate) use unit::BOOK;
use unit::{BookUnit, BookWork, Question};

/// The number of positions that are expanded together. It decides which positions are in a
/// book, so it does not depend on the machine.
const ROUND: usize = 64;

/// The name of the journal in the folder of a book.
const JOURNAL: &str = "searches.journal";

/// Makes an opening book in a folder.
///
/// The book grows from the start position in rounds. A round expands the leaves that are
/// likeliest to be played: those with the fewest plies and the smallest losses of both sides on
/// the way. Their good moves become new leaves, each searched by itself with one thread. So a
/// book follows from its settings and its number of positions, with any number of threads and
/// kills.
pub struct BookBuilder<'r> {
    folder: PathBuf,
    _claim: FolderClaim,
    settings: BookSettings,
    evaluator: Evaluator,
    runner: &'r dyn Runner,
    journal: Journal,
    searched: HashMap<Board, BookEntry>,
    looked: HashMap<Board, Bitboard>,
    /// The positions of the book.
    entries: BTreeMap<Board, BookEntry>,
    /// A book of the same settings, whose searches need not be made again.
    earlier: Option<Arc<Book>>,
}

impl<'r> BookBuilder<'r> {
    /// Opens the book in a folder, or begins one. Without `weights` the evaluation made by hand
    /// searches.
    pub fn open(
        folder: &Path,
        settings: BookSettings,
        weights: Option<&Weights>,
        runner: &'r dyn Runner,
    ) -> Result<Self, FolderError> {
        let claim = folder::claim(folder, &settings)?;
        let (journal, facts) = Journal::open(&folder.join(JOURNAL))?;
        let Facts { searched, looked, grown } = facts;
        let mut builder = Self {
            folder: folder.to_owned(),
            _claim: claim,
            settings,
            evaluator: Evaluator::new(weights),
            runner,
            journal,
            searched,
            looked,
            entries: BTreeMap::new(),
            earlier: None,
        };
        builder.add(Board::START.canonical().0);
        for growth in grown {
            builder.grow_one(growth);
        }
        Ok(builder)
    }

    /// Takes searches from a book instead of making them, if it was made with the same
    /// settings. The result is the same.
    #[must_use]
    pub fn with_searches_of(mut self, book: Arc<Book>) -> Self {
        let is_alike =
            book.rule() == self.settings.rule && *book.provenance() == self.settings.provenance();
        self.earlier = Some(book).filter(|_| is_alike);
        self
    }

    /// The number of positions of the book.
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// Adds rounds until the book has this many positions, or a few more. `on_position` is
    /// called once for each position that was in the book and for each search.
    pub fn grow(
        &mut self,
        positions: usize,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), FolderError> {
        self.entries.iter().for_each(|_| on_position());
        self.begin(on_position)?;
        while self.entries.len() < positions {
            let leaves = priority::leaves(&self.book());
            let growths = leaves.into_iter().take(ROUND);
            let growths: Vec<_> =
                growths.map(|board| Growth { board, moves: Bitboard::EMPTY }).collect();
            if growths.is_empty() {
                break;
            }
            self.round(&growths, on_position)?;
        }
        Ok(())
    }

    /// Adds the positions of games from the start position up to a number of plies, each with
    /// its other good moves.
    pub fn follow(
        &mut self,
        games: &[Vec<Move>],
        plies: usize,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), FolderError> {
        self.begin(on_position)?;
        let mut boards = vec![Board::START; games.len()];
        for ply in 0..plies {
            let mut growths = BTreeMap::<Board, Bitboard>::new();
            for (game, board) in games.iter().zip(&mut boards) {
                let next = match game.get(ply) {
                    Some(Move::Pass) => Some(board.pass()),
                    Some(Move::Place(square)) => {
                        let (canonical, symmetry) = board.canonical();
                        let wanted = symmetry.square(*square).bitboard();
                        let moves = growths.entry(canonical).or_insert(Bitboard::EMPTY);
                        *moves |= wanted & canonical.legal_moves();
                        board.play(*square)
                    }
                    None => None,
                };
                *board = next.unwrap_or(*board);
            }
            let growths: Vec<_> =
                growths.into_iter().map(|(board, moves)| Growth { board, moves }).collect();
            self.round(&growths, on_position)?;
        }
        Ok(())
    }

    /// The book as it is now.
    pub fn book(&self) -> Book {
        let entries = self.entries.iter().map(|(board, entry)| (*board, *entry)).collect();
        Book::new(self.settings.rule, self.settings.provenance(), entries)
    }

    /// Writes the file of the book into its folder. Returns the path and the book.
    pub fn write(&self) -> Result<(PathBuf, Book), FolderError> {
        let path = self.folder.join(format!("{}.book", self.settings.rule));
        let book = self.book();
        folder::write(&path, &book.to_bytes())?;
        Ok((path, book))
    }

    /// Searches the start position if that is not done.
    fn begin(&mut self, on_position: &(dyn Fn() + Sync)) -> Result<(), FolderError> {
        let start = Board::START.canonical().0;
        self.search_all(&[start], on_position)?;
        self.add(start);
        Ok(())
    }

    /// Gives positions of the book the moves of `growths`, and their good moves if they are not
    /// expanded yet.
    fn round(
        &mut self,
        growths: &[Growth],
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), FolderError> {
        let is_leaf = |growth: &&Growth| {
            self.entries.get(&growth.board).is_some_and(|entry| !entry.is_expanded)
        };
        let leaves: Vec<_> = growths.iter().filter(is_leaf).map(|growth| growth.board).collect();
        self.look_at_all(&leaves)?;
        let with_good_moves = |growth: &Growth| {
            let best = self.entries.get(&growth.board).and_then(|entry| entry.best);
            let best = best.map_or(Bitboard::EMPTY, Square::bitboard);
            let good = if leaves.contains(&growth.board) {
                self.looked.get(&growth.board).copied().unwrap_or(Bitboard::EMPTY) | best
            } else {
                Bitboard::EMPTY
            };
            Growth { moves: growth.moves | good, ..*growth }
        };
        let growths: Vec<_> = growths.iter().map(with_good_moves).collect();
        let boards: BTreeSet<_> = growths.iter().flat_map(successors).collect();
        let boards: Vec<_> = boards.into_iter().collect();
        self.search_all(&boards, on_position)?;
        self.journal.add_round(&growths)?;
        for growth in growths {
            self.grow_one(growth);
        }
        Ok(())
    }

    /// Expands a position of the book.
    fn grow_one(&mut self, growth: Growth) {
        if let Some(entry) = self.entries.get_mut(&growth.board) {
            entry.is_expanded = true;
        }
        successors(&growth).for_each(|board| self.add(board));
    }

    /// Adds a position that was searched.
    fn add(&mut self, board: Board) {
        if let Some(entry) = self.searched.get(&board) {
            self.entries.entry(board).or_insert(*entry);
        }
    }

    /// Chooses the good moves of positions by a shallow search.
    fn look_at_all(&mut self, boards: &[Board]) -> Result<(), FolderError> {
        let mut boards = boards.to_vec();
        boards.retain(|board| !self.looked.contains_key(board));
        let Self { settings, evaluator, runner, journal, looked, .. } = self;
        ask(*runner, evaluator, *settings, Question::Look, &boards, &mut |board, bytes| {
            let Some(moves) = unit::read_moves(bytes) else { return Ok(false) };
            looked.insert(board, moves);
            journal.add_look(board, moves).map(|()| true)
        })
    }

    /// Searches positions that were not searched yet.
    fn search_all(
        &mut self,
        boards: &[Board],
        on_position: &(dyn Fn() + Sync),
    ) -> Result<(), FolderError> {
        let mut boards = boards.to_vec();
        boards.retain(|board| !self.searched.contains_key(board));
        let Self { settings, evaluator, runner, journal, searched, earlier, .. } = self;
        let mut keep = |board, entry| {
            searched.insert(board, entry);
            journal.add_search(board, entry)?;
            on_position();
            Ok(())
        };
        let mut unknown = Vec::new();
        for board in boards {
            match earlier.as_ref().and_then(|book| book.node(board)) {
                Some(node) => keep(board, BookEntry { is_expanded: false, ..node.entry })?,
                None => unknown.push(board),
            }
        }
        ask(*runner, evaluator, *settings, Question::Search, &unknown, &mut |board, bytes| {
            let Some(entry) = unit::read_entry(bytes) else { return Ok(false) };
            keep(board, entry).map(|()| true)
        })
    }
}

/// Has a question answered for each board. `keep` returns false if an answer cannot be read.
fn ask(
    runner: &dyn Runner,
    evaluator: &Evaluator,
    settings: BookSettings,
    question: Question,
    boards: &[Board],
    keep: &mut Keep<'_, Board, bool>,
) -> Result<(), FolderError> {
    let performer = |_| {
        let boards = BoardList::of_all(boards);
        evaluator.performer(BookWork { settings, question, boards })
    };
    let describe = || {
        let unit = BookUnit { book: settings, question };
        let settings = serde_json::to_value(unit).expect("settings are plain data");
        Ok(evaluator.describe(BOOK.name, settings))
    };
    let details = |range| BoardList::details(boards, range);
    let items = 0..boards.len() as u64;
    let batch = WorkBatch { details: &details, ..WorkBatch::new(items, &performer, &describe) };
    collect(runner, batch, &mut |item, bytes| {
        if keep(boards[item as usize], bytes)? {
            return Ok(());
        }
        Err(FolderError::Item { item, reason: "its answer cannot be read".to_owned() })
    })
}

/// The positions after the moves of a position.
fn successors(growth: &Growth) -> impl Iterator<Item = Board> {
    let Growth { board, moves } = *growth;
    moves.iter().filter_map(move |square| Some(Successor::of(board, square)?.board))
}

/// Searches a position of a book. The board must be canonical.
pub fn search_entry<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: BookSettings,
    board: Board,
) -> BookEntry {
    search_with(engine, settings, board, &mut || {})
}

/// Searches a position of a book. `on_depth` is called after each depth.
fn search_with<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: BookSettings,
    board: Board,
    on_depth: &mut dyn FnMut(),
) -> BookEntry {
    let limits = Limits { depth: Some(settings.depth_of(board)), ..Limits::default() };
    let found = engine.search_afresh(settings.rule, board, &limits, &mut |_| on_depth());
    BookEntry {
        score: found.score.discs() as i8,
        depth: found.depth as u8,
        selectivity: found.selectivity.percent() as u8,
        best: found.best.and_then(Move::square),
        is_expanded: false,
    }
}

/// The moves of a position whose scores by a shallow search are near the best.
fn good_moves<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: BookSettings,
    board: Board,
    on_depth: &mut dyn FnMut(),
) -> Bitboard {
    let depth = Some(settings.look_depth());
    let limits = Limits { depth, lines: Limits::ALL_LINES, ..Limits::default() };
    let found = engine.search_afresh(settings.rule, board, &limits, &mut |_| on_depth());
    let scores = || found.candidates.iter().map(|candidate| candidate.score.discs());
    let best = scores().max().unwrap_or_default();
    let good = found
        .candidates
        .iter()
        .filter(|candidate| best.abs_diff(candidate.score.discs()) <= settings.margin);
    good.filter_map(|candidate| candidate.played.square()).collect()
}
