//! Many games at a time, for learning programs.

mod illegal_action;
mod lanes;
mod playouts;
mod spread;

use crate::{Bitboard, Board, Color, InstructionSet, Kernel, PASS, Position, Task};
use lanes::{LANES, flips, legal_moves};
use spread::spread;

pub use illegal_action::IllegalAction;
pub use playouts::{playouts, playouts_on};

/// Many games side by side. Each call of [`Batch::play`] makes one move in
/// every game.
///
/// A move is given as an action: the index of a square, or [`PASS`]. A game
/// that is over accepts only a pass and does not change.
///
/// ```
/// use outflank_core::{Batch, Move, PASS, Square};
///
/// let mut batch = Batch::new(2);
/// batch.play(&[Square::D3, Square::F5].map(|square| Move::Place(square).action()))?;
/// let error = batch.play(&[Move::Place(Square::C3).action(), PASS]).unwrap_err();
/// assert_eq!(error.to_string(), "game 1 cannot pass: it has 3 legal moves");
/// # Ok::<(), outflank_core::IllegalAction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    /// Discs of the side to move.
    own: Vec<u64>,
    /// Discs of the side that waits.
    opp: Vec<u64>,
    /// The legal squares of the side to move.
    moves: Vec<u64>,
    to_move: Vec<Color>,
    is_over: Vec<bool>,
    /// The number of moves and passes so far.
    plies: Vec<u32>,
}

impl Batch {
    /// A batch of `games` games at the starting position.
    pub fn new(games: usize) -> Self {
        let start = Board::START;
        Self {
            own: vec![start.own().bits(); games],
            opp: vec![start.opp().bits(); games],
            moves: vec![start.legal_moves().bits(); games],
            to_move: vec![Color::Black; games],
            is_over: vec![false; games],
            plies: vec![0; games],
        }
    }

    /// The number of games.
    pub const fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether the batch has no games.
    pub const fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// The board of a game, seen from the side to move.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn board(&self, game: usize) -> Board {
        Board::new(Bitboard::new(self.own[game]), Bitboard::new(self.opp[game]))
            .expect("moves keep the sets apart")
    }

    /// The legal squares of the side to move in each game, as bits.
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// The side to move in each game.
    pub fn to_move(&self) -> &[Color] {
        &self.to_move
    }

    /// Whether each game is over.
    pub fn is_over(&self) -> &[bool] {
        &self.is_over
    }

    /// The number of moves and passes in each game.
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Sets a game back to the starting position.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn reset(&mut self, game: usize) {
        self.set(game, Position::START);
    }

    /// Sets a game to a position, with no moves played.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn set(&mut self, game: usize, position: Position) {
        self.restore(game, position, 0);
    }

    /// Puts a game to a position that it reached after this many moves and passes.
    pub fn restore(&mut self, game: usize, position: Position, plies: u32) {
        let board = position.board();
        self.own[game] = board.own().bits();
        self.opp[game] = board.opp().bits();
        self.moves[game] = board.legal_moves().bits();
        self.to_move[game] = position.to_move();
        self.is_over[game] = board.is_over();
        self.plies[game] = plies;
    }

    /// Makes a move in every game. If one of the actions is illegal, no game
    /// changes.
    pub fn play(&mut self, actions: &[u8]) -> Result<(), IllegalAction> {
        self.check(actions)?;
        InstructionSet::best().run(Play { batch: self, actions });
        Ok(())
    }

    /// Writes a random legal action for every game, [`PASS`] where there is no
    /// legal square.
    ///
    /// `draw` is called once for each game, with the number of the game. All 32
    /// bits of its result are used.
    ///
    /// # Panics
    /// If `actions` is shorter than the batch.
    pub fn choose(&self, draw: impl FnMut(usize) -> u32, actions: &mut [u8]) {
        let actions = &mut actions[..self.len()];
        InstructionSet::best().run(Choose { moves: &self.moves, draw, actions });
    }

    /// Writes two planes of 64 bytes for each game: the discs of the side to
    /// move, then those of its opponent. A byte is 1 where there is a disc.
    ///
    /// # Panics
    /// If `out` is shorter than 128 bytes for each game.
    pub fn write_planes(&self, out: &mut [u8]) {
        let (planes, _) = out.as_chunks_mut::<128>();
        for ((planes, own), opp) in planes[..self.len()].iter_mut().zip(&self.own).zip(&self.opp) {
            spread(*own, &mut planes[..64]);
            spread(*opp, &mut planes[64..]);
        }
    }

    /// Writes 65 bytes for each game: 1 for every legal action, the pass
    /// included. No action is legal in a game that is over.
    ///
    /// # Panics
    /// If `out` is shorter than 65 bytes for each game.
    pub fn write_masks(&self, out: &mut [u8]) {
        let (masks, _) = out.as_chunks_mut::<65>();
        for (game, mask) in masks[..self.len()].iter_mut().enumerate() {
            spread(self.moves[game], &mut mask[..64]);
            mask[64] = u8::from(self.moves[game] == 0 && !self.is_over[game]);
        }
    }

    /// Finds the first action that cannot be played.
    fn check(&self, actions: &[u8]) -> Result<(), IllegalAction> {
        if actions.len() != self.len() {
            return Err(IllegalAction::Count { found: actions.len(), expected: self.len() });
        }
        let is_legal = |(&action, &moves): (&u8, &u64)| match action {
            0..PASS => moves >> action & 1 == 1,
            PASS => moves == 0,
            _ => false,
        };
        let mut pairs = actions.iter().zip(&self.moves);
        match pairs.position(|pair| !is_legal(pair)) {
            None => Ok(()),
            Some(game) => Err(IllegalAction::of(actions[game], game, self.board(game))),
        }
    }
}

