//! A node of the search: some plies deep, or to the end of the game.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use outflank_core::{Bitboard, Board, Kernel, Square, Task};
use outflank_eval::{Evaluation, UNIT};

use super::endgame::{Endgame, NearBoard, stability_bound};
use super::order::{Candidate, MoveList};
use super::probcut::probable_cut;
use super::rank::rank;
use super::split::{Helpers, SplitResult};
use super::worker::Worker;
use crate::rules::Rules;
use crate::table::{Draft, Slot};

/// Nodes at least this deep look up all their moves in the table for a cut.
const TABLE_CUTS: u32 = 5;
/// Nodes at least this deep are split among threads.
const SPLIT: u32 = 6;
/// The same for searches to the end of the game.
const SPLIT_ENDGAME: u32 = 14;
/// Nodes at least this deep offer their moves to all threads at once. The first thread that
/// becomes idle then finds a large job.
const OFFER: u32 = 10;
/// Nodes with at least this many empty squares offer their moves in searches to the end of the game.
const OFFER_ENDGAME: u32 = 16;
/// The number of moves that are searched alone before the others are given away.
const ALONE: usize = 1;
/// The same where a single move is expected to decide: a second one often does if the first did not.
const ALONE_FOR_CUT: usize = 2;

/// A board to search `depth` plies deep with a window from `alpha` to `beta`.
///
/// With `PV` the window is wide and the exact value within it is found.
pub(super) struct Node<'w, 's, R, E: Evaluation, const PV: bool> {
    worker: &'w mut Worker<'s, E>,
    board: Board,
    /// The legal moves of the board.
    moves: Bitboard,
    state: E::State,
    alpha: i32,
    beta: i32,
    depth: u32,
    /// True if the score is expected to be above a window of zero width.
    expects_cut: bool,
    rules: PhantomData<R>,
}

impl<'w, 's, R: Rules, E: Evaluation, const PV: bool> Node<'w, 's, R, E, PV> {
    #[inline(always)]
    pub(super) fn new(
        worker: &'w mut Worker<'s, E>,
        board: Board,
        moves: Bitboard,
        state: E::State,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Self {
        debug_assert!(PV || beta == alpha + 1);
        debug_assert_eq!(moves, board.legal_moves());
        let expects_cut = !PV;
        Self { worker, board, moves, state, alpha, beta, depth, expects_cut, rules: PhantomData }
    }

    /// The same node with another expectation.
    #[inline(always)]
    pub(super) fn expecting_cut(self, expects_cut: bool) -> Self {
        Self { expects_cut, ..self }
    }
}

impl<R: Rules, E: Evaluation, const PV: bool> Task for Node<'_, '_, R, E, PV> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { worker, board, moves, state, alpha, beta, depth, expects_cut, .. } = self;
        let empties = board.empties().len();
        let is_complete = depth >= empties;
        let depth = depth.min(empties);
        if is_complete && !PV && empties <= R::ENDGAME {
            let near = &NearBoard::new(board, moves);
            return kernel.run(Endgame::<R, E> { worker, near, alpha, rules: PhantomData });
        }
        if is_complete && PV && empties <= 6 {
            return by_zero_windows::<R, E, K>(kernel, worker, board, moves, alpha, beta);
        }
        if moves.is_empty() {
            let passed = board.pass();
            let moves = passed.legal_moves_on(kernel);
            if moves.is_empty() {
                worker.nodes += 1;
                return R::final_score(board);
            }
            let state = worker.shared.evaluation.pass(state);
            let node = Node::<R, E, PV>::new(worker, passed, moves, state, -beta, -alpha, depth);
            return -kernel.run(node.expecting_cut(!PV && !expects_cut));
        }
        if depth == 0 {
            worker.nodes += 1;
            return static_value(kernel, worker.shared.evaluation, state, board);
        }
        if worker.enter() {
            return alpha;
        }
        if depth == 1 {
            return best_reply::<R, E, K>(kernel, worker, board, state, moves, beta);
        }
        if !PV && let Some(bound) = stability_bound::<R>(board, alpha, empties) {
            return bound;
        }

