//! The depth of the next iteration.

use std::time::Duration;

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
        &[Selectivity::P87, Selectivity::P95, Selectivity::P99, Selectivity::Full]
    }
}

/// The first step of a search: one ply, so that a move is known early.
pub(crate) fn first(limits: &Limits) -> Step {
    Step { depth: 1, selectivity: limits.selectivity }
}

/// The step after `last`; `None` when there is nothing more to find.
pub(crate) fn next(last: Step, empties: u32, limits: &Limits, spent: Spent) -> Option<Step> {
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
    if can_complete && (is_next || is_time_to_complete(last.depth, empties, limits, spent)) {
        let selectivity = if empties <= 12 { Selectivity::Full } else { Selectivity::P87 };
        return Some(Step { depth: empties, selectivity });
    }
    Some(Step { depth: last.depth + 1, selectivity: limits.selectivity })
}

/// True if the next search goes to the end of the game.
fn is_time_to_complete(depth: u32, empties: u32, limits: &Limits, spent: Spent) -> bool {
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
    let needed = nodes_to_complete(empties);
    let by_nodes = limits.nodes.map(|most| most.saturating_sub(spent.nodes) as f64);
    let by_time = limits.time.map(|most| {
        let rate = spent.nodes as f64 / spent.time.as_secs_f64().max(1e-3);
        rate.max(1e6) * most.saturating_sub(spent.time).as_secs_f64()
    });
    by_nodes.into_iter().chain(by_time).all(|left| needed <= left)
}

/// The approximate node count of the most selective complete search.
pub(crate) fn nodes_to_complete(empties: u32) -> f64 {
    2e6 * 1.9_f64.powi(empties.cast_signed() - 20)
}
