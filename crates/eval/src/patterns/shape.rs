//! The shapes that a board is cut into.

/// The most squares of a shape: 3^10 ways to fill them fit 16 bits.
pub(super) const MOST_SQUARES: usize = 10;

/// Some squares that are judged together. Laid on the board in all eight ways
/// it gives up to eight *instances*, which share their weights.
pub(super) struct Shape {
    /// The squares as a person reads them.
    pub(super) text: &'static str,
    pub(super) squares: [u8; MOST_SQUARES],
    pub(super) len: usize,
}

impl Shape {
    /// Reads `a1 b1 c1`.
    const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut squares = [0; MOST_SQUARES];
        let mut len = 0;
        while len * 3 + 1 < bytes.len() {
            let (column, row) = (bytes[len * 3] - b'a', bytes[len * 3 + 1] - b'1');
            assert!(column < 8 && row < 8);
            squares[len] = row * 8 + column;
            len += 1;
        }
        Self { text, squares, len }
    }

    /// In how many ways the squares can be filled.
    pub(super) const fn ways(&self) -> usize {
        3_usize.pow(self.len as u32)
    }
}

/// All shapes. The edge with what it leans on, four views of a corner, two of
/// the edge with the row behind it, then every line of the board.
pub(super) const SHAPES: [Shape; 14] = [
    Shape::new("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
    Shape::new("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"),
    Shape::new("a1 b1 c1 a2 b2 c2 a3 b3 c3 d4"),
    Shape::new("a1 b2 c3 d4 b1 c2 d3 a2 b3 c4"),
    Shape::new("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    Shape::new("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    Shape::new("a2 b2 c2 d2 e2 f2 g2 h2"),
    Shape::new("a3 b3 c3 d3 e3 f3 g3 h3"),
    Shape::new("a4 b4 c4 d4 e4 f4 g4 h4"),
    Shape::new("a1 b2 c3 d4 e5 f6 g7 h8"),
    Shape::new("b1 c2 d3 e4 f5 g6 h7"),
    Shape::new("c1 d2 e3 f4 g5 h6"),
    Shape::new("d1 e2 f3 g4 h5"),
    Shape::new("e1 f2 g3 h4"),
];
