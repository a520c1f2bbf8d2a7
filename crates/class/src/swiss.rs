//! Swiss tournaments: in each round people of about the same score meet.

use std::collections::BTreeSet;

/// The pairings of the next round: `order` has the players by their score, the best first,
/// and `met` the pairs that have already met, the smaller number first. With an odd number
/// the last player who has rested least often rests; `rested` has who has.
///
/// Each player meets the next one in the order that they have not met. If nobody is left, the
/// next one is met again.
pub fn swiss_round(
    order: &[usize],
    met: &BTreeSet<[usize; 2]>,
    rested: &BTreeSet<usize>,
) -> Vec<[usize; 2]> {
    let mut left = order.to_vec();
    if left.len() % 2 == 1 {
        let rests = left.iter().rposition(|player| !rested.contains(player));
        left.remove(rests.unwrap_or(left.len() - 1));
    }
    let mut pairings = Vec::with_capacity(left.len() / 2);
    while left.len() > 1 {
        let player = left.remove(0);
        let has_met = |other: usize| met.contains(&[player.min(other), player.max(other)]);
        let at = left.iter().position(|other| !has_met(*other)).unwrap_or(0);
        pairings.push([player, left.remove(at)]);
    }
    pairings
}

/// The usual number of rounds: enough to find the best of `players`, and two more.
pub const fn swiss_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros() + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_twice_and_one_rests() {
        let mut met = BTreeSet::new();
        let mut rested = BTreeSet::new();
        for _ in 0..3 {
            let pairings = swiss_round(&[0, 1, 2, 3, 4, 5, 6], &met, &rested);
            assert_eq!(pairings.len(), 3);
            let playing: BTreeSet<_> = pairings.iter().flatten().copied().collect();
            assert_eq!(playing.len(), 6);
            let rests = (0..7).find(|player| !playing.contains(player)).unwrap();
            assert!(rested.insert(rests), "{rests} rests again");
            for [one, other] in pairings {
                assert!(met.insert([one.min(other), one.max(other)]), "{one} {other}");
            }
        }
        assert_eq!((swiss_rounds(2), swiss_rounds(100), swiss_rounds(0)), (3, 9, 2));
    }
}
