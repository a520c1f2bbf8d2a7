//! The engine: a search with its table and threads.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use outflank_core::{Board, InstructionSet, Rule};
use outflank_eval::{Evaluation, HandMade, Patterns};

use crate::deepening::Deepening;
use crate::rules::{Reversed, Reversi, Rules};
use crate::search::{Help, NearTable, Shared, Timer};
use crate::table::Table;
use crate::{Analysis, Limits, Selectivity};

/// The resources of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of search threads.
    pub threads: usize,
    /// The size of the transposition table in MiB.
    pub hash_mib: usize,
}

impl Default for Options {
    /// All cores and 256 MiB.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, hash_mib: 256 }
    }
}

/// A search with its table and threads.
///
/// The results of one search speed up the next.
///
/// ```
/// use outflank_core::{Position, Rule};
/// use outflank_engine::{Engine, Goal, Limits, Options};
///
/// let text = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
/// let board = text.parse::<Position>().unwrap().board();
/// let mut engine = Engine::new(Options { threads: 1, hash_mib: 16 });
/// let limits = Limits { goal: Goal::Solve, ..Limits::default() };
/// let analysis = engine.search(Rule::Reversi, board, &limits, &mut |_| {});
/// assert!(analysis.exact);
/// assert_eq!(analysis.best.unwrap().to_string(), "a4");
/// ```
pub struct Engine<E = Patterns> {
    options: Options,
    table: Table,
    /// The small tables of the threads, and the rule set of their entries.
    near: Vec<NearTable>,
    near_rule: Option<Rule>,
    make: Make<E>,
    /// The evaluation of each game that has been searched, by [`Rule`].
    evaluations: [Option<E>; 2],
    /// The search with this evaluation. A crate that makes an engine compiles the search,
    /// with its own settings of optimisation. Everybody else calls it by this pointer.
    run: Run<E>,
}

/// Makes the evaluation of a game.
type Make<E> = Box<dyn Fn(Rule) -> E + Send>;
/// See [`run`].
type Run<E> =
    fn(Rule, &E, Tables<'_>, Instant, Board, &Limits, &mut dyn FnMut(&Analysis)) -> Analysis;

impl Engine {
    /// An engine with the built-in evaluations and an empty table.
    pub fn new(options: Options) -> Self {
        Self::with_patterns(options, Patterns::built_in)
    }

    /// An engine with other weights. `make` runs at the first search of each rule set.
    pub fn with_patterns(
        options: Options,
        make: impl Fn(Rule) -> Patterns + Send + 'static,
    ) -> Self {
        Self::of_patterns(options, Box::new(make))
    }

    // Not inlined, so that this crate compiles the search.
    #[inline(never)]
    fn of_patterns(options: Options, make: Make<Patterns>) -> Self {
        Self::of(options, make, run::<Patterns>)
    }
}

impl Engine<HandMade> {
    /// An engine with the evaluation that needs no weights.
    // Not inlined, so that this crate compiles the search.
    #[inline(never)]
    pub fn hand_made(options: Options) -> Self {
        Self::of(options, Box::new(HandMade::new), run::<HandMade>)
    }
}

impl<E: Evaluation> Engine<E> {
    /// An engine with another evaluation. `make` runs at the first search of each
    /// rule set. The calling crate compiles the search for this evaluation.
    pub fn with_evaluation(options: Options, make: impl Fn(Rule) -> E + Send + 'static) -> Self {
        Self::of(options, Box::new(make), run::<E>)
    }

    fn of(options: Options, make: Make<E>, run: Run<E>) -> Self {
        Self {
            options,
            table: Table::new(options.hash_mib),
            near: Vec::new(),
            near_rule: None,
            make,
            evaluations: [None, None],
            run,
        }
    }

    /// Makes the evaluation for a rule set ready ahead of the first search, while no clock
    /// runs. Trained weights take about a tenth of a second; a search by itself unpacks only
    /// the phases of the game that it needs.
    pub fn prepare(&mut self, rule: Rule) {
        self.make_evaluation(rule);
        expect_evaluation(&self.evaluations, rule).prepare();
    }

    /// Makes the evaluation for a rule set.
    fn make_evaluation(&mut self, rule: Rule) {
        self.evaluations[rule as usize].get_or_insert_with(|| (self.make)(rule));
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.forget();
        self.near.iter_mut().for_each(NearTable::clear);
    }

    /// Searches `board` under `rule` until `limits` or the exact score.
    ///
    /// `on_progress` is called after every finished iteration.
    ///
    /// ```
    /// use outflank_core::{Board, Rule};
    /// use outflank_engine::{Engine, Limits, Options};
    ///
    /// let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
    /// let limits = Limits { depth: Some(5), ..Limits::default() };
    /// let mut depths = Vec::new();
    /// let analysis = engine.search(Rule::Reversed, Board::START, &limits, &mut |progress| {
    ///     depths.push(progress.depth);
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4, 5]);
    /// assert_eq!(analysis.best, analysis.pv.first().copied());
    /// ```
    pub fn search(
        &mut self,
        rule: Rule,
        board: Board,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let start = Instant::now();
        self.table.begin(rule, expected_bytes(board, limits, self.options.threads));
        self.make_evaluation(rule);
        self.near.resize_with(self.options.threads.max(1), NearTable::new);
        if self.near_rule.replace(rule).is_some_and(|before| before != rule) {
            self.near.iter_mut().for_each(NearTable::clear);
        }
        if is_long(board, limits) {
            self.table.occupy(|| {
                limits.stop.is_asked() || limits.time.is_some_and(|time| start.elapsed() > time / 4)
            });
        }
        let evaluation = expect_evaluation(&self.evaluations, rule);
        let tables = Tables { table: &self.table, near: &mut self.near };
        (self.run)(rule, evaluation, tables, start, board, limits, on_progress)
    }

    /// Searches like [`Engine::search`], but with one thread and an empty table of a fixed
    /// size.
    ///
    /// Without a time limit the result follows from the arguments alone. It is the same
    /// every time, on every machine and whatever was searched before. Reviews, hints and
    /// analyses that have to agree use it.
    ///
    /// ```
    /// use outflank_core::{Board, Rule};
    /// use outflank_engine::{Engine, Options, Thinking};
    ///
    /// let mut engine = Engine::new(Options { threads: 2, hash_mib: 1 });
    /// let limits = Thinking { nodes: Some(10_000), ..Thinking::default() }.limits(Board::START);
    /// let mut search = || engine.search_afresh(Rule::Reversi, Board::START, &limits, &mut |_| {});
    /// let [one, other] = [search(), search()];
    /// assert_eq!((one.score, one.nodes, one.pv), (other.score, other.nodes, other.pv));
    /// ```
    pub fn search_afresh(
        &mut self,
        rule: Rule,
        board: Board,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let start = Instant::now();
        self.make_evaluation(rule);
        let mut table = Table::new(AFRESH_MIB);
        table.begin(rule, AFRESH_MIB << 20);
        let evaluation = expect_evaluation(&self.evaluations, rule);
        let tables = Tables { table: &table, near: &mut [NearTable::new()] };
        (self.run)(rule, evaluation, tables, start, board, limits, on_progress)
    }
}

