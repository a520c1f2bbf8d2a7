//! The tree of a search.

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
}

/// A position with the results of the simulations that went through it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The board, seen by the side to move. Forced passes are already made.
    pub(crate) board: Board,
    /// Whether the side to move is that of the parent, because the other side had to pass.
    pub(crate) is_same_side: bool,
    /// The moves; empty before the prediction, and at exact ends.
    pub(crate) edges: Vec<Edge>,
    /// The exact value, where it is known.
    pub(crate) exact: Option<f32>,
    /// The predicted value.
    pub(crate) predicted: f32,
    pub(crate) visits: u32,
    /// Simulations that wait for a prediction below this node.
    pub(crate) pending: u32,
    /// The sum of the values of all visits, from the view of the side to move.
    pub(crate) sum: f64,
}

impl Node {
    pub(crate) fn new(board: Board, is_same_side: bool) -> Self {
        Self {
            board,
            is_same_side,
            edges: Vec::new(),
            exact: None,
            predicted: 0.0,
            visits: 0,
            pending: 0,
            sum: 0.0,
        }
    }

    /// The mean value from the view of the parent. Pending simulations count as losses, so that
    /// others go elsewhere.
    fn value_for_parent(&self) -> f32 {
        let mean = if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) };
        let mean = if self.is_same_side { mean } else { -mean };
        let (visits, pending) = (f64::from(self.visits), f64::from(self.pending));
        ((mean * visits - pending) / (visits + pending).max(1.0)) as f32
    }
}

/// The positions of a search. The root is the first.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(board: Board) -> Self {
        Self { nodes: vec![Node::new(board, false)] }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The visits of a move of a node.
    pub(crate) fn visits(&self, edge: &Edge) -> u32 {
        edge.child.map_or(0, |child| self.nodes[child].visits)
    }

    /// The mean value of a move from the view of the side that makes it; `None` before a visit.
    pub(crate) fn value(&self, edge: &Edge) -> Option<f32> {
        let child = &self.nodes[edge.child?];
        (child.visits > 0).then(|| child.value_for_parent())
    }

    /// The move that the next simulation makes at a node.
    pub(crate) fn select(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        let total = f64::from(node.visits + node.pending);
        let scale = EXPLORATION * (total.max(1.0)).sqrt() as f32;
        let tried: f32 =
            node.edges.iter().filter(|edge| edge.child.is_some()).map(|edge| edge.prior).sum();
        let mean = if node.visits == 0 {
            node.predicted
        } else {
            (node.sum / f64::from(node.visits)) as f32
        };
        let untried = (mean - REDUCTION * tried.sqrt()).max(-1.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (at, edge) in node.edges.iter().enumerate() {
            let (visits, value) = edge.child.map_or((0, untried), |child| {
                let child = &self.nodes[child];
                (child.visits + child.pending, child.value_for_parent())
            });
            let urgency = value + scale * edge.prior / (1.0 + visits as f32);
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
        let child = if has_to_pass { Node::new(next.pass(), true) } else { Node::new(next, false) };
        let index = self.nodes.len();
        self.nodes.push(child);
        self.nodes[node].edges[edge].child = Some(index);
        index
    }

    /// Gives a node the moves and the value of a prediction.
    pub(crate) fn expand(&mut self, node: usize, prediction: &Prediction) {
        let node = &mut self.nodes[node];
        if !node.edges.is_empty() {
            return;
        }
        node.predicted = prediction.value();
        let legal = node.board.legal_moves();
        let number = |square: Square| prediction.moves[square.index()];
        let highest = legal.iter().map(number).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = legal.iter().map(|square| (number(square) - highest).exp()).sum();
        node.edges.extend(legal.iter().map(|square| {
            let logarithm = number(square) - highest - sum.ln();
            Edge { square, logarithm, prior: logarithm.exp(), child: None }
        }));
    }

    /// Adds the value of the last node of a path to all its nodes.
    pub(crate) fn add_value(&mut self, path: &[usize], value: f32) {
        let mut value = f64::from(value);
        for at in path.iter().rev() {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.sum += value;
            if !node.is_same_side {
                value = -value;
            }
        }
    }

    /// The tree below a position within two moves of the root; `None` if it was never reached.
    pub(crate) fn below(&self, board: Board) -> Option<Self> {
        let children = |node: usize| self.nodes[node].edges.iter().filter_map(|edge| edge.child);
        let near = children(0).chain(children(0).flat_map(children));
        let root = near.into_iter().find(|node| self.nodes[*node].board == board)?;
        let mut below = Self { nodes: Vec::new() };
        below.copy(self, root);
        below.nodes[0].is_same_side = false;
        Some(below)
    }

    fn copy(&mut self, from: &Self, node: usize) -> usize {
        let index = self.nodes.len();
        self.nodes.push(from.nodes[node].clone());
        for at in 0..self.nodes[index].edges.len() {
            if let Some(child) = from.nodes[node].edges[at].child {
                let child = self.copy(from, child);
                self.nodes[index].edges[at].child = Some(child);
            }
        }
        index
    }
}
