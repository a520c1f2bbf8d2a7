//! What a player sees on a board.

use outflank_classic::{ExplainedMove, Explanation, Term};
use outflank_core::{Board, Move, Rule};
use outflank_engine::{Engine, Limits};
use outflank_eval::{PatternRegions, Patterns};
use serde::Serialize;
use utoipa::ToSchema;

use crate::network_explanation::of_network;
use crate::{EngineName, PlayerError, PlayerName};

/// What a player sees on a board, and on the boards after each move. All values are for the
/// side to move.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlayerExplanation {
    /// The unit of all values: `points` of an agent, `discs`, or `percent` of a network.
    pub unit: &'static str,
    /// The terms of the evaluation.
    pub terms: Vec<ExplainedTerm>,
    /// Their sum.
    pub value: f64,
    /// The depth of the search of the moves in plies; `None` without a search.
    pub depth: Option<u32>,
    /// The moves, the best first. Those of a network are ordered by their visits.
    pub moves: Vec<MoveExplanation>,
    /// The move that the player chooses; `None` for a pass.
    pub choice: Option<String>,
    /// The part of each square, a1 to h8, in the value of the engine, or the probability of a
    /// move there by a network.
    pub squares: Option<Vec<f64>>,
    /// The parts of the regions of the engine, the largest first.
    pub regions: Vec<RegionPart>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ExplainedTerm {
    /// What is counted.
    pub name: String,
    /// The count; `None` for the patterns of the engine.
    pub count: Option<f64>,
    /// The weight of the count.
    pub weight: Option<f64>,
    /// Its part of the value.
    pub value: f64,
}

/// A move as a player sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MoveExplanation {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The terms of the board after the move.
    pub terms: Vec<ExplainedTerm>,
    /// Their sum.
    pub value: f64,
    /// The value by a search.
    pub searched: Option<f64>,
    /// The simulations of a network player that began with the move.
    pub visits: Option<u32>,
}

/// The part of a region of the board in the value of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RegionPart {
    /// Its squares, such as `a1 b1 a2`.
    pub squares: String,
    /// Its part of the value in discs.
    pub value: f64,
}

/// The reason why a player cannot be explained.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// It shows no evaluation.
    #[error(
        "{player} cannot be explained: expected classic:NAME, genome:FILE, zero, zero:FILE or an engine with trained weights"
    )]
    NoEvaluation {
        /// The player.
        player: String,
    },
    /// It cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl PlayerName {
    /// Explains what the player sees on a board. Moves are searched to `depth`, without one
    /// to the depth of an agent's report, and not at all by the engine.
    pub fn explain(
        &self,
        rule: Rule,
        board: Board,
        depth: Option<u32>,
    ) -> Result<PlayerExplanation, ExplainError> {
        let no_evaluation = || ExplainError::NoEvaluation { player: self.to_string() };
        match self {
            Self::Classic(name) => {
                let mut name = name.clone();
                name.limits.depth = depth.or(name.limits.depth);
                Ok(of_agent(&name.agent(rule)?.explain(board)))
            }
            Self::Engine(name) => {
                let weights = name.weights.clone().unwrap_or_default();
                let patterns = weights.patterns(rule).map_err(PlayerError::from)?;
                let patterns = patterns.ok_or_else(no_evaluation)?;
                Ok(of_engine(name, &patterns, rule, board, depth))
            }
            Self::Zero(name) => {
                let network = name.network(rule).map_err(PlayerError::from)?;
                Ok(of_network(&network, rule, board, name.limits.simulations))
            }
            _ => Err(no_evaluation()),
        }
    }
}

fn of_agent(explanation: &Explanation) -> PlayerExplanation {
    let explained = |explained: &ExplainedMove| MoveExplanation {
        played: explained.square.to_string(),
        terms: terms_of(&explained.terms),
        value: explained.value(),
        searched: Some(explained.searched),
        visits: None,
    };
    PlayerExplanation {
        unit: "points",
        terms: terms_of(&explanation.terms),
        value: explanation.value(),
        depth: Some(explanation.depth),
        moves: best_first(explanation.moves.iter().map(explained).collect()),
        choice: explanation.choice.map(|square| square.to_string()),
        squares: None,
        regions: Vec::new(),
    }
}

fn terms_of(terms: &[Term]) -> Vec<ExplainedTerm> {
    let term = |term: &Term| ExplainedTerm {
        name: term.name.to_owned(),
        count: Some(term.count),
        weight: Some(term.weight),
        // Zero has two signs.
        value: term.value() + 0.0,
    };
    terms.iter().map(term).collect()
}

fn of_engine(
    name: &EngineName,
    patterns: &Patterns,
    rule: Rule,
    board: Board,
    depth: Option<u32>,
) -> PlayerExplanation {
    let parts = patterns.regions(board);
    let searched = depth.map(|depth| {
        let patterns = patterns.clone();
        let mut engine = Engine::with_patterns(name.options(), move |_| patterns.clone());
        let limits = Limits { depth: Some(depth), lines: Limits::ALL_LINES, ..Limits::default() };
        engine.search(rule, board, &limits, &mut |_| {})
    });
    let moves = board.legal_moves().iter().map(|square| {
        let next = board.play_flips(square, board.flips(square));
        let parts = negated(patterns.regions(next));
        let of_this = |analysis: &outflank_engine::Analysis| {
            let mut candidates = analysis.candidates.iter();
            let found = candidates.find(|candidate| candidate.played == Move::Place(square))?;
            Some(f64::from(analysis.shown_candidate(found).0))
        };
        MoveExplanation {
            played: square.to_string(),
            terms: by_shape(&parts),
            value: parts.value(),
            searched: searched.as_ref().and_then(of_this),
            visits: None,
        }
    });
    let moves = best_first(moves.collect());
    let best = searched.as_ref().and_then(|analysis| analysis.best).map(|best| best.to_string());
    let choice = best.or_else(|| moves.first().map(|first| first.played.clone()));
    let mut regions: Vec<_> = parts
        .regions
        .iter()
        .map(|region| RegionPart { squares: words(region.squares), value: region.discs })
        .collect();
    regions.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    PlayerExplanation {
        unit: "discs",
        terms: by_shape(&parts),
        value: parts.value(),
        depth: searched.map(|analysis| analysis.depth),
        moves,
        choice,
        squares: Some(parts.by_square().to_vec()),
        regions,
    }
}

