//! Ratings of versions, with errors.

use std::collections::BTreeMap;

use outflank_arena::{Ratings, Results};

use crate::{PersonId, VersionId};

/// Drawn games between a version and the one before it that nobody played: the new version
/// begins where the old one stood, with a wider error.
const LINK: f64 = 4.0;

/// A counted PK of two versions, as ratings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPair {
    /// The versions and their people.
    pub sides: [(PersonId, VersionId); 2],
    /// Half points of the first side in each game.
    pub half_points: [u8; 2],
}

/// The rating of somebody's current version.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all is 0.
    pub elo: f64,
    /// Half the width of the interval of 95 %.
    pub error: f64,
}

/// The ratings of these current versions. The games of a current version count, and those of
/// the version before it that has any.
pub fn ratings(
    current: &[(PersonId, VersionId)],
    pairs: &[RatedPair],
) -> BTreeMap<PersonId, Rating> {
    // The latest version before the current one that has games.
    let mut before: BTreeMap<PersonId, VersionId> = BTreeMap::new();
    let now: BTreeMap<PersonId, VersionId> = current.iter().copied().collect();
    for (person, version) in pairs.iter().flat_map(|pair| pair.sides) {
        if now.get(&person).is_some_and(|current| version < *current) {
            let known = before.entry(person).or_insert(version);
            *known = version.max(*known);
        }
    }
    let rated =
        current.iter().copied().chain(before.iter().map(|(person, version)| (*person, *version)));
    let places: BTreeMap<VersionId, usize> =
        rated.enumerate().map(|(place, (_, version))| (version, place)).collect();
    let mut results = Results::new(places.len());
    for (person, version) in &before {
        results.add_draws(places[version], places[&now[person]], LINK);
    }
    for pair in pairs {
        let [first, second] = pair.sides.map(|(_, version)| places.get(&version));
        if let (Some(first), Some(second)) = (first, second)
            && first != second
        {
            for half_points in pair.half_points {
                results.add(*first, *second, half_points.into());
            }
        }
    }
    let ratings = Ratings::of(&results);
    let elo = |version: &VersionId| ratings.elo(places[version]).0;
    let mean = current.iter().map(|(_, version)| elo(version)).sum::<f64>();
    let mean = mean / current.len().max(1) as f64;
    let rating = |version: &VersionId| Rating {
        elo: elo(version) - mean,
        error: ratings.error(places[version]),
    };
    current.iter().map(|(person, version)| (*person, rating(version))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_version_begins_where_the_old_one_stood_with_a_wider_error() {
        let people = [1, 2, 3].map(|number| (PersonId(number), VersionId(number)));
        let [one, two, three] = people;
        let met = |first, second, half_points| RatedPair { sides: [first, second], half_points };
        let pairs: Vec<_> = (0..20)
            .flat_map(|_| [met(one, two, [2, 1]), met(one, three, [2, 1]), met(two, three, [2, 0])])
            .collect();
        let old = ratings(&people, &pairs);
        let renewed = [(PersonId(1), VersionId(9)), two, three];
        let new = ratings(&renewed, &pairs);
        let id = PersonId(1);
        assert!(old[&id].elo > 80.0, "{old:?}");
        assert!(new[&id].elo > 50.0 && new[&id].elo > new[&PersonId(2)].elo, "{new:?}");
        assert!(new[&id].error > old[&id].error * 1.5, "{old:?} {new:?}");
        let again: Vec<_> = (0..10).map(|_| met((id, VersionId(9)), two, [2, 1])).collect();
        let more = ratings(&renewed, &[pairs, again].concat());
        assert!(more[&id].error < new[&id].error, "{more:?}");
    }
}