        let draft = Draft { depth, selectivity: worker.selectivity };
        let table = worker.shared.table;
        let slot = table.slot(board);
        let mut known = [None; 2];
        if let Some(entry) = table.get(slot) {
            if !PV && entry.draft.covers(draft) {
                if entry.lower >= beta {
                    return entry.lower;
                }
                if entry.upper <= alpha {
                    return entry.upper;
                }
            }
            known = entry.moves;
        }
        if !PV
            && let Some(score) =
                probable_cut::<R, E, K>(kernel, worker, board, moves, state, alpha, depth)
        {
            return score;
        }
        if worker.is_aborted {
            return alpha;
        }

        let parent = Parent { board, state, alpha, beta, depth, is_complete, expects_cut };
        let mut list = MoveList::new();
        if let Some(Cut { score, square }) =
            list_moves::<R, E, K, PV>(kernel, worker, &parent, moves, &mut list)
        {
            table.put(slot, draft, score, 64, Some(square));
            return score;
        }
        let mut best = (-65, None);
        if !PV && let Some(first) = list.take(known[0]) {
            // The best move of an earlier search usually decides, so the others need no order yet.
            best = search_first::<R, E, K>(kernel, worker, &parent, &first);
        }
        if best.0 <= alpha && list.len() > 0 && !worker.is_aborted {
            rank::<R, E, K, PV>(kernel, worker, &parent, known, &mut list);
            if !worker.is_aborted {
                best = search_moves::<R, E, K, PV>(kernel, worker, &parent, &mut list, best);
            }
        }
        if worker.is_aborted {
            return alpha;
        }
        let (best, best_move) = best;
        let lower = if best > alpha { best } else { -64 };
        let upper = if best < beta { best } else { 64 };
        table.put(slot, draft, lower, upper, best_move);
        best
    }
}

/// A node whose moves are searched.
pub(super) struct Parent<E: Evaluation> {
    pub(super) board: Board,
    pub(super) state: E::State,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    /// True if the search goes to the end of the game.
    pub(super) is_complete: bool,
    /// True if one of the moves is expected to score above a window of zero width.
    pub(super) expects_cut: bool,
}

/// A move that is known to be good enough without a search.
struct Cut {
    score: i32,
    square: Square,
}

/// Adds all moves of a node to an empty list, unless one of them is known to be good enough.
// The list is filled where it stays: a list that is returned would be copied.
#[inline(always)]
fn list_moves<R: Rules, E: Evaluation, K: Kernel, const PV: bool>(
    kernel: K,
    worker: &Worker<'_, E>,
    parent: &Parent<E>,
    moves: Bitboard,
    list: &mut MoveList,
) -> Option<Cut> {
    let Parent { board, beta, depth, .. } = *parent;
    let table = worker.shared.table;
    let mut slots = ArrayVec::<Slot, 64>::new();
    for square in moves {
        let next = board.play_flips(square, board.flips_on(kernel, square));
        if R::SIGN > 0 && next.own().is_empty() {
            return Some(Cut { score: 64, square });
        }
        if !PV && depth >= TABLE_CUTS {
            slots.push(table.slot(next));
        }
        list.push(square, next);
    }
    // The table's buckets are on their way into the cache meanwhile.
    for candidate in list.iter_mut() {
        candidate.replies = candidate.next.legal_moves_on(kernel);
    }
    // The table may prove that a move is good enough.
    let wanted = Draft { depth: depth - 1, selectivity: worker.selectivity };
    for (slot, square) in slots.into_iter().zip(moves) {
        let Some(entry) = table.get(slot) else { continue };
        if entry.draft.covers(wanted) && -entry.upper >= beta {
            return Some(Cut { score: -entry.upper, square });
        }
    }
    None
}

/// Searches one move with a window of zero width: its score and itself.
#[inline(always)]
fn search_first<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    parent: &Parent<E>,
    first: &Candidate,
) -> (i32, Option<Square>) {
    let Parent { board, state, alpha, depth, expects_cut, .. } = *parent;
    let Candidate { square, next, replies, .. } = *first;
    let state = worker.shared.evaluation.play(state, board, square, board.opp() & next.opp());
    let child = Node::<R, E, false>::new(worker, next, replies, state, !alpha, -alpha, depth - 1);
    (-kernel.run(child.expecting_cut(!expects_cut)), Some(square))
}

