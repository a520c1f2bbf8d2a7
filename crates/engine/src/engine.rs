//! A searcher with its table and threads.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use outflank_core::{Board, InstructionSet, Kernel, Move, Rule, Task};
use outflank_eval::{Evaluation, Patterns};

use crate::plan::{self, Spent, Step};
use crate::rules::{Reversed, Reversi, Rules};
use crate::search::{Help, NearTable, Root, RootMove, Shared, Timer, Variation, Window, Worker};
use crate::table::Table;
use crate::{Analysis, Bound, Candidate, Goal, Limits, Selectivity};

/// What an engine is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads search.
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

/// A searcher with its table and threads.
///
/// What it has seen in one search helps the next.
pub struct Engine<E = Patterns> {
    options: Options,
    table: Table,
    /// The tables of each thread, and the game they are about.
    near: Vec<NearTable>,
    near_rule: Option<Rule>,
    make: Box<dyn Fn(Rule) -> E + Send>,
    /// The evaluation of each game that has been searched, by [`Rule`].
    evaluations: [Option<E>; 2],
}

impl Engine {
    /// An engine that has seen nothing yet, with the evaluations it comes with.
    pub fn new(options: Options) -> Self {
        Self::with_evaluation(options, Patterns::built_in)
    }
}

impl<E: Evaluation> Engine<E> {
    /// An engine with an evaluation of its own, made for a game when that game
    /// is searched for the first time.
    pub fn with_evaluation(options: Options, make: impl Fn(Rule) -> E + Send + 'static) -> Self {
        Self {
            options,
            table: Table::new(options.hash_mib),
            near: Vec::new(),
            near_rule: None,
            make: Box::new(make),
            evaluations: [None, None],
        }
    }

    /// Gets ready for a game, so that its first search need not: trained
    /// weights take some 60 ms to unpack.
    pub fn prepare(&mut self, rule: Rule) {
        self.evaluations[rule as usize].get_or_insert_with(|| (self.make)(rule));
    }

    /// Forgets all that was searched.
    pub fn clear(&mut self) {
        self.table.forget();
        self.near.iter_mut().for_each(NearTable::clear);
    }

    /// Searches `board` under `rule` until `limits` or the exact score.
    ///
    /// `on_progress` hears of every finished iteration. The last word is what
    /// is returned.
    pub fn search(
        &mut self,
        rule: Rule,
        board: Board,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let start = Instant::now();
        self.table.begin(rule);
        self.prepare(rule);
        self.near.resize_with(self.options.threads.max(1), NearTable::new);
        if self.near_rule.replace(rule).is_some_and(|before| before != rule) {
            self.near.iter_mut().for_each(NearTable::clear);
        }
        if is_long(board, limits) {
            self.table.occupy(|| {
                limits.stop.is_asked() || limits.time.is_some_and(|time| start.elapsed() > time / 4)
            });
        }
        match rule {
            Rule::Reversi => self.run::<Reversi>(start, board, limits, on_progress),
            Rule::Reversed => self.run::<Reversed>(start, board, limits, on_progress),
        }
    }

    fn run<R: Rules>(
        &mut self,
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
        let evaluation = self.evaluations[R::RULE as usize].as_ref();
        let evaluation = evaluation.expect("a search begins with its evaluation");
        let threads = self.options.threads.max(1);
        let shared = Shared::new(&self.table, evaluation, timer, threads);
        let kernel = InstructionSet::best();
        let rules = PhantomData::<R>;
        let (near, others) = self.near.split_first_mut().expect("there is a thread");
        std::thread::scope(|scope| {
            for near in others {
                let shared = &shared;
                scope.spawn(move || kernel.run(Help { shared, near, rules }));
            }
            let shared = &shared;
            let deepen = Deepen { shared, near, rules, board, limits, start, on_progress };
            let analysis = kernel.run(deepen);
            shared.pool.close();
            analysis
        })
    }
}

/// Whether a search will fill much of a table.
fn is_long(board: Board, limits: &Limits) -> bool {
    board.empties().len() >= 18
        && limits.time.is_none_or(|time| time >= Duration::from_millis(500))
        && limits.depth.is_none_or(|depth| depth >= 14)
        && limits.nodes.is_none_or(|nodes| nodes >= 10_000_000)
}

/// Kept back of a time limit for what happens around the search.
fn reserve(time: Duration) -> Duration {
    (time / 16).clamp(Duration::from_millis(2), Duration::from_millis(100)).min(time / 2)
}

/// Iterative deepening on the thread that asked.
struct Deepen<'s, 'l, R, E: Evaluation> {
    shared: &'s Shared<'s, E>,
    near: &'s mut NearTable,
    rules: PhantomData<R>,
    board: Board,
    limits: &'l Limits,
    start: Instant,
    on_progress: &'l mut dyn FnMut(&Analysis),
}