/// The same parts for the other side.
fn negated(mut parts: PatternRegions) -> PatternRegions {
    parts.constant = -parts.constant;
    for region in &mut parts.regions {
        region.discs = -region.discs;
    }
    parts
}

/// The constant, and for each shape the sum of its regions. A shape has the name of its
/// first region.
fn by_shape(parts: &PatternRegions) -> Vec<ExplainedTerm> {
    let term = |name: String, value| ExplainedTerm { name, count: None, weight: None, value };
    let shapes = parts.regions.chunk_by(|one, next| one.shape == next.shape);
    let shapes = shapes.map(|regions| {
        let value = regions.iter().map(|region| region.discs).sum();
        term(words(regions[0].squares), value)
    });
    std::iter::once(term("constant".to_owned(), parts.constant)).chain(shapes).collect()
}

fn words(squares: outflank_core::Bitboard) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Sorts by the search, or else by the value; equal moves keep their order.
fn best_first(mut moves: Vec<MoveExplanation>) -> Vec<MoveExplanation> {
    let worth = |one: &MoveExplanation| one.searched.unwrap_or(one.value);
    moves.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    moves
}

#[cfg(test)]
mod tests {
    use super::{Board, PlayerName, Rule};

    fn explain(name: &str, rule: Rule, depth: Option<u32>) -> super::PlayerExplanation {
        name.parse::<PlayerName>().unwrap().explain(rule, Board::START, depth).unwrap()
    }

    #[test]
    fn terms_add_up_to_the_value_of_the_board_and_of_each_move() {
        for (name, rule) in [
            ("classic:phased", Rule::Reversed),
            ("genome:evolved-evolved", Rule::Reversed),
            ("classic:corner,depth=2", Rule::Reversi),
            ("engine:threads=1,hash=1", Rule::Reversi),
        ] {
            let explanation = explain(name, rule, Some(2));
            let sum: f64 = explanation.terms.iter().map(|term| term.value).sum();
            assert!((sum - explanation.value).abs() < 1e-6, "{name}");
            assert_eq!(explanation.moves.len(), 4, "{name}");
            assert_eq!(explanation.depth, Some(2), "{name}");
            for explained in &explanation.moves {
                let sum: f64 = explained.terms.iter().map(|term| term.value).sum();
                assert!((sum - explained.value).abs() < 1e-6, "{name}");
                // The four first moves are the same by symmetry.
                let first = explanation.moves[0].searched.unwrap();
                assert!((explained.searched.unwrap() - first).abs() < 1e-6, "{name}");
            }
        }
    }

    #[test]
    fn the_engine_has_a_part_for_each_square_and_an_agent_has_none() {
        let engine = explain("engine:threads=1,hash=1", Rule::Reversed, None);
        let squares: f64 = engine.squares.as_ref().unwrap().iter().sum();
        assert!((engine.terms[0].value + squares - engine.value).abs() < 1e-6);
        assert_eq!((engine.terms.len(), engine.regions.len()), (17, 64));
        assert!(engine.regions[0].value.abs() >= engine.regions[63].value.abs());
        assert_eq!(engine.moves[0].searched, None);
        assert!(explain("classic:staged", Rule::Reversi, Some(1)).squares.is_none());
    }

    #[test]
    fn a_network_gives_its_probabilities_and_the_visits_of_its_search() {
        for rule in Rule::BOTH {
            let network = explain("zero:simulations=50", rule, None);
            assert_eq!(network.unit, "percent");
            let sum: f64 = network.terms.iter().map(|term| term.value).sum();
            assert!((sum - network.value).abs() < 1e-6 && (0.0..=100.0).contains(&sum));
            let squares = network.squares.unwrap();
            assert!((squares.iter().sum::<f64>() - 100.0).abs() < 1e-3);
            let visits: u32 = network.moves.iter().filter_map(|one| one.visits).sum();
            assert_eq!((visits, network.moves.len()), (50, 4));
            assert_eq!(network.choice.as_deref(), Some(network.moves[0].played.as_str()));
            assert!(network.moves.iter().all(|one| one.visits <= network.moves[0].visits));
        }
        // A side that has to pass.
        let board = Board::new(outflank_core::Bitboard::new(1), outflank_core::Bitboard::EMPTY);
        let zero: PlayerName = "zero".parse().unwrap();
        let passed = zero.explain(Rule::Reversi, board.unwrap(), None).unwrap();
        assert!(passed.moves.is_empty() && passed.choice.is_none());
    }

    #[test]
    fn players_without_an_evaluation_are_refused() {
        let refused = |name: &str| {
            let name: PlayerName = name.parse().unwrap();
            name.explain(Rule::Reversi, Board::START, None).unwrap_err().to_string()
        };
        assert!(refused("random").starts_with("random cannot be explained: expected classic:NAME"));
        assert!(refused("engine:weights=hand-made").contains("cannot be explained"));
        assert_eq!(refused("classic:evolved"), "evolved plays reversed only, not reversi");
    }
}
