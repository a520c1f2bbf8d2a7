//! What the network player sees on a board.

use outflank_core::{Board, Rule};
use outflank_net::{Inference, Network};
use outflank_zero::{RootChoice, Search, SearchStep, SearchedMove, Solver, predict_averaged};

use crate::explanation::{ExplainedTerm, MoveExplanation, PlayerExplanation};

/// The simulations of the search by default.
const SIMULATIONS: u32 = 400;
/// Boards in the search with at most this many empty squares are solved.
const EXACT: u32 = 10;

/// The prediction of a network, and the moves with their probabilities and visits. The prediction
/// is the mean over the eight symmetric boards.
pub(crate) fn of_network(
    network: &Network,
    rule: Rule,
    board: Board,
    simulations: Option<u32>,
) -> PlayerExplanation {
    let mut inference = Inference::new(network);
    let prediction = predict_averaged(&mut inference, board);
    let [win, draw, _] = prediction.outcome.map(|share| 100.0 * f64::from(share));
    let term = |name: &str, value| ExplainedTerm {
        name: name.to_owned(),
        count: None,
        weight: None,
        value,
    };
    let terms = vec![term("wins", win), term("half of the draws", draw / 2.0)];
    let mut explanation = PlayerExplanation {
        unit: "percent",
        terms,
        value: win + draw / 2.0,
        depth: None,
        moves: Vec::new(),
        choice: None,
        squares: None,
        regions: Vec::new(),
    };
    if board.legal_moves().is_empty() {
        return explanation;
    }
    let mut solver = Solver::new(rule, 1);
    let simulations = simulations.unwrap_or(SIMULATIONS);
    let mut search = Search::new(board, simulations, EXACT, RootChoice::Visits, 0);
    while let SearchStep::Predict(next) = search.step(&mut solver) {
        let predicted = if next == board { prediction } else { inference.predict(&[next])[0] };
        search.supply(&predicted);
    }
    let mut moves = search.moves();
    moves.sort_by(|one, other| {
        other.visits.cmp(&one.visits).then(other.prior.total_cmp(&one.prior))
    });
    let mut squares = vec![0.0; 64];
    for searched in &moves {
        squares[searched.square.index()] = 100.0 * f64::from(searched.prior);
    }
    let explained = |&SearchedMove { square, visits, prior, value, .. }: &SearchedMove| {
        let probability = 100.0 * f64::from(prior);
        MoveExplanation {
            played: square.to_string(),
            terms: vec![term("probability", probability)],
            value: probability,
            searched: value.map(|value| 50.0 + 50.0 * f64::from(value)),
            visits: Some(visits),
        }
    };
    explanation.moves = moves.iter().map(explained).collect();
    explanation.choice = moves.first().map(|first| first.square.to_string());
    explanation.squares = Some(squares);
    explanation
}
