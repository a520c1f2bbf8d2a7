//! Many games at once, over arrays of `NumPy`.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use outflank_core::{Batch, Bitboard, Color, IllegalAction, Position, Rule, playouts};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::Board;
use crate::error::value_error;
use crate::input::{self, Number, number_of};
use crate::rule::RuleArg;
use crate::stream::Stream;

/// The number of random games between two checks for Ctrl-C, which take some
/// hundredths of a second.
const ROUND: usize = 1 << 14;

/// The games of a `VecEnv`. They fill flat arrays of Python with a fixed number of
/// entries for each game.
#[pyclass(module = "outflank._outflank")]
pub(crate) struct Games {
    batch: Batch,
    /// One action for each game, as `batch` takes and gives them.
    actions: Vec<u8>,
    rule: Rule,
    streams: Vec<Stream>,
    /// The random numbers of playouts, which do not change the games.
    playouts: Stream,
    auto_reset: bool,
}

#[pymethods]
impl Games {
    #[new]
    fn new(count: usize, rules: RuleArg, seed: Number<'_>, auto_reset: bool) -> PyResult<Self> {
        let mut games = Self {
            batch: Batch::new(count),
            actions: vec![0; count],
            rule: rules.0,
            streams: Vec::new(),
            playouts: Stream::new(0, u64::MAX),
            auto_reset,
        };
        games.seed(seed)?;
        Ok(games)
    }

    /// Seeds all random choices.
    fn seed(&mut self, seed: Number<'_>) -> PyResult<()> {
        let seed = input::seed(&seed)?;
        let numbers = 0..self.batch.len() as u64;
        self.streams = numbers.map(|number| Stream::new(seed, number)).collect();
        self.playouts = Stream::new(seed, u64::MAX);
        Ok(())
    }

    /// Restarts the games where `which` is not 0.
    fn reset(&mut self, which: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        for (game, which) in which.as_slice()?.iter().enumerate().take(self.batch.len()) {
            if *which != 0 {
                self.batch.reset(game);
            }
        }
        Ok(())
    }

