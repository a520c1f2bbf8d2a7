//! A labelled position with the values of an evaluation.

use outflank_core::{Board, InstructionSet, Kernel, Move, Rule, Task};
use outflank_engine::{Engine, Limits};
use outflank_eval::{Evaluation, UNIT};
use outflank_formats::Problem;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// Positions with labels further from a draw than this are decided. Evaluations miss them by many
/// discs, which no game notices.
const DECIDED: i32 = 30;

/// Pairs of moves count if their labels differ by at least this many discs.
const PAIR_DIFFERENCE: i32 = 2;

/// A labelled position with the values of an evaluation, all in discs for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPosition {
    /// The number of empty squares.
    pub empties: u32,
    /// The label.
    pub label: i32,
    /// The value.
    pub value: f64,
    /// The moves with a label.
    pub moves: Vec<JudgedMove>,
}

/// A labelled move with the value of the board after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The label.
    pub label: i32,
    /// The value.
    pub value: f64,
}

impl JudgedPosition {
    /// The value minus the label.
    pub fn error(&self) -> f64 {
        self.value - f64::from(self.label)
    }

    /// True if one side is far ahead by the label.
    pub const fn is_decided(&self) -> bool {
        self.label.abs() > DECIDED
    }

    /// The number of pairs of moves whose labels differ, and the number of those in the right
    /// order. A tie is half right.
    pub fn pairs(&self) -> (u64, f64) {
        let (mut pairs, mut right) = (0, 0.0);
        for (at, one) in self.moves.iter().enumerate() {
            for other in &self.moves[at + 1..] {
                if (one.label - other.label).abs() < PAIR_DIFFERENCE {
                    continue;
                }
                pairs += 1;
                let (better, worse) =
                    if one.label > other.label { (one, other) } else { (other, one) };
                right += match better.value.total_cmp(&worse.value) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
            }
        }
        (pairs, right)
    }

    /// 1 if the move with the highest value has the best label, otherwise 0; between them for a
    /// tie. `None` if there is no choice.
    pub fn best_move(&self) -> Option<f64> {
        let best = self.best_label()?;
        self.mean_of_first(|label| f64::from(u8::from(label == best)))
    }

    /// The discs that the move with the highest value loses; the mean for a tie. `None` if there
    /// is no choice.
    pub fn loss(&self) -> Option<f64> {
        let best = self.best_label()?;
        self.mean_of_first(|label| f64::from(best - label))
    }

    fn best_label(&self) -> Option<i32> {
        self.moves.iter().map(|judged| judged.label).max()
    }

    /// The mean of `of` over the moves with the highest value.
    fn mean_of_first(&self, of: impl Fn(i32) -> f64) -> Option<f64> {
        if self.moves.len() < 2 {
            return None;
        }
        let highest = self.moves.iter().map(|judged| judged.value).max_by(f64::total_cmp)?;
        let first = self.moves.iter().filter(|judged| judged.value.total_cmp(&highest).is_eq());
        let (sum, count) =
            first.fold((0.0, 0), |(sum, count), judged| (sum + of(judged.label), count + 1));
        Some(sum / f64::from(count))
    }
}

/// Judges labelled positions on all cores. `make` makes the evaluation of a thread: a function
/// that returns the value of a board for its side to move. Positions without a label are left
/// out.
pub fn judge<V: FnMut(Board) -> f64>(
    problems: &[Problem],
    make: impl Fn() -> V + Sync + Send,
) -> Vec<JudgedPosition> {
    let judged = problems.par_iter().with_min_len(16).map_init(make, |value, problem| {
        let board = problem.position.board();
        let judged_move = |&(played, label): &(Move, outflank_core::Score)| {
            let next = match played {
                Move::Place(square) => board.play(square)?,
                Move::Pass => board.pass(),
            };
            let value = -value_of(problem.rule, next, value);
            Some(JudgedMove { label: label.discs(), value })
        };
        let moves = problem.moves.iter().filter_map(judged_move).collect();
        let label = problem.best_score()?.discs();
        let value = value_of(problem.rule, board, value);
        Some(JudgedPosition { empties: board.empties().len(), label, value, moves })
    });
    judged.flatten().collect()
}

/// The value of a board. The score of a finished game is known, and a side without a move passes.
fn value_of(rule: Rule, board: Board, value: &mut impl FnMut(Board) -> f64) -> f64 {
    if board.is_over() {
        return board.final_score(rule).discs().into();
    }
    if board.legal_moves().is_empty() { -value(board.pass()) } else { value(board) }
}

/// The value of a board by an evaluation without a search, in discs.
pub fn static_value<E: Evaluation>(evaluation: &E, board: Board) -> f64 {
    let value = InstructionSet::best().run(Evaluate(evaluation, board));
    (f64::from(value) / f64::from(UNIT)).clamp(-64.0, 64.0)
}

struct Evaluate<'a, E>(&'a E, Board);

impl<E: Evaluation> Task for Evaluate<'_, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self(evaluation, board) = self;
        evaluation.evaluate(kernel, evaluation.state(board), board)
    }
}

/// The value of a board by a search `depth` plies deep, in discs. Earlier searches do not change
/// it.
pub fn searched_value<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    board: Board,
    depth: u32,
) -> f64 {
    engine.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(rule, board, &limits, &mut |_| {}).score.discs().into()
}