/// The size of the table of [`Engine::search_afresh`]. Results depend on it.
const AFRESH_MIB: usize = 16;

/// The tables of a search. Each thread has a small one.
struct Tables<'t> {
    table: &'t Table,
    near: &'t mut [NearTable],
}

fn expect_evaluation<E>(evaluations: &[Option<E>; 2], rule: Rule) -> &E {
    evaluations[rule as usize].as_ref().expect("a search begins with its evaluation")
}

fn run<E: Evaluation>(
    rule: Rule,
    evaluation: &E,
    tables: Tables<'_>,
    start: Instant,
    board: Board,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Analysis),
) -> Analysis {
    match rule {
        Rule::Reversi => {
            run_as::<Reversi, E>(evaluation, tables, start, board, limits, on_progress)
        }
        Rule::Reversed => {
            run_as::<Reversed, E>(evaluation, tables, start, board, limits, on_progress)
        }
    }
}

fn run_as<R: Rules, E: Evaluation>(
    evaluation: &E,
    tables: Tables<'_>,
    start: Instant,
    board: Board,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let timer = Timer {
        stop: limits.stop.clone(),
        deadline: limits.time.map(|time| start + time.saturating_sub(reserve(time))),
        nodes: limits.nodes,
        meter: limits.meter.clone(),
    };
    let Tables { table, near } = tables;
    let shared = Shared::new(table, evaluation, timer, near.len());
    let kernel = InstructionSet::best();
    let rules = PhantomData::<R>;
    let (near, others) = near.split_first_mut().expect("there is a thread");
    std::thread::scope(|scope| {
        for near in others {
            let shared = &shared;
            scope.spawn(move || kernel.run(Help { shared, near, rules }));
        }
        let shared = &shared;
        let deepening = Deepening { shared, near, rules, board, limits, start, on_progress };
        let analysis = kernel.run(deepening);
        shared.pool.close();
        analysis
    })
}

/// The bytes of the table that a search fills, roughly and with some room.
#[expect(clippy::cast_sign_loss, reason = "no limit is negative")]
fn expected_bytes(board: Board, limits: &Limits, threads: usize) -> usize {
    // Nodes a second of one thread.
    const RATE: f64 = 50e6;
    const BYTES_A_NODE: f64 = 2.0;
    // Nodes of a complete search with 20 empty squares. There are more, but nearly full boards
    // are not kept in this table.
    const NODES_WITH_20: f64 = 2e6;
    let lines = limits.lines.clamp(1, 64) as f64;
    // Without an end the search goes on to the exact score.
    let empties = board.empties().len().cast_signed();
    let mut nodes = NODES_WITH_20 * 1.9_f64.powi(empties - 20) * lines;
    if let Some(depth) = limits.depth.filter(|_| limits.selectivity != Selectivity::Full) {
        nodes = nodes.min(2.0_f64.powf(f64::from(depth) + 2.0) * lines);
    }
    if let Some(time) = limits.time {
        nodes = nodes.min(time.as_secs_f64() * RATE * threads.max(1) as f64);
    }
    if let Some(most) = limits.nodes {
        nodes = nodes.min(most as f64);
    }
    (nodes * BYTES_A_NODE) as usize
}

/// Whether a search fills much of the table.
fn is_long(board: Board, limits: &Limits) -> bool {
    board.empties().len() >= 18
        && !board.is_over()
        && limits.time.is_none_or(|time| time >= Duration::from_millis(500))
        && limits.depth.is_none_or(|depth| depth >= 14)
        && limits.nodes.is_none_or(|nodes| nodes >= 10_000_000)
}

/// The part of a time limit that is kept for the work around the search.
fn reserve(time: Duration) -> Duration {
    (time / 16).clamp(Duration::from_millis(2), Duration::from_millis(100)).min(time / 2)
}
