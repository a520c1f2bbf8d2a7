//! The tree of a search.
//!
//! Positions that are reached by several orders of moves are one node, so the tree is a graph. A
//! move counts its own visits. The value of a node is the mean of its prediction and of the values
//! of its moves, weighted by their visits, so a node is worth the same on every way to it.

use std::collections::HashMap;

use outflank_core::{Board, Square};
use outflank_net::Prediction;

/// How much unlikely moves are explored.
const EXPLORATION: f32 = 1.5;
/// How much worse than its parent a move is expected to be before it was tried, if all other
/// moves were.
const REDUCTION: f32 = 0.25;

/// A move from a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) square: Square,
    /// The logarithm of the predicted probability.
    pub(crate) logarithm: f32,
    /// The predicted probability.
    pub(crate) prior: f32,
    /// The node after the move, once it was tried.
    pub(crate) child: Option<usize>,
    /// Whether the same side moves again, because the other side has to pass.
    is_same_side: bool,
    /// The simulations that made this move.
    pub(crate) visits: u32,
    /// Simulations through this move that wait for a prediction.
    pending: u32,
}

/// A position with the results of the simulations that went through it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The board, seen by the side to move. Forced passes are already made.
    pub(crate) board: Board,
    /// The moves; empty before the prediction, and at exact ends.
    pub(crate) edges: Vec<Edge>,
    /// The exact value, where it is known.
    pub(crate) exact: Option<f32>,
    /// The predicted value.
    pub(crate) predicted: f32,
    /// The mean value, from the view of the side to move.
    value: f32,
}

impl Node {
    fn new(board: Board) -> Self {
        Self { board, edges: Vec::new(), exact: None, predicted: 0.0, value: 0.0 }
    }

    /// The simulations that made a move here.
    pub(crate) fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }
}

/// A way down the tree: the nodes that were left and the moves that were made, then the last node.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) steps: Vec<(usize, usize)>,
    pub(crate) last: usize,
}

/// The positions of a search. The root is the first.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The node of each board.
    places: HashMap<Board, usize>,
    transpositions: Transpositions,
}

/// Whether boards that are reached by several orders of moves are one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transpositions {
    Shared,
    /// Only a match that measures the difference needs it.
    #[cfg(test)]
    Separate,
}

