//! The engine, as Python sees it.

use std::path::PathBuf;

use outflank_core::Position;
use outflank_engine::{Goal, Level, Limits, Options, Thinking};
use outflank_eval::{Patterns, Weights};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::analysis::Analysis;
use crate::board::BoardArg;
use crate::error::value_error;
use crate::limit::Limit;
use crate::names::name_of;
use crate::rule::{Rule, RuleArg};
use crate::search::{Searcher, Searching};

/// More memory or threads than this is a mistake.
const MOST_HASH_MIB: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

/// A searcher with its table and threads.
///
/// What it has seen in one search helps the next. Python threads may share an
/// engine: their searches wait for each other. `weights` is the path of a file
/// of trained weights.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Engine {
    searcher: Searcher,
    rule: outflank_core::Rule,
    options: Options,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (rules=RuleArg::REVERSI, threads=None, hash_mb=64, weights=None))]
    fn new(
        py: Python<'_>,
        rules: RuleArg,
        threads: Option<usize>,
        hash_mb: usize,
        weights: Option<PathBuf>,
    ) -> PyResult<Self> {
        let threads = threads.unwrap_or_else(|| Options::default().threads);
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(value_error(format!(
                "there are {threads} threads, expected 1 to {MOST_THREADS}"
            )));
        }
        if !(1..=MOST_HASH_MIB).contains(&hash_mb) {
            return Err(value_error(format!(
                "hash_mb is {hash_mb}, expected 1 to {MOST_HASH_MIB}"
            )));
        }
        let options = Options { threads, hash_mib: hash_mb };
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
    /// best moves, the best first.
    #[pyo3(signature = (board, limit, multipv=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: BoardArg,
        limit: &Limit,
        multipv: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if multipv == Some(0) {
            return Err(value_error("multipv is 0, expected 1 or more"));
        }
        let (limits, to_move) = (limit.limits(multipv.unwrap_or(1)), board.0.to_move());
        let found = self.searcher.search(py, self.rule, board.0.board(), limits)?;
        match multipv {
            None => Ok(Analysis::new(found, to_move).into_pyobject(py)?.into_any()),
            Some(lines) => Analysis::lines(&found, to_move, lines).into_pyobject(py),
        }
    }

    /// Searches a board and yields what is known after each iteration; the last
    /// one is the result. To break off is to stop the search.
    #[pyo3(signature = (board, limit=None, multipv=1))]
    fn analysis(
        &self,
        board: BoardArg,
        limit: Option<&Limit>,
        multipv: usize,
    ) -> PyResult<Searching> {
        let limits = match limit {
            Some(limit) => limit.limits(multipv),
            None => Limits { lines: multipv, ..Limits::default() },
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
        level: Option<i64>,
        limit: Option<&Limit>,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyString>> {
        let level = level.map(|number| {
            let found = u8::try_from(number).ok().and_then(Level::new);
            let message = format!("the level is {number}, expected 1 to 20");
            found.ok_or_else(|| value_error(message))
        });
        let limit = limit.map(Limit::thinking).unwrap_or_default();
        let thinking = Thinking { level: level.transpose()?, ..limit };
        let board = over_is_an_error(board.0)?.board();
        let found = self.searcher.search(py, self.rule, board, thinking.limits(board))?;
        let mut random = ChaCha8Rng::seed_from_u64(seed.unwrap_or_else(rand::random));
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

fn over_is_an_error(position: Position) -> PyResult<Position> {
    if position.board().is_over() {
        return Err(value_error("the game is over: there is no move to play"));
    }
    Ok(position)
}

/// The evaluation with the weights of a file.
fn patterns(path: &std::path::Path, rule: outflank_core::Rule) -> PyResult<Patterns> {
    let bytes = std::fs::read(path)?;
    let weights = Weights::from_bytes(&bytes, rule).map_err(|error| {
        value_error(format!("cannot use the weights {}: {error}", path.display()))
    })?;
    Ok(Patterns::new(&weights))
}
