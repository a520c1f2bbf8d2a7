//! The graph of positions.

use std::sync::{Arc, LazyLock};

use outflank_core::{Board, Move, Rule, Square};

use crate::{BookEntry, BookProvenance, Successor};

/// An opening book of one game.
///
/// ```
/// use outflank_book::{Book, BookEntry, BookProvenance};
/// use outflank_core::{Board, Rule, Square, Symmetry};
///
/// let start = Board::START.canonical().0;
/// let best = start.legal_moves().first();
/// let entry = BookEntry { score: 1, depth: 20, selectivity: 73, best, is_expanded: false };
/// let book = Book::new(Rule::Reversi, BookProvenance::default(), vec![(start, entry)]);
/// assert_eq!(book.value(Symmetry::Rotate90.board(Board::START)), Some(1));
/// assert_eq!(book.value(Board::START.play(Square::F5).unwrap()), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    rule: Rule,
    provenance: BookProvenance,
    /// The canonical boards, in order.
    boards: Vec<Board>,
    /// The node of each board.
    nodes: Vec<BookNode>,
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookNode {
    /// The search of the position.
    pub entry: BookEntry,
    /// The value in discs, for the side to move: that of the best move in the book, or the
    /// score of its own search if the position is not expanded.
    pub value: i8,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square.
    pub played: Square,
    /// The value of the position with this move, in discs for the side to move.
    pub value: i8,
    /// The plies from the position to the end of the search behind the value.
    pub depth: u32,
    /// The selectivity of that search, in percent.
    pub selectivity: u8,
}

impl Book {
    /// The book of these positions, with negamaxed values. The boards must be canonical; of two
    /// entries of one board the last is kept.
    pub fn new(
        rule: Rule,
        provenance: BookProvenance,
        mut entries: Vec<(Board, BookEntry)>,
    ) -> Self {
        // The sort is stable, so the last of two equal boards stays behind the first.
        entries.sort_by_key(|(board, _)| *board);
        entries.reverse();
        entries.dedup_by_key(|(board, _)| *board);
        entries.reverse();
        let node = |entry: BookEntry| BookNode { entry, value: entry.score };
        let (boards, nodes) =
            entries.into_iter().map(|(board, entry)| (board, node(entry))).unzip();
        let mut book = Self { rule, provenance, boards, nodes };
        for at in book.fullest_first() {
            book.nodes[at].value = book.negamax(at);
        }
        book
    }

    /// A book of nodes whose values are known, in the order of their boards.
    pub(crate) fn of_nodes(
        rule: Rule,
        provenance: BookProvenance,
        boards: Vec<Board>,
        nodes: Vec<BookNode>,
    ) -> Self {
        Self { rule, provenance, boards, nodes }
    }

    /// The book that comes with Outflank.
    pub fn built_in(rule: Rule) -> Arc<Self> {
        static BUILT_IN: [LazyLock<Arc<Book>>; 2] = [
            LazyLock::new(|| unpack(include_bytes!("../data/reversi.book"), Rule::Reversi)),
            LazyLock::new(|| unpack(include_bytes!("../data/reversed.book"), Rule::Reversed)),
        ];
        BUILT_IN[rule as usize].clone()
    }

    /// The game.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How the book was made.
    pub const fn provenance(&self) -> &BookProvenance {
        &self.provenance
    }

