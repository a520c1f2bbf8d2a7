//! The engine, as Python sees it.

use std::path::PathBuf;

use outflank_engine::{Goal, Level, Limits, Options, Thinking};
use outflank_eval::{Patterns, Weights};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::analysis::Analysis;
use crate::board::BoardArg;
use crate::error::{file_error, value_error};
use crate::input::{Number, whole};
use crate::limit::Limit;
use crate::names::name_of;
use crate::rule::{Rule, RuleArg};
use crate::search::{Searcher, Searching};
use crate::{input, random};

/// The default size of the table.
pub(crate) const HASH_MIB: usize = 64;
/// The maximum of memory and threads, to catch mistakes.
const MAX_HASH_MIB: usize = 1 << 20;
const MAX_THREADS: usize = 1024;

/// A search engine with its table and threads, for one of the two games. A game
/// of the other one is refused; a board belongs to both.
///
/// The results of one search speed up the next. Python threads may share an
/// engine; their searches run one after the other. `threads` is the number of
/// cores by default. `hash_mb` is the size of the table in MiB, by default 64.
/// `weights` is the path of a file of trained weights.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Engine {
    searcher: Searcher,
    rule: outflank_core::Rule,
    options: Options,
    weights: Option<PathBuf>,
}

impl Engine {
    /// Searches a board of a game with these rules; a `ValueError` if the engine has others.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        rule: outflank_core::Rule,
        board: outflank_core::Board,
        limits: Limits,
    ) -> PyResult<outflank_engine::Analysis> {
        if rule != self.rule {
            let message = format!("the engine plays {}, but the game is {rule}", self.rule);
            return Err(value_error(message));
        }
        self.searcher.search(py, rule, board, limits)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (rules=RuleArg::REVERSI, threads=None, hash_mb=None, weights=None),
        text_signature = "(rules='reversi', threads=None, hash_mb=None, weights=None)"
    )]
    fn new(
        py: Python<'_>,
        rules: RuleArg,
        threads: Option<Number<'_>>,
        hash_mb: Option<Number<'_>>,
        weights: Option<PathBuf>,
    ) -> PyResult<Self> {
        let options = Options { hash_mib: HASH_MIB, ..Options::default() };
        let options = engine_options(options, threads, hash_mb)?;
        let rule = rules.0;
        let patterns = weights.as_deref().map(|path| patterns(path, rule)).transpose()?;
        let searcher = py.detach(|| {
            let mut engine = match patterns {
                Some(patterns) => {
                    outflank_engine::Engine::with_patterns(options, move |_| patterns.clone())
                }
                None => outflank_engine::Engine::new(options),
            };
            engine.prepare(rule);
            Searcher::new(engine)
        });
        Ok(Self { searcher, rule, options, weights })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rule {
        self.rule.into()
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        self.options.threads
    }

    /// The size of the table in MiB.
    #[getter]
    fn hash_mb(&self) -> usize {
        self.options.hash_mib
    }

    /// Searches a board until the limit or the exact score.
    ///
    /// With `multipv` the result is a list: an analysis of each of the `multipv`
    /// best moves, the best first, each with its own `pv`.
    #[pyo3(signature = (board, limit, multipv=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: BoardArg,
        limit: &Limit,
        multipv: Option<Number<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let multipv = multipv.as_ref().map(lines).transpose()?;
        let limits = limit.limits(multipv.unwrap_or(1));
        let position = board.under(self.rule)?;
        let found = self.searcher.search(py, self.rule, position.board(), limits)?;
        let found = Analysis::new(found, position);
        match multipv {
            None => Ok(found.into_pyobject(py)?.into_any()),
            Some(lines) => found.lines(lines).into_pyobject(py),
        }
    }

    /// Searches a board and yields the result of each iteration; the last one is
    /// the result of the search. `break` stops the search.
    ///
    /// With `multipv` the `multipv` best moves among the `candidates` have exact
    /// scores.
    #[pyo3(signature = (board, limit=None, multipv=None))]
    fn analysis(
        &self,
        board: BoardArg,
        limit: Option<&Limit>,
        multipv: Option<Number<'_>>,
    ) -> PyResult<Searching> {
        let lines = multipv.as_ref().map_or(Ok(1), lines)?;
        let limits = match limit {
            Some(limit) => limit.limits(lines),
            None => Limits { lines, ..Limits::default() },
        };
        self.searcher.start(self.rule, board.under(self.rule)?, limits)
    }

    /// The exact score and a best move of a board.
    ///
    /// With `goal="outcome"` the score is only its sign: 1 won, 0 drawn, -1 lost.
    #[pyo3(signature = (board, goal="score"))]
    fn solve(&self, py: Python<'_>, board: BoardArg, goal: &str) -> PyResult<Analysis> {
        let goal = match goal {
            "score" => Goal::Solve,
            "outcome" => Goal::Outcome,
            _ => {
                let message = format!("the goal is '{goal}', expected score or outcome");
                return Err(value_error(message));
            }
        };
        let limits = Limits { goal, ..Limits::default() };
        let position = board.under(self.rule)?;
        let found = self.searcher.search(py, self.rule, position.board(), limits)?;
        Ok(Analysis::new(found, position))
    }

    /// Chooses a move: "pass" if there is no other.
    ///
    /// A level is 1 (beginner) to 20 (full strength); a limit ends the search
    /// earlier. Without both the engine searches for five seconds. Weak levels
    /// make random choices; a seed repeats them.
    #[pyo3(signature = (board, level=None, limit=None, seed=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: BoardArg,
        level: Option<Number<'py>>,
        limit: Option<&Limit>,
        seed: Option<Number<'py>>,
    ) -> PyResult<Bound<'py, PyString>> {
        let level = level.as_ref().map(level_of).transpose()?;
        let seed = seed.as_ref().map_or_else(|| Ok(random::new_seed()), input::seed)?;
        let limit = limit.map(Limit::thinking).unwrap_or_default();
        let thinking = Thinking { level, ..limit };
        let board = board.under(self.rule)?.board();
        if board.is_over() {
            return Err(value_error("the game is over: there is no move to play"));
        }
        let found = self.searcher.search(py, self.rule, board, thinking.limits(board))?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        Ok(name_of(py, thinking.choose(&found, &mut random)).bind(py).clone())
    }

    /// Empties the table.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.searcher.clear(py)
    }

    /// A copy has the same settings and an empty table.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let engine = slf.get();
        let Options { threads, hash_mib } = engine.options;
        let arguments = (engine.rules(), threads, hash_mib, engine.weights.as_deref());
        (slf.as_any().get_type(), arguments).into_pyobject(slf.py())
    }

    fn __repr__(&self) -> String {
        let Options { threads, hash_mib } = self.options;
        format!("Engine(rules='{}', threads={threads}, hash_mb={hash_mib})", self.rule)
    }
}

