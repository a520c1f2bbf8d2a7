//! The engine, as Python sees it.

use std::path::PathBuf;

use outflank_engine::{Goal, Level, Limits, Options, Thinking};
use outflank_eval::{Patterns, Weights};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::analysis::Analysis;
use crate::board::BoardArg;
use crate::error::value_error;
use crate::input::{Number, whole};
use crate::limit::Limit;
use crate::names::name_of;
use crate::rule::{Rule, RuleArg};
use crate::search::{Searcher, Searching};
use crate::{input, random};

/// The size of a table where none is asked for.
const HASH_MIB: usize = 64;
/// More memory or threads than this is a mistake.
const MOST_HASH_MIB: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

/// A searcher with its table and threads.
///
/// What it has seen in one search helps the next. Python threads may share an
/// engine: their searches wait for each other. `threads` are all cores and
/// `hash_mb`, the size of the table in MiB, is 64 if nothing is said. `weights`
/// is the path of a file of trained weights.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Engine {
    searcher: Searcher,
    rule: outflank_core::Rule,
    options: Options,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (rules=RuleArg::REVERSI, threads=None, hash_mb=None, weights=None))]
    fn new(
        py: Python<'_>,
        rules: RuleArg,
        threads: Option<Number<'_>>,
        hash_mb: Option<Number<'_>>,
        weights: Option<PathBuf>,
    ) -> PyResult<Self> {
        let mut options = Options { hash_mib: HASH_MIB, ..Options::default() };
        if let Some(threads) = threads {
            options.threads = whole("threads", &threads, 1..=MOST_THREADS)?;
        }
        if let Some(hash_mb) = hash_mb {
            options.hash_mib = whole("hash_mb", &hash_mb, 1..=MOST_HASH_MIB)?;
        }
        // The engine takes for granted that there is room.
        if Vec::<u8>::new().try_reserve_exact(options.hash_mib << 20).is_err() {
            let message = format!("there is no room for a table of {} MiB", options.hash_mib);
            return Err(PyMemoryError::new_err(message));
        }
        let rule = rules.0;
        let patterns = weights.map(|path| patterns(&path, rule)).transpose()?;
        let searcher = py.detach(|| {
            let mut engine = match patterns {
                Some(patterns) => {
                    outflank_engine::Engine::with_evaluation(options, move |_| patterns.clone())
                }
                None => outflank_engine::Engine::new(options),
            };
            engine.prepare(rule);
            Searcher::new(engine)
        });
        Ok(Self { searcher, rule, options })
    }

    /// Which game is played.
    #[getter]
    fn rules(&self) -> Rule {
        self.rule.into()
    }

    /// How many threads search.
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
    /// With `multipv` the answer is a list with an analysis of each of so many
    /// best moves, the best first; only the first one has more than one move in
    /// its `pv`.
    #[pyo3(signature = (board, limit, multipv=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: BoardArg,
        limit: &Limit,
        multipv: Option<Number<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let multipv = multipv.as_ref().map(lines).transpose()?;
        let (limits, to_move) = (limit.limits(multipv.unwrap_or(1)), board.0.to_move());
        let found = self.searcher.search(py, self.rule, board.0.board(), limits)?;
        match multipv {
            None => Ok(Analysis::new(found, to_move).into_pyobject(py)?.into_any()),
            Some(lines) => Analysis::lines(&found, to_move, lines).into_pyobject(py),
        }
    }

    /// Searches a board and yields what is known after each iteration; the last
    /// one is the result. To break off is to stop the search.
    ///
    /// With `multipv` so many of the best moves among the `candidates` get a
    /// score of their own.
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
        self.searcher.start(self.rule, board.0, limits)
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
        let found = self.searcher.search(py, self.rule, board.0.board(), limits)?;
        Ok(Analysis::new(found, board.0.to_move()))
    }

    /// The move to play: "pass" if there is no other.
    ///
    /// A level is 1 for a beginner to 20 for all the engine can; a limit ends
    /// the thinking earlier. Without both it thinks for five seconds. Weak
    /// levels choose by chance, the same with the same seed.
    #[pyo3(signature = (board, level=None, limit=None, seed=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: BoardArg,
        level: Option<Number<'py>>,
        limit: Option<&Limit>,
        seed: Option<Number<'py>>,
    ) -> PyResult<Bound<'py, PyString>> {
        let levels = Level::MIN.number()..=Level::MAX.number();
        let level = level.map(|level| whole("the level", &level, levels)).transpose()?;
        let seed = seed.as_ref().map_or_else(|| Ok(random::new_seed()), input::seed)?;
        let limit = limit.map(Limit::thinking).unwrap_or_default();
        let thinking = Thinking { level: level.and_then(Level::new), ..limit };
        let board = board.0.board();
        if board.is_over() {
            return Err(value_error("the game is over: there is no move to play"));
        }
        let found = self.searcher.search(py, self.rule, board, thinking.limits(board))?;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        Ok(name_of(py, thinking.choose(&found, &mut random)).bind(py).clone())
    }

    /// Forgets all that was searched.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.searcher.clear(py)
    }

    fn __repr__(&self) -> String {
        let Options { threads, hash_mib } = self.options;
        format!("Engine(rules='{}', threads={threads}, hash_mb={hash_mib})", self.rule)
    }
}

/// How many of the best moves are asked for.
fn lines(multipv: &Number<'_>) -> PyResult<usize> {
    whole("multipv", multipv, 1..=usize::MAX)
}

/// The evaluation with the weights of a file.
fn patterns(path: &std::path::Path, rule: outflank_core::Rule) -> PyResult<Patterns> {
    let bytes = std::fs::read(path)?;
    let weights = Weights::from_bytes(&bytes, rule).map_err(|error| {
        value_error(format!("cannot use the weights {}: {error}", path.display()))
    })?;
    Ok(Patterns::new(&weights))
}