    /// The number of positions; symmetric ones count once.
    pub const fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether the book has no positions.
    pub const fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The positions by their canonical boards, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Board, BookNode)> {
        self.boards.iter().copied().zip(self.nodes.iter().copied())
    }

    /// The node of a position, with its best move on the canonical board.
    pub fn node(&self, board: Board) -> Option<BookNode> {
        self.canonical_node(board.canonical().0)
    }

    /// The node of a canonical board.
    fn canonical_node(&self, board: Board) -> Option<BookNode> {
        Some(self.nodes[self.boards.binary_search(&board).ok()?])
    }

    /// The value of a position in discs, for the side to move.
    pub fn value(&self, board: Board) -> Option<i8> {
        self.node(board).map(|node| node.value)
    }

    /// The moves of a position that the book knows, best first; equal ones in the order of
    /// squares. Empty if the position is not in the book.
    ///
    /// An expanded position has a move for each next position in the book. Any other position
    /// has the best move of its own search.
    pub fn moves(&self, board: Board) -> Vec<BookMove> {
        let (canonical, symmetry) = board.canonical();
        let Some(BookNode { entry, .. }) = self.canonical_node(canonical) else {
            return Vec::new();
        };
        let mut moves: Vec<_> = if entry.is_expanded {
            let known = |played| self.known_move(board, played);
            board.legal_moves().iter().filter_map(known).collect()
        } else {
            let best = entry.best.map(|best| symmetry.inverse().square(best));
            let next = best.and_then(|best| Successor::of(board, best));
            // A symmetric board has the same move in several places.
            let same = |square: &Square| next.is_some() && Successor::of(board, *square) == next;
            let BookEntry { score: value, depth, selectivity, .. } = entry;
            let found = |played| BookMove { played, value, depth: depth.into(), selectivity };
            board.legal_moves().iter().filter(same).map(found).collect()
        };
        // Stable, so equal values stay in the order of squares.
        moves.sort_by_key(|found| -found.value);
        moves
    }

    /// A move to a position in the book.
    fn known_move(&self, board: Board, played: Square) -> Option<BookMove> {
        let next = Successor::of(board, played)?;
        let node = self.canonical_node(next.board)?;
        let (plies, leaf) = self.leaf(next.board, node);
        let depth = 1 + u32::from(next.is_same_side) + plies + u32::from(leaf.depth);
        let value = next.value_before(node.value);
        Some(BookMove { played, value, depth, selectivity: leaf.selectivity })
    }

    /// The position from which the value of a node comes, and the number of plies to it.
    fn leaf(&self, mut board: Board, mut node: BookNode) -> (u32, BookEntry) {
        let mut plies = 0;
        while node.entry.is_expanded {
            let Some((next, below)) = self.best_successor(board) else { break };
            plies += 1 + u32::from(next.is_same_side);
            (board, node) = (next.board, below);
        }
        (plies, node.entry)
    }

    /// The best of the next positions in the book.
    fn best_successor(&self, board: Board) -> Option<(Successor, BookNode)> {
        let next = |played| {
            let next = Successor::of(board, played)?;
            Some((next, self.canonical_node(next.board)?))
        };
        let moves = board.legal_moves().iter().filter_map(next);
        moves.reduce(|best, other| {
            let value = |(next, node): (Successor, BookNode)| next.value_before(node.value);
            if value(other) > value(best) { other } else { best }
        })
    }

    /// The best play of both sides from a position to a leaf and its best move, passes
    /// included.
    pub fn line(&self, mut board: Board) -> Vec<Move> {
        let mut line = Vec::new();
        let mut is_expanded = true;
        while let Some(best) = self.moves(board).first().filter(|_| is_expanded) {
            // Another path may have put the position after a leaf into the book, with a value
            // that does not count for the leaf.
            is_expanded = self.node(board).is_some_and(|node| node.entry.is_expanded);
            line.push(Move::Place(best.played));
            board = board.play(best.played).expect("moves of the book are legal");
            if board.legal_moves().is_empty() && !board.is_over() {
                line.push(Move::Pass);
                board = board.pass();
            }
        }
        line
    }

    /// The numbers of all nodes, fullest boards first. The next positions of a board come
    /// before it, because each move fills a square.
    fn fullest_first(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.len()).collect();
        order.sort_by_key(|at| self.boards[*at].empties().len());
        order
    }

    /// The value of a node by the values of the next positions.
    pub(crate) fn negamax(&self, at: usize) -> i8 {
        let BookEntry { is_expanded, score, .. } = self.nodes[at].entry;
        let best = is_expanded.then(|| self.best_successor(self.boards[at])).flatten();
        best.map_or(score, |(next, node)| next.value_before(node.value))
    }
}

fn unpack(bytes: &[u8], rule: Rule) -> Arc<Book> {
    Book::from_bytes(bytes, rule).expect("the book in the binary is that of the project").into()
}
