//! How much work a unit has, and which batches are not worth sending.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Batches that take less time on this machine are performed here: a second, or
/// `OUTFLANK_CLUSTER_WORTH_MS` in milliseconds.
pub(crate) fn worth_sending() -> Duration {
    let told = std::env::var("OUTFLANK_CLUSTER_WORTH_MS").ok();
    Duration::from_millis(told.and_then(|text| text.parse().ok()).unwrap_or(1000))
}

/// The time of a unit, in seconds, where a batch is long enough.
const UNIT: f64 = 5.0;
/// The least time of a unit, in seconds. Shorter ones would spend too much of it in the queue.
const SHORTEST: f64 = 0.25;
/// A batch has this many units for each core, so that all cores end at about the same time.
const UNITS_PER_CORE: f64 = 4.0;
/// The most items of a unit.
const MAX_ITEMS: u64 = 4096;

/// Knows how long items take.
#[derive(Default)]
pub(crate) struct Planner {
    /// Seconds of one core for an item, by the settings of the batch.
    costs: Mutex<HashMap<String, f64>>,
}

impl Planner {
    /// The seconds of an item with these settings, if such items were performed before.
    pub(crate) fn cost(&self, settings: &str) -> Option<f64> {
        self.costs.lock().unwrap_or_else(PoisonError::into_inner).get(settings).copied()
    }

    /// Learns how long an item took. Newer items count more.
    pub(crate) fn learn(&self, settings: &str, seconds: f64) {
        let mut costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let cost = costs.entry(settings.to_owned()).or_insert(seconds);
        *cost += 0.2 * (seconds - *cost);
    }
}

/// The number of items of a unit. It is a power of two, so that a run that is started again
/// mostly has the same units.
pub(crate) fn unit_size(cost: f64, items: Option<u64>, cores: usize, together: u64) -> u64 {
    let cost = cost.max(1e-9);
    let share =
        items.map_or(f64::INFINITY, |items| items as f64 / (UNITS_PER_CORE * cores.max(1) as f64));
    let size = (UNIT / cost).min(share).max(SHORTEST / cost).min(MAX_ITEMS as f64);
    #[expect(clippy::cast_sign_loss, reason = "a size is positive")]
    let size = (size as u64).max(1);
    (1 << size.ilog2()).max(together)
}

/// The number of items of the last units of a batch: those that take the shortest time.
pub(crate) fn least_size(cost: f64, size: u64, together: u64) -> u64 {
    let mut least = size;
    while least / 2 >= together && (least / 2) as f64 * cost >= SHORTEST {
        least /= 2;
    }
    least
}

#[cfg(test)]
mod tests {
    use super::{Planner, least_size, unit_size};

    #[test]
    fn units_take_seconds_but_every_core_gets_some() {
        // Long items are sent one by one, or in pairs that stay together.
        assert_eq!(unit_size(30.0, Some(1000), 4, 1), 1);
        assert_eq!(unit_size(30.0, Some(1000), 4, 2), 2);
        // 10 ms an item: 256 of them take 2.56 s.
        assert_eq!(unit_size(0.01, None, 4, 1), 256);
        // 4000 items for 40 cores: not more than 25 each.
        assert_eq!(unit_size(0.01, Some(4000), 40, 1), 16);
        // Never less than a quarter of a second.
        assert_eq!(unit_size(0.001, Some(4000), 40, 1), 128);
        assert_eq!(unit_size(0.0, Some(10), 1, 2), 4096);
    }

    #[test]
    fn the_last_units_take_at_least_a_quarter_of_a_second() {
        assert_eq!(least_size(0.01, 512, 1), 32);
        assert_eq!(least_size(0.01, 16, 1), 16);
        assert_eq!(least_size(1.0, 4, 2), 2);
    }

    #[test]
    fn the_cost_of_an_item_is_learnt_by_its_settings() {
        let planner = Planner::default();
        assert_eq!(planner.cost("a"), None);
        planner.learn("a", 1.0);
        planner.learn("a", 2.0);
        assert_eq!(planner.cost("a"), Some(1.2));
        assert_eq!(planner.cost("b"), None);
    }
}
