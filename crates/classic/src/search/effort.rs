//! The work of a search with other orders of moves, and with a memory of positions.

use std::collections::HashMap;

use outflank_core::{Board, Square};

use super::{Evaluation, Pass, Turn, value_of};

/// The order in which a search tries moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrdering {
    /// The order of the squares, as in the reports.
    Squares,
    /// The best by the evaluation first.
    Evaluated,
    /// The best by the evaluation first, with the values of all positions met so far.
    Stored,
}

/// The result of a search and its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchEffort {
    /// The value of the board for the side to move.
    pub value: f64,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Searches `board`, whose side to move is the agent, `depth` plies deep.
pub(crate) fn effort<E: Evaluation>(
    evaluation: &E,
    board: Board,
    depth: u32,
    ordering: MoveOrdering,
) -> SearchEffort {
    let mut search = Search { evaluation, ordering, nodes: 0, stored: HashMap::new() };
    let value = search.value(board, Turn::Own, depth, f64::NEG_INFINITY, f64::INFINITY);
    SearchEffort { value, nodes: search.nodes }
}

struct Search<'a, E> {
    evaluation: &'a E,
    ordering: MoveOrdering,
    nodes: u64,
    /// The bounds of the value of a board for a side and a depth.
    stored: HashMap<(Board, bool, u32), [f64; 2]>,
}

impl<E: Evaluation> Search<'_, E> {
    fn leaf(&self, board: Board, turn: Turn) -> f64 {
        match turn {
            Turn::Own => value_of(self.evaluation, board),
            Turn::Opponent => -value_of(self.evaluation, board.pass()),
        }
    }

    fn value(&mut self, board: Board, turn: Turn, depth: u32, alpha: f64, beta: f64) -> f64 {
        self.nodes += 1;
        if depth == 0 {
            return self.leaf(board, turn);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let is_over = board.pass().legal_moves().is_empty();
            if is_over || E::PASS == Pass::EndsTheBranch {
                return self.leaf(board, turn);
            }
            let depth = if E::PASS == Pass::IsAPly { depth - 1 } else { depth };
            return -self.value(board.pass(), turn.other(), depth, -beta, -alpha);
        }
        let key = (board, turn == Turn::Own, depth);
        if self.ordering == MoveOrdering::Stored
            && let Some([lower, upper]) = self.stored.get(&key)
        {
            if lower >= &beta || lower >= upper {
                return *lower;
            }
            if upper <= &alpha {
                return *upper;
            }
        }
        let best = self.best(board, turn, depth, alpha, beta);
        if self.ordering == MoveOrdering::Stored {
            let lower = if best > alpha { best } else { f64::NEG_INFINITY };
            let upper = if best < beta { best } else { f64::INFINITY };
            self.stored.insert(key, [lower, upper]);
        }
        best
    }

    fn best(&mut self, board: Board, turn: Turn, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for square in self.ordered(board, turn, depth) {
            let next = board.play_flips(square, board.flips(square));
            best = best.max(-self.value(next, turn.other(), depth - 1, -beta, -alpha));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }

    fn ordered(&self, board: Board, turn: Turn, depth: u32) -> Vec<Square> {
        let moves = board.legal_moves();
        // The leaves are evaluated anyway.
        if self.ordering == MoveOrdering::Squares || depth == 1 {
            return moves.iter().collect();
        }
        let valued = moves.iter().map(|square| {
            let next = board.play_flips(square, board.flips(square));
            (square, self.leaf(next, turn.other()))
        });
        let mut valued: Vec<_> = valued.collect();
        // The value is for the other side: the lowest is the best.
        valued.sort_by(|one, other| one.1.total_cmp(&other.1));
        valued.into_iter().map(|(square, _)| square).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveOrdering, effort};
    use crate::agents::FiveFactor;
    use crate::gene::Values;
    use crate::search::{AlphaBeta, Budget, Turn};
    use crate::testing::{assert_near, random_boards};
    use crate::{Form, Genome};

    #[test]
    fn the_order_of_moves_changes_the_work_and_not_the_value() {
        let genome = Genome::default_of(Form::FiveFactor);
        let evaluation = FiveFactor::new(&mut Values(genome.values()));
        let mut nodes = [0; 3];
        for board in random_boards(3).into_iter().step_by(4) {
            let mut budget = Budget::new(None, None);
            let mut search = AlphaBeta { evaluation: &evaluation, budget: &mut budget };
            let window = [f64::NEG_INFINITY, f64::INFINITY];
            let expected = search.value(board, Turn::Own, 4, window).unwrap();
            let orderings = [MoveOrdering::Squares, MoveOrdering::Evaluated, MoveOrdering::Stored];
            for (total, ordering) in nodes.iter_mut().zip(orderings) {
                let found = effort(&evaluation, board, 4, ordering);
                assert_near(found.value, expected);
                *total += found.nodes;
            }
        }
        assert!(nodes[0] > nodes[1] && nodes[1] > nodes[2], "{nodes:?}");
    }
}