impl<R: Rules, E: Evaluation> Task for Deepen<'_, '_, R, E> {
    type Output = Analysis;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Analysis {
        let Self { shared, near, rules, board, limits, start, on_progress } = self;
        let mut worker = Worker::new(shared, near, limits.selectivity);
        let mut analysis = nothing_searched::<R>(board);
        if analysis.exact {
            return analysis;
        }
        let is_pass = analysis.best == Some(Move::Pass);
        let searched = if is_pass { board.pass() } else { board };
        let empties = searched.empties().len();
        let mut moves: Vec<_> = searched.legal_moves_on(kernel).iter().map(RootMove::new).collect();
        let lines = if is_pass { 1 } else { limits.lines.max(1) };

        let mut step = Some(plan::first(limits));
        let mut is_first = true;
        while let Some(Step { depth, selectivity }) = step {
            worker.selectivity = selectivity;
            let is_complete = depth >= empties;
            let window = match limits.goal {
                Goal::Outcome if is_complete => Window::Outcome,
                _ if is_first => Window::Wide,
                _ => Window::Around,
            };
            let before = moves.clone();
            let root = Root {
                worker: &mut worker,
                board: searched,
                moves: &mut moves,
                depth,
                lines,
                window,
                rules,
            };
            let is_finished = kernel.run(root);
            if !is_finished {
                moves = before;
                break;
            }
            is_first = false;
            let leader = moves[0];
            let variation = Variation {
                worker: &mut worker,
                board: searched,
                first: leader.square,
                longest: depth as usize,
                exact: None,
                rules,
            };
            analysis.pv = kernel.run(variation);
            analysis.score = match window {
                Window::Outcome => leader.score.signum(),
                _ => leader.score,
            };
            analysis.depth = depth;
            analysis.selectivity = selectivity;
            analysis.exact = is_complete && selectivity == Selectivity::Full;
            analysis.best = Some(Move::Place(leader.square));
            let spent = Spent { nodes: worker.all_nodes(), time: start.elapsed() };
            (analysis.nodes, analysis.time) = (spent.nodes, spent.time);
            analysis.candidates = candidates(&moves, lines);
            let mut told = analysis.clone();
            if is_pass {
                prefix_pass(&mut told);
            }
            on_progress(&told);
            step = plan::next(Step { depth, selectivity }, empties, limits, spent);
        }
        if analysis.exact && limits.goal != Goal::Outcome {
            let variation = Variation {
                worker: &mut worker,
                board: searched,
                first: moves[0].square,
                longest: 0,
                exact: Some(analysis.score),
                rules,
            };
            analysis.pv = kernel.run(variation);
        }
        if analysis.depth == 0 {
            // Not even one ply: any move is better than none.
            analysis.best = Some(Move::Place(moves[0].square));
            analysis.candidates = candidates(&moves, lines);
            analysis.pv = vec![Move::Place(moves[0].square)];
        }
        if is_pass {
            prefix_pass(&mut analysis);
        }
        analysis.nodes = worker.all_nodes();
        analysis.time = start.elapsed();
        analysis
    }
}

/// What is known before any search: everything if the game is over.
fn nothing_searched<R: Rules>(board: Board) -> Analysis {
    let is_over = board.is_over();
    let must_pass = !is_over && board.legal_moves().is_empty();
    Analysis {
        rule: R::RULE,
        board,
        best: must_pass.then_some(Move::Pass),
        score: if is_over { R::final_score(board) } else { 0 },
        exact: is_over,
        depth: 0,
        selectivity: Selectivity::Full,
        nodes: 0,
        time: Duration::ZERO,
        pv: Vec::new(),
        candidates: Vec::new(),
    }
}

/// Turns what was found after a forced pass into what it means before it.
fn prefix_pass(analysis: &mut Analysis) {
    analysis.score = -analysis.score;
    analysis.best = Some(Move::Pass);
    analysis.pv.insert(0, Move::Pass);
    let bound = match analysis.candidates.last() {
        // Not searched: nothing is known, which is at most everything.
        _ if analysis.depth == 0 => Bound::Upper,
        None => Bound::Exact,
        Some(last) => match last.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        },
    };
    let depth = analysis.depth;
    let score = if depth == 0 { 64 } else { analysis.score };
    analysis.candidates = vec![Candidate { played: Move::Pass, score, bound, depth }];
}

/// The moves for the world, best last: first those with bounds by their score,
/// then the lines that were searched out.
fn candidates(moves: &[RootMove], lines: usize) -> Vec<Candidate> {
    let (lines, rest) = moves.split_at(lines.min(moves.len()));
    let mut rest: Vec<_> = rest.iter().collect();
    rest.sort_by_key(|root_move| root_move.score);
    let told = |root_move: &RootMove| Candidate {
        played: Move::Place(root_move.square),
        score: root_move.score.clamp(-64, 64),
        bound: root_move.bound,
        depth: root_move.depth,
    };
    rest.into_iter().map(told).chain(lines.iter().rev().map(told)).collect()
}
