//! Many boards at a time, as learners want them.

mod illegal_action;
mod lanes;
mod playouts;
mod spread;

use crate::{Bitboard, Board, Color, InstructionSet, Kernel, Position, Task};
use lanes::{LANES, flips, legal_moves};
use spread::spread;

pub use illegal_action::IllegalAction;
pub use playouts::{playouts, playouts_on};

/// The action that is a pass; those before it are the squares from a1 to h8.
pub const PASS: u8 = 64;

/// Many games side by side, all of which move at once.
///
/// A game is told what to do by an action, the index of a square or [`PASS`].
/// A game that is over takes a pass and stays as it is.
///
/// ```
/// use outflank_core::{Batch, Square};
///
/// let mut batch = Batch::new(2);
/// batch.play(&[Square::D3.index() as i64, Square::F5.index() as i64])?;
/// let error = batch.play(&[Square::C3.index() as i64, 64]).unwrap_err();
/// assert_eq!(error.to_string(), "game 1 cannot pass: it has 3 legal moves");
/// # Ok::<(), outflank_core::IllegalAction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    /// Discs of the side to move.
    own: Vec<u64>,
    /// Discs of the side that waits.
    opp: Vec<u64>,
    /// What the side to move may play.
    moves: Vec<u64>,
    to_move: Vec<Color>,
    is_over: Vec<bool>,
    /// How many moves and passes there were.
    plies: Vec<u32>,
}

impl Batch {
    /// This many games at their start.
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

    /// How many games there are.
    pub const fn len(&self) -> usize {
        self.own.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// The board of a game, seen from the side to move.
    ///
    /// # Panics
    /// Here and below, if there is no such game.
    pub fn board(&self, game: usize) -> Board {
        Board::new(Bitboard::new(self.own[game]), Bitboard::new(self.opp[game]))
            .expect("moves keep the sets apart")
    }

    /// What the side to move may play, in each game.
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// Who is to move, in each game.
    pub fn to_move(&self) -> &[Color] {
        &self.to_move
    }

    /// Which games are over.
    pub fn is_over(&self) -> &[bool] {
        &self.is_over
    }

    /// How many moves and passes there were, in each game.
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Puts a game back to the start.
    pub fn reset(&mut self, game: usize) {
        self.set(game, Position::START);
    }

    /// Puts a game to a position, as if it had begun there.
    pub fn set(&mut self, game: usize, position: Position) {
        let board = position.board();
        self.own[game] = board.own().bits();
        self.opp[game] = board.opp().bits();
        self.moves[game] = board.legal_moves().bits();
        self.to_move[game] = position.to_move();
        self.is_over[game] = board.is_over();
        self.plies[game] = 0;
    }

    /// Makes a move in every game. Either all are made, or one is illegal and
    /// none is.
    pub fn play(&mut self, actions: &[i64]) -> Result<(), IllegalAction> {
        self.check(actions)?;
        InstructionSet::best().run(Play { batch: self, actions });
        Ok(())
    }

    /// Writes a move for every game: one of its legal moves as `draw` has it,
    /// a pass where there is none. `draw` is asked for every game in turn, with
    /// its number; all 32 bits of the answer are used.
    ///
    /// # Panics
    /// If there is no place for each of the games.
    pub fn choose(&self, draw: impl FnMut(usize) -> u32, actions: &mut [i64]) {
        let actions = &mut actions[..self.len()];
        InstructionSet::best().run(Choose { moves: &self.moves, draw, actions });
    }

    /// Writes two planes of 64 bytes for each game, the discs of the side to
    /// move and those of the other: 1 where there is one.
    ///
    /// # Panics
    /// If there is no room for 128 bytes a game.
    pub fn write_planes(&self, out: &mut [u8]) {
        let (planes, _) = out.as_chunks_mut::<128>();
        for ((planes, own), opp) in planes[..self.len()].iter_mut().zip(&self.own).zip(&self.opp) {
            spread(*own, &mut planes[..64]);
            spread(*opp, &mut planes[64..]);
        }
    }

    /// Writes 65 bytes for each game: 1 for every action that is legal, the
    /// pass included. Nothing is legal in a game that is over.
    ///
    /// # Panics
    /// If there is no room for 65 bytes a game.
    pub fn write_masks(&self, out: &mut [u8]) {
        let (masks, _) = out.as_chunks_mut::<65>();
        for (game, mask) in masks[..self.len()].iter_mut().enumerate() {
            spread(self.moves[game], &mut mask[..64]);
            mask[64] = u8::from(self.moves[game] == 0 && !self.is_over[game]);
        }
    }

    /// The first action that cannot be played.
    fn check(&self, actions: &[i64]) -> Result<(), IllegalAction> {
        if actions.len() != self.len() {
            return Err(IllegalAction::Count { found: actions.len(), expected: self.len() });
        }
        let is_legal = |(&action, &moves): (&i64, &u64)| match u32::try_from(action) {
            Ok(square @ 0..64) => moves >> square & 1 == 1,
            Ok(64) => moves == 0,
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
    /// A legal one for each game.
    actions: &'a [i64],
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
                // A pass is one past the last square.
                *placed = 1_u64.checked_shl(action.cast_unsigned() as u32).unwrap_or(0);
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
    actions: &'a mut [i64],
}

impl<F: FnMut(usize) -> u32> Task for Choose<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { moves, mut draw, actions } = self;
        for (game, (moves, action)) in moves.iter().zip(actions).enumerate() {
            let choice = (u64::from(draw(game)) * u64::from(moves.count_ones())) >> 32;
            // Nothing has 64 zeros, and 64 is a pass.
            *action = i64::from(kernel.nth(*moves, choice as u32).trailing_zeros());
        }
    }
}

#[cfg(test)]
mod tests;