struct Play<'a> {
    batch: &'a mut Batch,
    /// A legal action for each game.
    actions: &'a [u8],
}

impl Task for Play<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { batch, actions } = self;
        let games = batch.len();
        for first in (0..games).step_by(LANES) {
            let count = LANES.min(games - first);
            let (mut own, mut opp, mut placed) = ([0; LANES], [0; LANES], [0; LANES]);
            own[..count].copy_from_slice(&batch.own[first..first + count]);
            opp[..count].copy_from_slice(&batch.opp[first..first + count]);
            for (placed, action) in placed.iter_mut().zip(&actions[first..first + count]) {
                // A pass shifts by 64, which leaves no square.
                *placed = 1_u64.checked_shl(u32::from(*action)).unwrap_or(0);
            }
            let flips = flips(&placed, &own, &opp);
            for lane in 0..LANES {
                let moved = own[lane] ^ flips[lane] ^ placed[lane];
                own[lane] = opp[lane] ^ flips[lane];
                opp[lane] = moved;
            }
            let moves = legal_moves(&own, &opp);
            for lane in 0..count {
                let game = first + lane;
                if batch.is_over[game] {
                    continue;
                }
                (batch.own[game], batch.opp[game]) = (own[lane], opp[lane]);
                batch.moves[game] = moves[lane];
                batch.to_move[game] = !batch.to_move[game];
                batch.plies[game] += 1;
                batch.is_over[game] =
                    moves[lane] == 0 && kernel.legal_moves(opp[lane], own[lane]) == 0;
            }
        }
    }
}

struct Choose<'a, F> {
    moves: &'a [u64],
    draw: F,
    actions: &'a mut [u8],
}

impl<F: FnMut(usize) -> u32> Task for Choose<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { moves, mut draw, actions } = self;
        for (game, (moves, action)) in moves.iter().zip(actions).enumerate() {
            let choice = (u64::from(draw(game)) * u64::from(moves.count_ones())) >> 32;
            // An empty set has 64 trailing zeros, and 64 is `PASS`.
            *action = kernel.nth(*moves, choice as u32).trailing_zeros() as u8;
        }
    }
}

#[cfg(test)]
mod tests;
