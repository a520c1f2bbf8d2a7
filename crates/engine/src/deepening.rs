//! Iterative deepening: the search of one board, one ply deeper each time.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use outflank_core::{Board, Kernel, Move, Task};
use outflank_eval::Evaluation;

use crate::margin::margin;
use crate::plan::{self, Spent, Step};
use crate::rules::Rules;
use crate::search::{Ended, NearTable, Root, RootMove, Shared, Variation, Window, Worker};
use crate::symmetric_moves::SymmetricMoves;
use crate::{Analysis, Bound, Candidate, Goal, Limits, SearchScore, Selectivity};

/// A search on the calling thread.
pub(crate) struct Deepening<'s, 'l, R, E: Evaluation> {
    pub(crate) shared: &'s Shared<'s, E>,
    pub(crate) near: &'s mut NearTable,
    pub(crate) rules: PhantomData<R>,
    pub(crate) board: Board,
    pub(crate) limits: &'l Limits,
    pub(crate) start: Instant,
    pub(crate) on_progress: &'l mut dyn FnMut(&Analysis),
}

impl<R: Rules, E: Evaluation> Task for Deepening<'_, '_, R, E> {
    type Output = Analysis;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Analysis {
        let Self { shared, near, rules, board, limits, start, on_progress } = self;
        let mut worker = Worker::new(shared, near, limits.selectivity);
        let mut analysis = before_search::<R>(board, limits.goal);
        if analysis.exact {
            return analysis;
        }
        let is_pass = analysis.best == Some(Move::Pass);
        let searched = if is_pass { board.pass() } else { board };
        let empties = searched.empties().len();
        analysis.margin = margin(shared.evaluation, empties, 0);
        let symmetric = SymmetricMoves::of(searched);
        let distinct = symmetric.distinct(searched.legal_moves_on(kernel));
        let mut moves: Vec<_> = distinct.map(RootMove::new).collect();
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
            let ended = kernel.run(root);
            if ended == Ended::Stopped {
                moves = before;
                break;
            }
            if ended == Ended::NewLeader {
                // The depth of an analysis is that of the last complete iteration.
                moves[0].depth = analysis.depth;
            }
            is_first = false;
            analysis.candidates = candidates(&moves, lines);
            for candidate in &mut analysis.candidates {
                let variation = Variation {
                    worker: &mut worker,
                    board: searched,
                    first: candidate.played.square().unwrap_or(moves[0].square),
                    max_length: candidate.depth as usize,
                    exact: None,
                    rules,
                };
                candidate.pv = kernel.run(variation);
            }
            adopt_leader(&mut analysis);
            analysis.outcome = (limits.goal == Goal::Outcome).then(|| analysis.score.outcome());
            if ended == Ended::NewLeader {
                break;
            }
            analysis.depth = depth;
            analysis.selectivity = selectivity;
            analysis.exact = is_complete && selectivity == Selectivity::Full;
            let is_exact = analysis.exact;
            analysis.margin = if is_exact { 0 } else { margin(shared.evaluation, empties, depth) };
            let spent = Spent { nodes: worker.all_nodes(), time: start.elapsed() };
            (analysis.nodes, analysis.time) = (spent.nodes, spent.time);
            on_progress(&published(analysis.clone(), is_pass, &symmetric));
            step = plan::next(R::RULE, Step { depth, selectivity }, empties, limits, spent);
        }
        if analysis.exact && analysis.outcome.is_none() {
            let proven = |candidate: &&mut Candidate| candidate.bound == Bound::Exact;
            for candidate in analysis.candidates.iter_mut().take(lines).filter(proven) {
                let variation = Variation {
                    worker: &mut worker,
                    board: searched,
                    first: candidate.played.square().unwrap_or(moves[0].square),
                    max_length: 0,
                    exact: Some(candidate.score.discs()),
                    rules,
                };
                let line = kernel.run(variation);
                // A proof that the limits ended is shorter than what the table knows.
                if line.len() >= candidate.pv.len() {
                    candidate.pv = line;
                }
            }
            adopt_leader(&mut analysis);
        }
        if analysis.depth == 0 {
            // Not even one ply was searched. Any move is better than none.
            analysis.candidates = candidates(&moves, lines);
            analysis.best = Some(Move::Place(moves[0].square));
            analysis.pv = vec![Move::Place(moves[0].square)];
        }
        let mut analysis = published(analysis, is_pass, &symmetric);
        analysis.nodes = worker.all_nodes();
        analysis.time = start.elapsed();
        analysis
    }
}

/// The analysis before any search. It is complete if the game is over.
fn before_search<R: Rules>(board: Board, goal: Goal) -> Analysis {
    let is_over = board.is_over();
    let must_pass = !is_over && board.legal_moves().is_empty();
    let score = SearchScore::clamped(if is_over { R::final_score(board) } else { 0 });
    Analysis {
        rule: R::RULE,
        board,
        best: must_pass.then_some(Move::Pass),
        score,
        outcome: (goal == Goal::Outcome).then(|| score.outcome()),
        exact: is_over,
        depth: 0,
        selectivity: Selectivity::Full,
        margin: 0,
        nodes: 0,
        time: Duration::ZERO,
        pv: Vec::new(),
        candidates: Vec::new(),
        is_book: false,
    }
}

/// Makes the move, score and line of the first candidate those of the board.
fn adopt_leader(analysis: &mut Analysis) {
    if let Some(leader) = analysis.candidates.first() {
        analysis.best = Some(leader.played);
        analysis.score = leader.score;
        analysis.pv.clone_from(&leader.pv);
    }
}

/// Completes the analysis of the distinct moves of the searched board: all moves, or the forced
/// pass before it.
fn published(mut analysis: Analysis, is_pass: bool, symmetric: &SymmetricMoves) -> Analysis {
    if is_pass {
        prefix_pass(&mut analysis);
    } else {
        analysis.candidates = symmetric.complete(analysis.candidates);
    }
    analysis
}

/// Converts the analysis of the board after a forced pass to one of the board
/// before it.
fn prefix_pass(analysis: &mut Analysis) {
    analysis.score = -analysis.score;
    analysis.outcome = analysis.outcome.map(|outcome| -outcome);
    analysis.best = Some(Move::Pass);
    analysis.pv.insert(0, Move::Pass);
    let depth = analysis.depth;
    let (score, bound) = match analysis.candidates.first() {
        Some(leader) if depth > 0 => (analysis.score, leader.bound.negated()),
        // Not searched: the score can be anything.
        _ => (SearchScore::MAX, Bound::Upper),
    };
    let pv = analysis.pv.clone();
    analysis.candidates = vec![Candidate { played: Move::Pass, score, bound, depth, pv }];
}

/// Builds the public candidate list, best first: the lines with scores of their
/// own, then the moves with bounds by their score. Each line is the move alone.
fn candidates(moves: &[RootMove], lines: usize) -> Vec<Candidate> {
    let (lines, rest) = moves.split_at(lines.min(moves.len()));
    let mut rest: Vec<_> = rest.iter().collect();
    rest.sort_by_key(|root_move| root_move.score);
    let candidate = |root_move: &RootMove| {
        let played = Move::Place(root_move.square);
        let score = SearchScore::clamped(root_move.score);
        let &RootMove { bound, depth, .. } = root_move;
        Candidate { played, score, bound, depth, pv: vec![played] }
    };
    lines.iter().chain(rest.into_iter().rev()).map(candidate).collect()
}