/// The options of an engine; a `MemoryError` if the table would not fit.
pub(crate) fn engine_options(
    mut options: Options,
    threads: Option<Number<'_>>,
    hash_mb: Option<Number<'_>>,
) -> PyResult<Options> {
    if let Some(threads) = threads {
        options.threads = whole("threads", &threads, 1..=MAX_THREADS)?;
    }
    if let Some(hash_mb) = hash_mb {
        options.hash_mib = whole("hash_mb", &hash_mb, 1..=MAX_HASH_MIB)?;
    }
    options.check().map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    Ok(options)
}

/// A level as an argument.
pub(crate) fn level_of(number: &Number<'_>) -> PyResult<Level> {
    let number = whole("the level", number, Level::MIN.number()..=Level::MAX.number())?;
    Ok(Level::new(number).unwrap_or(Level::MAX))
}

/// The number of best moves to analyse.
fn lines(multipv: &Number<'_>) -> PyResult<usize> {
    whole("multipv", multipv, 1..=usize::MAX)
}

/// The evaluation with the weights of a file.
fn patterns(path: &std::path::Path, rule: outflank_core::Rule) -> PyResult<Patterns> {
    let bytes = std::fs::read(path).map_err(|error| file_error(path, &error))?;
    let weights = Weights::from_bytes(&bytes, rule).map_err(|error| {
        value_error(format!("cannot use the weights {}: {error}", path.display()))
    })?;
    Ok(Patterns::new(&weights))
}
