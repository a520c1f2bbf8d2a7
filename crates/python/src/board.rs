//! A position, as Python sees it.

use numpy::PyArray2;
use outflank_core::{Bitboard, Color, Game as CoreGame, Move, Position, Rule, Square, Symmetry};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::error::value_error;
use crate::input::{MoveArg, Number, TurnArg, number_of, whole};
use crate::names::{legal_names, legal_numbers, name_of};
use crate::random::DrawnMove;
use crate::rule::RuleArg;
use crate::svg::{self, Arrow, Drawing};
use crate::symmetry::{self, SymmetryArg};
use crate::{array, input, random};

/// A position: the discs and the side to move.
///
/// A board is immutable; `play` returns a new one. `Board()` is the start of a
/// game, `Board(text)` reads 64 letters from a1 to h8 (X black, O white, - empty)
/// and the side to move.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) Position);

#[expect(clippy::wrong_self_convention, reason = "methods of Python's objects borrow them")]
#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<Self> {
        text.map_or(Ok(Self(Position::START)), Self::from_str)
    }

    /// Reads 64 letters from a1 to h8 and the side to move.
    #[staticmethod]
    fn from_str(text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(value_error)
    }

    /// Reads an 8x8 array of integers: -1 black, 0 empty, 1 white.
    #[staticmethod]
    fn from_array(array: &Bound<'_, PyAny>, turn: TurnArg) -> PyResult<Self> {
        array::read(array, turn.0).map(Self)
    }

    /// The board with these discs, given as sets of 64 bits, a1 the lowest.
    #[staticmethod]
    fn from_bits(black: Number<'_>, white: Number<'_>, turn: TurnArg) -> PyResult<Self> {
        let black = Bitboard::new(whole("black", &black, 0..=u64::MAX)?);
        let white = Bitboard::new(whole("white", &white, 0..=u64::MAX)?);
        let position = Position::new(black, white, turn.0);
        position.map(Self).map_err(value_error)
    }

    /// The board as an 8x8 array of integers: -1 black, 0 empty, 1 white.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        array::write(py, self.0)
    }

    /// The side to move: -1 for black, 1 for white.
    #[getter]
    fn turn(&self) -> i8 {
        number_of(self.0.to_move())
    }

    /// The black discs as a set of 64 bits, a1 the lowest.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).bits()
    }

    /// The white discs as a set of 64 bits, a1 the lowest.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).bits()
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.board().empties().len()
    }

    /// The number of black and of white discs.
    fn count(&self) -> (u32, u32) {
        (self.0.discs(Color::Black).len(), self.0.discs(Color::White).len())
    }

    /// The names of the legal moves: only "pass" if the side to move has to pass, and
    /// an empty list if the game is over.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_names(py, self.0.board())
    }

    /// The numbers of the legal moves: only 64 if the side to move has to pass, and an
    /// empty list if the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_numbers(py, self.0.board())
    }

    /// The squares the side to move may play, as an 8x8 array of bool.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        array::mask(py, self.0.board().legal_moves())
    }

    /// The squares the side to move may play, as a set of 64 bits, a1 the lowest.
    fn legal_bits(&self) -> u64 {
        self.0.board().legal_moves().bits()
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: MoveArg) -> bool {
        match r#move.0 {
            Move::Place(square) => self.0.board().legal_moves().has(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// The discs a move would turn, as a set of 64 bits; 0 if it is illegal.
    fn flips(&self, r#move: MoveArg) -> u64 {
        let flips = |square: Square| self.0.board().flips(square).bits();
        r#move.0.square().map_or(0, flips)
    }

    /// The board after a move or a pass; a `ValueError` if it is illegal.
    fn play(&self, r#move: MoveArg) -> PyResult<Self> {
        if let Some(next) = r#move.0.square().and_then(|square| self.0.play(square)) {
            return Ok(Self(next));
        }
        let mut game = CoreGame::from_position(self.0);
        game.play(r#move.0).map_err(value_error)?;
        Ok(Self(game.position()))
    }

    /// The name of a random legal move; None if the game is over. A seed repeats the
    /// choice.
    #[pyo3(signature = (seed=None))]
    fn random_move<'py>(&self, py: Python<'py>, seed: Option<Number<'py>>) -> DrawnMove<'py> {
        random::move_name(py, self.0.board(), seed)
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.board().is_over()
    }

    /// Whether the side to move can only pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.board().legal_moves().is_empty() && !self.is_over()
    }

    /// The final score for the side to move if the game ends here, in discs. Empty
    /// squares count for the winner.
    #[pyo3(
        signature = (rules=RuleArg::REVERSI),
        text_signature = "($self, rules='reversi')"
    )]
    fn score(&self, rules: RuleArg) -> i32 {
        self.0.board().final_score(rules.0).discs()
    }

    /// The winner: -1 black, 1 white, 0 for a draw; None if the game is not over.
    #[pyo3(
        signature = (rules=RuleArg::REVERSI),
        text_signature = "($self, rules='reversi')"
    )]
    fn winner(&self, rules: RuleArg) -> Option<i32> {
        // A positive score for white is a win of white, whose number is 1.
        self.is_over().then(|| self.0.final_score(rules.0, Color::White).discs().signum())
    }

    /// The last board of a random game from here. A seed repeats the game.
    #[pyo3(signature = (seed=None))]
    fn playout(&self, seed: Option<Number<'_>>) -> PyResult<Self> {
        let seed = seed.as_ref().map(input::seed).transpose()?;
        Ok(Self(random::playout(self.0, seed)))
    }

    /// The board itself, because it is immutable.
    fn copy(&self) -> Self {
        *self
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    /// The disc on a square: -1 black, 0 none, 1 white.
    fn __getitem__(&self, square: MoveArg) -> PyResult<i8> {
        // This error also ends a loop over all squares.
        let square = square.0.square().ok_or_else(|| PyIndexError::new_err("a pass is no square"));
        let square = square?;
        Ok(self.0.color_at(square).map_or(0, number_of))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __format__(&self, form: &str) -> PyResult<String> {
        match form {
            "" => Ok(self.0.to_string()),
            "grid" => Ok(format!("{:#}", self.0)),
            _ => Err(value_error(format!("'{form}' is not a form of a board: expected grid"))),
        }
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(self.0, &Drawing::default())
    }

    /// The picture of the board as an SVG text.
    ///
    /// `size` is in pixels. An arrow is (from, to), (from, to, color) or a text
    /// such as "d3c5". `last` is a move to mark.
    #[pyo3(
        signature = (size=None, arrows=Vec::new(), last=None),
        text_signature = "($self, size=None, arrows=[], last=None)"
    )]
    fn svg(
        &self,
        size: Option<Number<'_>>,
        arrows: Vec<Arrow>,
        last: Option<MoveArg>,
    ) -> PyResult<String> {
        let last = last.map(|last| last.0);
        Ok(svg::draw(self.0, &Drawing::with(last, size, arrows)?))
    }

    /// The board after one of the eight symmetries of `outflank.SYMMETRIES`.
    fn transform(&self, symmetry: SymmetryArg) -> Self {
        Self(symmetry::position(symmetry.0, self.0))
    }

    /// The move after a symmetry: what it is on the transformed board.
    #[staticmethod]
    fn transform_move(
        py: Python<'_>,
        r#move: MoveArg,
        symmetry: SymmetryArg,
    ) -> Bound<'_, PyString> {
        name_of(py, symmetry::played(symmetry.0, r#move.0)).bind(py).clone()
    }

    /// The board after each symmetry, in the order of `outflank.SYMMETRIES`.
    fn symmetries(&self) -> Vec<Self> {
        Symmetry::ALL.map(|symmetry| Self(symmetry::position(symmetry, self.0))).to_vec()
    }

    /// The same board for all eight symmetric ones, and the name of a symmetry
    /// that leads to it.
    fn canonical(&self) -> (Self, &'static str) {
        let (board, symmetry) = self.0.board().canonical();
        (Self(Position::from_board(board, self.0.to_move())), symmetry::name_of(symmetry))
    }

    /// The array of `to_array`, for `numpy.array(board)`.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error("a board has no array of its own: it can only be copied"));
        }
        let array = self.to_array(py)?.into_any();
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyString>,)) {
        let text = PyString::new(slf.py(), &slf.get().0.to_string());
        (slf.as_any().get_type().into_any(), (text,))
    }
}

/// A board as an argument: a board, or a game for its last board.
pub(crate) struct BoardArg {
    position: Position,
    /// The rule of a game; a board has none.
    rule: Option<Rule>,
}

impl BoardArg {
    /// The position for an engine of `rule`; an error if the game is of the other one.
    pub(crate) fn under(&self, rule: Rule) -> PyResult<Position> {
        match self.rule.filter(|other| *other != rule) {
            None => Ok(self.position),
            Some(other) => Err(value_error(format!(
                "the game is of {other} and the engine of {rule}: make an Engine(\"{other}\"), or \
                 give game.board to search it by the other rules"
            ))),
        }
    }
}

impl FromPyObject<'_, '_> for BoardArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(Self { position: board.get().0, rule: None });
        }
        if let Ok(game) = object.cast::<crate::game::Game>() {
            let game = game.try_borrow()?;
            return Ok(Self { position: game.position(), rule: Some(game.rule) });
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a Board or a Game, found {kind}")))
    }
}
