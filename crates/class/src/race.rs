//! The points race: the ladder, and who challenges whom.

use std::collections::BTreeMap;

use crate::{ClassSettings, PersonId, UnixMillis};

/// People in the order of their points. Whoever has as many points as another keeps the
/// place behind them; newcomers begin at the end of those with as many points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceLadder {
    order: Vec<PersonId>,
    points: BTreeMap<PersonId, i64>,
}

impl RaceLadder {
    /// The ladder of these people, in the order in which they came, without points.
    pub fn new(people: impl IntoIterator<Item = PersonId>) -> Self {
        Self { order: people.into_iter().collect(), points: BTreeMap::new() }
    }

    /// Counts a PK, which gave the first of two people this many half points in each game.
    pub fn count(&mut self, people: [PersonId; 2], half_points: [u8; 2], class: &ClassSettings) {
        for half_points in half_points {
            let worth = [class.points(half_points), class.points(2 - half_points)];
            for (person, points) in people.into_iter().zip(worth) {
                *self.points.entry(person).or_default() += points;
            }
        }
        let points = &self.points;
        self.order.sort_by_key(|person| -points.get(person).copied().unwrap_or(0));
    }

    /// The people, the leader first.
    pub fn order(&self) -> &[PersonId] {
        &self.order
    }

    /// The points of a person.
    pub fn points(&self, person: PersonId) -> i64 {
        self.points.get(&person).copied().unwrap_or(0)
    }

    /// The person ranked just ahead; `None` for the leader and for who is not in the race.
    pub fn ahead_of(&self, person: PersonId) -> Option<PersonId> {
        let rank = self.order.iter().position(|other| *other == person)?;
        self.order.get(rank.checked_sub(1)?).copied()
    }

    /// Who challenges automatically now: the one whose last challenge was longest ago, if
    /// that is at least `gap` ago. `last` has the last challenge of each person, also one
    /// that is not played yet.
    pub fn next_challenger(
        &self,
        last: &BTreeMap<PersonId, UnixMillis>,
        now: UnixMillis,
        gap: UnixMillis,
    ) -> Option<PersonId> {
        let when = |person: &PersonId| last.get(person).copied().unwrap_or(UnixMillis::MIN);
        let next = self.order.iter().skip(1).copied().min_by_key(when)?;
        (when(&next) <= now.saturating_sub(gap)).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use outflank_core::Rule;

    use super::*;

    const PEOPLE: [PersonId; 3] = [PersonId(1), PersonId(2), PersonId(3)];

    #[test]
    fn a_pk_moves_people_and_equals_keep_their_order() {
        let class = ClassSettings::new("class", Rule::Reversi);
        let [one, two, three] = PEOPLE;
        let mut ladder = RaceLadder::new(PEOPLE);
        assert_eq!((ladder.ahead_of(one), ladder.ahead_of(three)), (None, Some(two)));
        ladder.count([three, two], [2, 1], &class);
        assert_eq!(ladder.order(), [three, one, two]);
        assert_eq!([one, two, three].map(|person| ladder.points(person)), [0, -5, 5]);
        ladder.count([two, three], [2, 0], &class);
        assert_eq!(ladder.order(), [three, one, two]);
        assert_eq!(ladder.ahead_of(PersonId(9)), None);
    }

    #[test]
    fn everyone_but_the_leader_challenges_in_turn() {
        let [_, two, three] = PEOPLE;
        let ladder = RaceLadder::new(PEOPLE);
        let mut last = BTreeMap::new();
        assert_eq!(ladder.next_challenger(&last, 100, 50), Some(two));
        last.insert(two, 100);
        assert_eq!(ladder.next_challenger(&last, 100, 50), Some(three));
        last.insert(three, 120);
        assert_eq!(ladder.next_challenger(&last, 149, 50), None);
        assert_eq!(ladder.next_challenger(&last, 150, 50), Some(two));
    }
}
