//! Many games at once, over arrays of `NumPy`.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use outflank_core::{Batch, Color, Position, Rule, playouts};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::value_error;
use crate::input::{self, Number, number_of};
use crate::rule::RuleArg;
use crate::stream::Stream;

/// How many random games are played between two looks for Ctrl-C: some
/// hundredths of a second.
const ROUND: usize = 1 << 14;

/// The games behind a `VecEnv`. They fill flat arrays that Python owns, each
/// with as much room for a game as its content needs.
#[pyclass(module = "outflank._outflank")]
pub(crate) struct Games {
    batch: Batch,
    rule: Rule,
    streams: Vec<Stream>,
    /// Numbers for playouts, which leave the games as they are.
    playouts: Stream,
    auto_reset: bool,
}

#[pymethods]
impl Games {
    #[new]
    fn new(count: usize, rules: RuleArg, seed: Number<'_>, auto_reset: bool) -> PyResult<Self> {
        let mut games = Self {
            batch: Batch::new(count),
            rule: rules.0,
            streams: Vec::new(),
            playouts: Stream::new(0, u64::MAX),
            auto_reset,
        };
        games.seed(seed)?;
        Ok(games)
    }

    /// Begins all random choices anew.
    fn seed(&mut self, seed: Number<'_>) -> PyResult<()> {
        let seed = input::seed(&seed)?;
        let numbers = 0..self.batch.len() as u64;
        self.streams = numbers.map(|number| Stream::new(seed, number)).collect();
        self.playouts = Stream::new(seed, u64::MAX);
        Ok(())
    }

    /// Puts the games where `which` is not 0 back to the start.
    fn reset(&mut self, which: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        for (game, which) in which.as_slice()?.iter().enumerate().take(self.batch.len()) {
            if *which != 0 {
                self.batch.reset(game);
            }
        }
        Ok(())
    }

    /// Makes a move in every game: what the movers won, which games ended, how
    /// they ended for black and after how many plies.
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
            self.batch.play(actions).map_err(value_error)?;
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
                // The side to move did not move last.
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

    /// The discs of the side to move and of the other, 128 bytes a game.
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
        let Self { batch, streams, .. } = self;
        py.detach(|| batch.choose(|game| streams[game].draw(), out));
        Ok(())
    }

    /// Who is to move, -1 for black and 1 for white.
    fn to_play(&self, mut out: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        for (out, color) in out.as_slice_mut()?.iter_mut().zip(self.batch.to_move()) {
            *out = number_of(*color);
        }
        Ok(())
    }

    /// Which games are over.
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

    /// Puts a game to a position.
    fn set_board(&mut self, game: Number<'_>, board: &Board) -> PyResult<()> {
        let game = self.number(&game)?;
        self.batch.set(game, board.0);
        Ok(())
    }

    /// Plays random games from each position, and tells how they ended for the
    /// side to move there.
    fn playout(
        &mut self,
        py: Python<'_>,
        each: usize,
        mut out: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let boards: Vec<_> = (0..self.batch.len()).map(|game| self.batch.board(game)).collect();
        // Ctrl-C is looked for between rounds.
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

impl Games {
    /// The game that a number stands for.
    fn number(&self, game: &Number<'_>) -> PyResult<usize> {
        let games = self.batch.len();
        game.extract().ok().filter(|game| *game < games).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no game {game}, only 0 to {}", games - 1))
        })
    }
}