    /// Makes a move in every game, and fills the rewards of the movers, the games that
    /// ended, their scores for black and their lengths in plies.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray1<'_, f32>,
        mut dones: PyReadwriteArray1<'_, u8>,
        mut scores: PyReadwriteArray1<'_, i8>,
        mut lengths: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let (rewards, dones) = (rewards.as_slice_mut()?, dones.as_slice_mut()?);
        let (scores, lengths) = (scores.as_slice_mut()?, lengths.as_slice_mut()?);
        py.detach(|| {
            let before: Option<Vec<_>> = (!self.auto_reset).then(|| self.batch.is_over().to_vec());
            self.play(actions)?;
            rewards.fill(0.0);
            dones.fill(0);
            scores.fill(0);
            lengths.fill(0);
            for game in 0..self.batch.len() {
                if !self.batch.is_over()[game] {
                    continue;
                }
                dones[game] = 1;
                if before.as_ref().is_some_and(|was_over| was_over[game]) {
                    continue;
                }
                let score = self.batch.board(game).final_score(self.rule).discs();
                // The reward is for the other side, which moved last.
                rewards[game] = -score.signum() as f32;
                let is_black = self.batch.to_move()[game] == Color::Black;
                scores[game] = (if is_black { score } else { -score }) as i8;
                lengths[game] = self.batch.plies()[game].cast_signed();
                if self.auto_reset {
                    self.batch.reset(game);
                }
            }
            Ok(())
        })
    }

    /// The discs of the side to move and of the other side, 128 bytes a game.
    fn planes(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        py.detach(|| self.batch.write_planes(out));
        Ok(())
    }

    /// The legal actions, 65 bytes a game.
    fn masks(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        py.detach(|| self.batch.write_masks(out));
        Ok(())
    }

    /// A random legal action for each game.
    fn random_actions(
        &mut self,
        py: Python<'_>,
        mut out: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let Self { batch, actions, streams, .. } = self;
        py.detach(|| {
            batch.choose(|game| streams[game].draw(), actions);
            for (out, action) in out.iter_mut().zip(actions) {
                *out = i64::from(*action);
            }
        });
        Ok(())
    }

    /// The side to move, -1 for black and 1 for white.
    fn to_play(&self, mut out: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        for (out, color) in out.as_slice_mut()?.iter_mut().zip(self.batch.to_move()) {
            *out = number_of(*color);
        }
        Ok(())
    }

    /// The games that are over.
    fn is_over(&self, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        for (out, is_over) in out.as_slice_mut()?.iter_mut().zip(self.batch.is_over()) {
            *out = u8::from(*is_over);
        }
        Ok(())
    }

    /// The position of a game.
    fn board(&self, game: Number<'_>) -> PyResult<Board> {
        let game = self.number(&game)?;
        Ok(Board(Position::from_board(self.batch.board(game), self.batch.to_move()[game])))
    }

    /// Sets the position of a game.
    fn set_board(&mut self, game: Number<'_>, board: &Board) -> PyResult<()> {
        let game = self.number(&game)?;
        self.batch.set(game, board.0);
        Ok(())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let games = slf.borrow();
        let rules = crate::rule::Rule::from(games.rule);
        let arguments = (games.batch.len(), rules, 0, games.auto_reset);
        let states = (0..games.batch.len()).map(|game| {
            let to_move = games.batch.to_move()[game];
            let position = Position::from_board(games.batch.board(game), to_move);
            let discs = |color| position.discs(color).bits();
            let (plies, stream) = (games.batch.plies()[game], games.streams[game].state());
            (discs(Color::Black), discs(Color::White), number_of(to_move), plies, stream)
        });
        let state = (states.collect::<Vec<GameState>>(), games.playouts.state());
        (slf.as_any().get_type(), arguments, state).into_pyobject(slf.py())
    }

    fn __setstate__(&mut self, state: (Vec<GameState>, u64)) -> PyResult<()> {
        let (states, playouts) = state;
        if states.len() != self.batch.len() {
            return Err(value_error(format!("the state has {} games", states.len())));
        }
        for (game, (black, white, turn, plies, stream)) in states.into_iter().enumerate() {
            let color = if turn < 0 { Color::Black } else { Color::White };
            let position = Position::new(Bitboard::new(black), Bitboard::new(white), color);
            self.batch.restore(game, position.map_err(value_error)?, plies);
            self.streams[game] = Stream::from_state(stream);
        }
        self.playouts = Stream::from_state(playouts);
        Ok(())
    }

    /// Plays random games from each position, and fills their scores for the side to
    /// move there.
    fn playout(
        &mut self,
        py: Python<'_>,
        each: usize,
        mut out: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let boards: Vec<_> = (0..self.batch.len()).map(|game| self.batch.board(game)).collect();
        // Signals are checked between rounds.
        let most = ROUND.div_ceil(boards.len());
        for start in (0..each).step_by(most) {
            let round = most.min(each - start);
            py.detach(|| {
                let scores = playouts(&boards, round, self.rule, || self.playouts.draw());
                for (of_game, scores) in out.chunks_mut(each).zip(scores.chunks(round)) {
                    for (out, score) in of_game[start..].iter_mut().zip(scores) {
                        *out = score.discs() as i8;
                    }
                }
            });
            py.check_signals()?;
        }
        Ok(())
    }
}

/// The state of one game: black's and white's discs, the side to move, the
/// number of plies and the random stream.
type GameState = (u64, u64, i8, u32, u64);

impl Games {
    /// Makes a move in every game.
    fn play(&mut self, numbers: &[i64]) -> PyResult<()> {
        self.actions.clear();
        // A number outside the range of `u8` is refused like any other that is
        // not an action.
        let narrow = |number: &i64| u8::try_from(*number).unwrap_or(u8::MAX);
        self.actions.extend(numbers.iter().map(narrow));
        self.batch.play(&self.actions).map_err(|error| match error {
            IllegalAction::Range { game, .. } => PyValueError::new_err(format!(
                "game {game}: {} is not an action: expected 0 to 63, or 64 for a pass",
                numbers[game]
            )),
            _ => value_error(error),
        })
    }

    /// The index of a game; an `IndexError` if there is none.
    fn number(&self, game: &Number<'_>) -> PyResult<usize> {
        let games = self.batch.len();
        game.extract().ok().filter(|game| *game < games).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no game {game}, only 0 to {}", games - 1))
        })
    }
}
