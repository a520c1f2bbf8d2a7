//! The order in which waiting jobs get a worker.

use std::collections::BTreeMap;

use crate::{JobId, JobKind, PersonId, UnixMillis};

/// The time that a waiting job is expected to take when the order of the next ones is drawn up.
const EXPECTED: UnixMillis = 30_000;

/// A job that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingJob {
    /// Its number; an earlier job has a smaller one.
    pub id: JobId,
    /// What it is for.
    pub kind: JobKind,
    /// Whose turn it takes. All jobs of nobody take turns as one person.
    pub asked_by: Option<PersonId>,
}

/// The waiting jobs in the order in which they get a worker.
///
/// Checks come first, because people wait for them. After that it is the turn of whoever has
/// had the least time of workers lately; jobs of one person keep their order.
pub fn fair_order(
    waiting: &[WaitingJob],
    served: &BTreeMap<Option<PersonId>, UnixMillis>,
) -> Vec<WaitingJob> {
    let mut lines: BTreeMap<(bool, Option<PersonId>), Vec<WaitingJob>> = BTreeMap::new();
    for job in waiting {
        lines.entry((job.kind != JobKind::Check, job.asked_by)).or_default().push(*job);
    }
    for line in lines.values_mut() {
        line.sort_by_key(|job| std::cmp::Reverse(job.id));
    }
    let mut served = served.clone();
    let mut order = Vec::with_capacity(waiting.len());
    loop {
        let next = lines.iter().filter_map(|((is_later, person), line)| {
            let time = served.get(person).copied().unwrap_or(0);
            Some((*is_later, time, line.last()?.id, *person))
        });
        let Some((is_later, _, _, person)) = next.min() else { return order };
        order.extend(lines.get_mut(&(is_later, person)).and_then(Vec::pop));
        *served.entry(person).or_default() += EXPECTED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: i64, kind: JobKind, person: i64) -> WaitingJob {
        WaitingJob { id: JobId(id), kind, asked_by: (person > 0).then_some(PersonId(person)) }
    }

    fn ids(order: &[WaitingJob]) -> Vec<i64> {
        order.iter().map(|job| job.id.0).collect()
    }

    #[test]
    fn people_take_turns_and_checks_come_first() {
        let waiting = [
            job(1, JobKind::Race, 1),
            job(2, JobKind::Race, 1),
            job(3, JobKind::Playto, 1),
            job(4, JobKind::Race, 2),
            job(5, JobKind::Check, 1),
            job(6, JobKind::Tournament, 0),
        ];
        assert_eq!(ids(&fair_order(&waiting, &BTreeMap::new())), [5, 4, 6, 1, 2, 3]);
    }

    #[test]
    fn whoever_was_served_least_is_next() {
        let waiting = [job(1, JobKind::Race, 1), job(2, JobKind::Race, 2)];
        let served = BTreeMap::from([(Some(PersonId(1)), 5000), (Some(PersonId(2)), 100)]);
        assert_eq!(ids(&fair_order(&waiting, &served)), [2, 1]);
    }
}
