//! The shapes that a board is cut into.

/// The maximum number of squares of a shape: 3^10 ways to fill them fit 16 bits.
pub(super) const MAX_SQUARES: usize = 10;

/// Squares that are evaluated together. The eight symmetries of a shape give up
/// to eight *instances*, which share their weights.
pub(super) struct Shape {
    /// The squares as text.
    pub(super) text: &'static str,
    pub(super) squares: [u8; MAX_SQUARES],
    pub(super) len: usize,
}

impl Shape {
    /// Reads `a1 b1 c1`.
    const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut squares = [0; MAX_SQUARES];
        let mut len = 0;
        while len * 3 + 1 < bytes.len() {
            let (column, row) = (bytes[len * 3] - b'a', bytes[len * 3 + 1] - b'1');
            assert!(column < 8 && row < 8);
            squares[len] = row * 8 + column;
            len += 1;
        }
        Self { text, squares, len }
    }

    /// The number of ways to fill the squares.
    pub(super) const fn ways(&self) -> usize {
        3_usize.pow(self.len as u32)
    }
}

/// All shapes: the edge with its X squares, four views of a corner, two of the
/// edge with the row behind it, then every line of the board, the shorter ones
/// with squares beside their ends, and opposite corners. Their 64 instances fill
/// the lanes of a sum.
///
/// The squares that change most often within a search come first. They are the
/// lowest digits, so the weights that a search reads are near each other.
pub(super) const SHAPES: [Shape; 16] = [
    Shape::new("d1 e1 c1 f1 b2 g2 b1 g1 a1 h1"),
    Shape::new("c2 b3 b2 d1 a4 c1 a3 b1 a2 a1"),
    Shape::new("d4 c3 c2 b3 b2 c1 a3 b1 a2 a1"),
    Shape::new("d4 d3 c4 c3 c2 b3 b2 b1 a2 a1"),
    Shape::new("d2 e2 c2 d1 e1 c1 b2 b1 a2 a1"),
    Shape::new("d2 e2 c2 f2 d1 e1 c1 f1 a1 h1"),
    Shape::new("d2 e2 c2 f2 b2 g2 a2 h2 a1 h1"),
    Shape::new("d3 e3 c3 f3 b3 g3 a3 h3 a2 h2"),
    Shape::new("d4 e4 c4 f4 b4 g4 a4 h4 a3 h3"),
    Shape::new("d4 e5 c3 f6 b2 g7 a1 h8"),
    Shape::new("e4 d3 f5 c2 g6 b1 h7 a1 h8 h1"),
    Shape::new("e3 f4 d2 g5 c1 h6 b1 h7 g2 h1"),
    Shape::new("f3 e2 g4 d1 h5 c1 h6 g2 g1 h2"),
    Shape::new("f2 g3 e1 h4 d1 h5 g1 h2 g2 h1"),
    Shape::new("d1 e1 b2 g2 a2 h2 b1 g1 a1 h1"),
    Shape::new("b2 g7 b1 a2 h7 g8 a1 h8 h1 a8"),
];