impl Tree {
    pub(crate) fn new(board: Board, transpositions: Transpositions) -> Self {
        let places = HashMap::from([(board, 0)]);
        Self { nodes: vec![Node::new(board)], places, transpositions }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The mean value of a move from the view of the side that makes it; `None` before a visit.
    pub(crate) fn value(&self, edge: &Edge) -> Option<f32> {
        let child = &self.nodes[edge.child?];
        let value = if edge.is_same_side { child.value } else { -child.value };
        (edge.visits > 0).then_some(value)
    }

    /// The move that the next simulation makes at a node. Pending simulations count as losses, so
    /// that others go elsewhere.
    pub(crate) fn select(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        let total: u32 = node.edges.iter().map(|edge| edge.visits + edge.pending).sum();
        let scale = EXPLORATION * (total.max(1) as f32).sqrt();
        let is_tried = |edge: &&Edge| edge.visits + edge.pending > 0;
        let tried: f32 = node.edges.iter().filter(is_tried).map(|edge| edge.prior).sum();
        let untried = (node.value - REDUCTION * tried.sqrt()).max(-1.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (at, edge) in node.edges.iter().enumerate() {
            let all = edge.visits + edge.pending;
            let value = if all == 0 {
                untried
            } else {
                let mean = self.value(edge).unwrap_or(0.0);
                (mean * edge.visits as f32 - edge.pending as f32) / all as f32
            };
            let urgency = value + scale * edge.prior / (1.0 + all as f32);
            if urgency > best.1 {
                best = (at, urgency);
            }
        }
        best.0
    }

    /// The node after a move, made if it was not tried before.
    pub(crate) fn child(&mut self, node: usize, edge: usize) -> usize {
        let parent = &self.nodes[node];
        if let Some(child) = parent.edges[edge].child {
            return child;
        }
        let next = parent.board.play(parent.edges[edge].square).expect("edges are legal moves");
        let has_to_pass = next.legal_moves().is_empty() && !next.is_over();
        let board = if has_to_pass { next.pass() } else { next };
        let child = self.node(board);
        let edge = &mut self.nodes[node].edges[edge];
        (edge.child, edge.is_same_side) = (Some(child), has_to_pass);
        child
    }

    /// The node of a board, made if there is none.
    fn node(&mut self, board: Board) -> usize {
        let new = self.nodes.len();
        let place = match self.transpositions {
            Transpositions::Shared => *self.places.entry(board).or_insert(new),
            #[cfg(test)]
            Transpositions::Separate => {
                self.places.insert(board, new);
                new
            }
        };
        if place == new {
            self.nodes.push(Node::new(board));
        }
        place
    }

    /// Gives a node the moves and the value of a prediction.
    pub(crate) fn expand(&mut self, node: usize, prediction: &Prediction) {
        let node = &mut self.nodes[node];
        if !node.edges.is_empty() {
            return;
        }
        (node.predicted, node.value) = (prediction.value(), prediction.value());
        let legal = node.board.legal_moves();
        let number = |square: Square| prediction.moves[square.index()];
        let highest = legal.iter().map(number).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = legal.iter().map(|square| (number(square) - highest).exp()).sum();
        node.edges.extend(legal.iter().map(|square| {
            let logarithm = number(square) - highest - sum.ln();
            Edge {
                square,
                logarithm,
                prior: logarithm.exp(),
                child: None,
                is_same_side: false,
                visits: 0,
                pending: 0,
            }
        }));
    }

    /// Gives a node its exact value.
    pub(crate) fn set_exact(&mut self, node: usize, value: f32) {
        let node = &mut self.nodes[node];
        (node.exact, node.value) = (Some(value), value);
    }

    /// Notes that a simulation waits for the prediction of the last node of a path.
    pub(crate) fn begin(&mut self, path: &Path) {
        for (node, edge) in &path.steps {
            self.nodes[*node].edges[*edge].pending += 1;
        }
    }

    /// Notes that it waits no longer.
    pub(crate) fn end(&mut self, path: &Path) {
        for (node, edge) in &path.steps {
            self.nodes[*node].edges[*edge].pending -= 1;
        }
    }

    /// Counts a simulation, and takes the value of its last node to all nodes before it.
    pub(crate) fn count(&mut self, path: &Path) {
        for (node, edge) in path.steps.iter().rev() {
            self.nodes[*node].edges[*edge].visits += 1;
            let here = &self.nodes[*node];
            let (mut visits, mut sum) = (1, f64::from(here.predicted));
            for edge in &here.edges {
                if let Some(value) = self.value(edge) {
                    visits += edge.visits;
                    sum += f64::from(value) * f64::from(edge.visits);
                }
            }
            self.nodes[*node].value = (sum / f64::from(visits)) as f32;
        }
    }

    /// The tree below a position; `None` if it was never reached.
    pub(crate) fn below(&self, board: Board) -> Option<Self> {
        let root = *self.places.get(&board)?;
        let mut below =
            Self { nodes: Vec::new(), places: HashMap::new(), transpositions: self.transpositions };
        below.copy(self, root, &mut HashMap::new());
        Some(below)
    }

    /// Copies a node and all below it. `copied` has the new places of nodes that were copied.
    fn copy(&mut self, from: &Self, node: usize, copied: &mut HashMap<usize, usize>) -> usize {
        if let Some(place) = copied.get(&node) {
            return *place;
        }
        let index = self.nodes.len();
        copied.insert(node, index);
        self.nodes.push(from.nodes[node].clone());
        self.places.insert(from.nodes[node].board, index);
        for at in 0..self.nodes[index].edges.len() {
            if let Some(child) = from.nodes[node].edges[at].child {
                let child = self.copy(from, child, copied);
                self.nodes[index].edges[at].child = Some(child);
            }
        }
        index
    }
}
