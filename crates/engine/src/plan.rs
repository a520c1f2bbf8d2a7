//! The depth of the next iteration.

use std::time::Duration;

use outflank_core::Rule;

use crate::{Goal, Limits, Selectivity};

/// One iteration of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

/// The cost so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// The passes of a complete search: bold ones first, so that a good move is
/// known early and the exact pass finds its moves in the table.
///
/// Without a limit, one selective pass before the exact one pays for itself and more do
/// not.
fn passes(limits: &Limits) -> &'static [Selectivity] {
    if limits.time.is_none() && limits.nodes.is_none() {
        &[Selectivity::P87, Selectivity::Full]
    } else {
        &[Selectivity::P73, Selectivity::P87, Selectivity::P95, Selectivity::P99, Selectivity::Full]
    }
}

/// The first step of a search: one ply, so that a move is known early.
pub(crate) fn first(limits: &Limits) -> Step {
    Step { depth: 1, selectivity: limits.selectivity }
}

/// The step after `last`; `None` when there is nothing more to find.
pub(crate) fn next(
    rule: Rule,
    last: Step,
    empties: u32,
    limits: &Limits,
    spent: Spent,
) -> Option<Step> {
    if last.depth >= empties {
        let mut later = passes(limits).iter().filter(|pass| **pass > last.selectivity);
        let selectivity = *later.next()?;
        return Some(Step { depth: empties, selectivity });
    }
    if limits.depth.is_some_and(|most| last.depth >= most) {
        return None;
    }
    let can_complete = limits.depth.is_none_or(|most| most >= empties);
    let is_next = last.depth + 1 >= empties;
    if can_complete && (is_next || is_time_to_complete(rule, last.depth, empties, limits, spent)) {
        let first = passes(limits).first().copied().unwrap_or(Selectivity::Full);
        let selectivity = if empties <= 12 { Selectivity::Full } else { first };
        return Some(Step { depth: empties, selectivity });
    }
    Some(Step { depth: last.depth + 1, selectivity: limits.selectivity })
}

/// True if the next search goes to the end of the game.
fn is_time_to_complete(
    rule: Rule,
    depth: u32,
    empties: u32,
    limits: &Limits,
    spent: Spent,
) -> bool {
    // Boards that are solved faster than prepared, or are searched deep enough to order
    // moves.
    if empties <= 10 {
        return true;
    }
    let prepared = empties.saturating_sub(12).clamp(2, 14);
    if depth < prepared {
        return false;
    }
    if limits.goal != Goal::Score || (limits.time.is_none() && limits.nodes.is_none()) {
        return true;
    }
    let needed = nodes_of_first_pass(rule, empties);
    let by_nodes = limits.nodes.map(|most| most.saturating_sub(spent.nodes) as f64);
    let by_time = limits.time.map(|most| {
        let rate = spent.nodes as f64 / spent.time.as_secs_f64().max(1e-3);
        COMPLETE_SPEED * rate.max(1e6) * most.saturating_sub(spent.time).as_secs_f64()
    });
    by_nodes.into_iter().chain(by_time).all(|left| needed <= left)
}

/// Nodes a second of a complete search, which visits many nearly full boards, in those of a
/// search of the middle game.
const COMPLETE_SPEED: f64 = 1.8;

/// The most selective complete search takes no more nodes than this in three of four cases.
fn nodes_of_first_pass(rule: Rule, empties: u32) -> f64 {
    let (with_20, growth) = match rule {
        Rule::Reversi => (0.28e6, 1.37_f64),
        Rule::Reversed => (0.6e6, 1.42),
    };
    with_20 * growth.powi(empties.cast_signed() - 20)
}