/// Searches the moves of a node, with the help of idle threads: the best score
/// and its move. `first` is the result of a move that was searched before.
#[inline(always)]
fn search_moves<R: Rules, E: Evaluation, K: Kernel, const PV: bool>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    parent: &Parent<E>,
    list: &mut MoveList,
    first: (i32, Option<Square>),
) -> (i32, Option<Square>) {
    let Parent { board, state, alpha, beta, depth, is_complete, expects_cut } = *parent;
    let evaluation = worker.shared.evaluation;
    // Moves of a node with a wide window wait for the best score so far: it makes their searches
    // shorter, and threads find work below them.
    let can_split = !PV && depth >= if is_complete { SPLIT_ENDGAME } else { SPLIT };
    let offers = can_split
        && depth >= if is_complete { OFFER_ENDGAME } else { OFFER }
        && worker.shared.pool.has_helpers();
    let mut helpers = Helpers::new(true, !expects_cut);
    let mut best = first;
    let mut low = alpha;
    let alone = if expects_cut { ALONE_FOR_CUT } else { ALONE };
    let mut searched = usize::from(first.1.is_some());
    while let Some(Candidate { square, next, replies, .. }) = list.pop_best() {
        let next_state = evaluation.play(state, board, square, board.opp() & next.opp());
        let is_given = if offers {
            list.len() > 0 || helpers.have_some()
        } else {
            can_split && list.len() > 0 && worker.shared.pool.has_room()
        };
        if is_given && searched >= alone {
            helpers.give(worker, square, next, next_state, low, depth - 1);
            continue;
        }
        let mut score = -65;
        if !PV || searched > 0 {
            let child =
                Node::<R, E, false>::new(worker, next, replies, next_state, !low, -low, depth - 1);
            score = -kernel.run(child.expecting_cut(!expects_cut));
        }
        if PV && (searched == 0 || (score > low && score < beta)) && !worker.is_aborted {
            let child =
                Node::<R, E, true>::new(worker, next, replies, next_state, -beta, -low, depth - 1);
            score = -kernel.run(child);
        }
        searched += 1;
        if score > best.0 {
            best = (score, Some(square));
            low = low.max(score);
        }
        if worker.is_aborted || low >= beta {
            helpers.cancel();
            break;
        }
        if helpers.have_found() {
            break;
        }
    }
    for SplitResult { square, score, .. } in helpers.finish::<R, E, K>(kernel, worker) {
        if worker.is_aborted || low >= beta {
            break;
        }
        if score > best.0 {
            best = (score, Some(square));
            low = low.max(score);
        }
    }
    best
}

/// The evaluation in whole discs.
#[inline(always)]
pub(super) fn static_value<E: Evaluation, K: Kernel>(
    kernel: K,
    evaluation: &E,
    state: E::State,
    board: Board,
) -> i32 {
    let value = evaluation.evaluate(kernel, state, board);
    ((value + UNIT / 2).div_euclid(UNIT)).clamp(-63, 63)
}

/// One ply: the best of all boards one move away.
#[inline(always)]
fn best_reply<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    state: E::State,
    moves: Bitboard,
    beta: i32,
) -> i32 {
    let evaluation = worker.shared.evaluation;
    let mut best = -65;
    for squares in R::PROMISING.map(|promising| moves & promising) {
        for square in squares {
            let flips = board.flips_on(kernel, square);
            let next = board.play_flips(square, flips);
            worker.nodes += 1;
            let score = if next.own().is_empty() {
                -R::final_score(next)
            } else {
                let state = evaluation.play(state, board, square, flips);
                -static_value(kernel, evaluation, state, next)
            };
            best = best.max(score);
            if best >= beta {
                return best;
            }
        }
    }
    best
}

/// The exact score by a few searches of zero width. Near the end they cost less
/// than one search of a wide window.
#[inline(always)]
fn by_zero_windows<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    moves: Bitboard,
    alpha: i32,
    beta: i32,
) -> i32 {
    let near = &NearBoard::new(board, moves);
    let mut low = alpha;
    loop {
        let worker = &mut *worker;
        let endgame = Endgame::<R, E> { worker, near, alpha: low, rules: PhantomData };
        let score = kernel.run(endgame);
        if score <= low {
            return if low == alpha { score } else { low };
        }
        if score >= beta || worker.is_aborted {
            return score;
        }
        low = score;
    }
}
