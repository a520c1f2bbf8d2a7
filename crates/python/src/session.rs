//! A game as people play it, as Python sees it.

use std::time::Instant;

use outflank_core::{Color, Position};
use outflank_engine::{Level, Limits};
use outflank_formats::Ending;
use outflank_session::{
    GameClock, Hint, HintScope, MAX_INCREMENT, MAX_SECONDS, Millis, Seat, SessionError,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::analysis::Analysis;
use crate::board::Board;
use crate::engine::{Engine, level_of};
use crate::error::value_error;
use crate::game::Game;
use crate::input::{MoveArg, Number, number_of, whole};
use crate::limit::Limit;
use crate::names::{legal_names, name_of, names_of};
use crate::record::Record;
use crate::rule::{Rule, RuleArg};
use crate::svg::{self, Drawing};
use crate::{input, random};

/// A game as people play it: clocks, forced passes, moves taken back, hints,
/// resignation and a result.
///
/// `person` is the side that a person plays, "black", "white" or "both"; a program
/// plays the other side. With `seconds` each side has that time for all of its moves,
/// and gains `increment` seconds with each move. `timer` is a function that returns
/// the time in seconds, by default a monotonic clock.
#[pyclass(module = "outflank")]
pub(crate) struct Session {
    /// The game that is played.
    played: outflank_session::Session,
    seat: Seat,
    timer: Timer,
}

/// The source of the time.
enum Timer {
    Since(Instant),
    Function(Py<PyAny>),
}

impl Timer {
    fn now(&self, py: Python<'_>) -> PyResult<Millis> {
        let seconds = match self {
            Self::Since(start) => start.elapsed().as_secs_f64(),
            Self::Function(function) => function.bind(py).call0()?.extract()?,
        };
        if !seconds.is_finite() {
            return Err(value_error(format!("the time is {seconds}, expected seconds")));
        }
        Ok((seconds * 1000.0) as Millis)
    }
}

impl Session {
    /// The session now: a side whose time has run out has lost.
    fn at_now(&mut self, py: Python<'_>) -> PyResult<(&mut outflank_session::Session, Millis)> {
        let now = self.timer.now(py)?;
        self.played.expire(now);
        Ok((&mut self.played, now))
    }

    fn position(&self) -> Position {
        self.played.game().position()
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(
        signature = (
            start=None, rules=RuleArg::REVERSI, *, person="both", seconds=None, increment=None,
            timer=None
        ),
        text_signature = "(start=None, rules='reversi', *, person='both', seconds=None, \
                          increment=None, timer=None)"
    )]
    fn new(
        py: Python<'_>,
        start: Option<PyRef<'_, Board>>,
        rules: RuleArg,
        person: &str,
        seconds: Option<Number<'_>>,
        increment: Option<Number<'_>>,
        timer: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let seat: Seat = person.parse().map_err(value_error)?;
        let seconds = seconds.map(|given| whole("seconds", &given, 1..=MAX_SECONDS)).transpose()?;
        let increment =
            increment.map(|given| whole("increment", &given, 0..=MAX_INCREMENT)).transpose()?;
        let clock = match (seconds, increment) {
            (Some(seconds), increment) => Some(GameClock::new(seconds, increment.unwrap_or(0))),
            (None, None) => None,
            (None, Some(_)) => return Err(value_error("an increment needs seconds")),
        };
        let timer = timer.map_or_else(|| Timer::Since(Instant::now()), Timer::Function);
        let start = start.map_or(Position::START, |board| board.0);
        let now = timer.now(py)?;
        let played = outflank_session::Session::new(rules.0, start, seat.sides(), clock, now);
        Ok(Self { played, seat, timer })
    }

    /// Makes the move of the side to move, then the passes that are forced; a
    /// `ValueError` if it is illegal or the game is over.
    ///
    /// `score` is the mover's own estimate in discs, for the record.
    #[pyo3(signature = (r#move, score=None))]
    fn play(&mut self, py: Python<'_>, r#move: MoveArg, score: Option<f64>) -> PyResult<()> {
        if let Some(score) = score.filter(|score| !score.is_finite()) {
            return Err(value_error(format!("the score is {score}, expected discs")));
        }
        let (session, now) = self.at_now(py)?;
        session.play(r#move.0, score, now).map_err(value_error)
    }

    /// Lets an engine find the move of the side to move, plays it and returns its name.
    ///
    /// The level is 1 (beginner) to 20 (full strength, the default). The engine uses at
    /// most its share of the clock; without a clock and at full strength it searches for
    /// five seconds. A limit ends the search earlier. A seed repeats the random choices of
    /// a weak level.
    #[pyo3(signature = (engine, level=None, limit=None, seed=None))]
    fn reply<'py>(
        slf: &Bound<'py, Self>,
        engine: PyRef<'py, Engine>,
        level: Option<Number<'py>>,
        limit: Option<&Limit>,
        seed: Option<Number<'py>>,
    ) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        let level = level.as_ref().map_or(Ok(Level::MAX), level_of)?;
        let seed = seed.as_ref().map_or_else(|| Ok(random::new_seed()), input::seed)?;
        // The session is not borrowed during the search: other threads may use it.
        let (rule, board, thinking, revision) = {
            let mut this = slf.borrow_mut();
            let (session, _) = this.at_now(py)?;
            session.to_move().ok_or(SessionError::Over).map_err(value_error)?;
            let (thinking, _) = session.thinking(level);
            (session.rule(), session.game().position().board(), thinking, session.revision())
        };
        let thinking = limit.map_or(thinking, |limit| limit.within(thinking));
        let found = engine.search(py, rule, board, thinking.limits(board))?;
        let played = thinking.choose(&found, &mut ChaCha8Rng::seed_from_u64(seed));
        let candidate = found.candidates.iter().find(|other| other.played == played);
        let score = candidate.map(|candidate| candidate.score.discs().into());
        let mut this = slf.borrow_mut();
        let (session, now) = this.at_now(py)?;
        // The end of the engine's time is told as such.
        if session.revision() != revision && session.to_move().is_some() {
            return Err(value_error("the game has changed during the search"));
        }
        session.play(played, score, now).map_err(value_error)?;
        Ok(name_of(py, played).bind(py).clone())
    }

    /// Takes moves back to the last choice of a person; a `ValueError` if there is none,
    /// or if the time of a side is over.
    fn take_back(&mut self, py: Python<'_>) -> PyResult<()> {
        let (session, now) = self.at_now(py)?;
        session.take_back(now).map_err(value_error)
    }

    /// Lets a person resign: the one who plays against a program, else the side to move.
    fn resign(&mut self, py: Python<'_>) -> PyResult<()> {
        let (session, now) = self.at_now(py)?;
        session.resign(now).map_err(value_error)
    }

    /// The opinion of an engine at full strength: every move with its score. The search
    /// takes one second by default.
    #[pyo3(signature = (engine, limit=None))]
    fn hint(
        slf: &Bound<'_, Self>,
        engine: PyRef<'_, Engine>,
        limit: Option<&Limit>,
    ) -> PyResult<Analysis> {
        let py = slf.py();
        let (search, position) = {
            let mut this = slf.borrow_mut();
            let (session, _) = this.at_now(py)?;
            let search = session.hint(HintScope::EveryMove).map_err(value_error)?;
            (search, session.game().position())
        };
        let limits = match limit {
            None => search.limits(),
            Some(limit) => {
                let Limits { lines, .. } = search.limits();
                limit.limits(lines)
            }
        };
        let hint = Hint::of(engine.search(py, search.rule(), search.board(), limits)?);
        Ok(Analysis::new(hint.analysis, position))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rule {
        self.played.rule().into()
    }

    /// The side that a person plays: "black", "white" or "both".
    #[getter]
    fn person(&self) -> &'static str {
        self.seat.name()
    }

    /// The current board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.position())
    }

    /// A copy of the moves so far as a game.
    #[getter]
    fn game(&self) -> Game {
        Game { game: self.played.game().clone(), rule: self.played.rule() }
    }

    /// A copy of the game as a record, with the times of its moves and its result.
    #[getter]
    fn record(&mut self, py: Python<'_>) -> PyResult<Record> {
        Ok(Record(self.at_now(py)?.0.record().clone()))
    }

    /// The names of all moves so far, passes included.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        names_of(py, self.played.game().moves())
    }

    /// The names of the legal moves; an empty list if the game is over.
    fn legal_moves<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.is_over(py)? {
            return Ok(PyList::empty(py));
        }
        legal_names(py, self.position().board())
    }

    /// The side to move: -1 for black, 1 for white; None if the game is over.
    #[getter(to_move)]
    fn side_to_move(&mut self, py: Python<'_>) -> PyResult<Option<i8>> {
        Ok(self.at_now(py)?.0.to_move().map(number_of))
    }

    /// Whether a program has to move.
    #[getter]
    fn is_programs_turn(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.at_now(py)?.0.is_programs_turn())
    }

    /// Whether the game is over: played to the end, resigned, or lost on time.
    #[getter]
    fn is_over(&mut self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.at_now(py)?.0.result().is_some())
    }

    /// The seconds that black and white have left; None without a clock.
    #[getter]
    fn time_left(&mut self, py: Python<'_>) -> PyResult<Option<(f64, f64)>> {
        let (session, now) = self.at_now(py)?;
        let [black, white] =
            Color::BOTH.map(|color| session.time_left(color, now).map(|left| left as f64 / 1000.0));
        Ok(black.zip(white))
    }

    /// The winner: -1 black, 1 white, 0 for a draw; None if the game is not over.
    #[getter]
    fn winner(&mut self, py: Python<'_>) -> PyResult<Option<i8>> {
        let result = self.at_now(py)?.0.result();
        Ok(result.map(|result| result.winner.map_or(0, number_of)))
    }

    /// The discs by which the winner won; None if the game was not played to its end.
    #[getter]
    fn margin(&mut self, py: Python<'_>) -> PyResult<Option<f64>> {
        Ok(self.at_now(py)?.0.result().and_then(|result| result.margin))
    }

    /// The ending, such as "finished" or "resigned"; None if the game is not over.
    #[getter]
    fn ending(&mut self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.at_now(py)?.0.result().map(|result| result.ending).map(Ending::name))
    }

    fn __len__(&self) -> usize {
        self.played.game().moves().len()
    }

    fn __str__(&self) -> String {
        format!("{:#}", self.position())
    }

    fn __repr__(&self) -> String {
        let (rule, person) = (self.played.rule(), self.seat);
        format!("<Session of {rule}: person plays {person}, {} moves>", self.__len__())
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(self.position(), &Drawing::of(self.played.game().moves().last().copied()))
    }
}
