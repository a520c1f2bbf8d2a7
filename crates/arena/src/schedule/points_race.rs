//! Everyone challenges the one ranked just ahead.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::pairing::drawn;

/// The meetings of a round, the challenger first. `order` is the ranking, and
/// `challengers` says how many have their turn; everyone if `None`. Turns go
/// round: nobody has two more than another one.
pub(super) fn meetings(
    order: &[usize],
    round: u32,
    challengers: Option<u32>,
    seed: u64,
) -> Vec<[usize; 2]> {
    let ahead = |rank: usize| [order[rank], order[rank - 1]];
    let Some(challengers) = challengers else {
        return (1..order.len()).map(ahead).collect();
    };
    let rank = |player: usize| order.iter().position(|ranked| *ranked == player);
    let first = u64::from(round) * u64::from(challengers);
    let turns = first..first + u64::from(challengers);
    let players = turns.filter_map(|turn| whose(order.len(), turn, seed));
    // The leader has nobody to challenge.
    let ranks = players.filter_map(rank).filter(|rank| *rank > 0);
    let meetings: Vec<_> = ranks.map(ahead).collect();
    if meetings.is_empty() && order.len() > 1 {
        // A round in which only the leader had a turn is the second's.
        return vec![ahead(1)];
    }
    meetings
}

/// Whose turn it is: everyone has one in every cycle, in an order that is drawn
/// for each.
fn whose(players: usize, turn: u64, seed: u64) -> Option<usize> {
    let (cycle, at) = (turn / players.max(1) as u64, turn % players.max(1) as u64);
    let mut order: Vec<_> = (0..players).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(drawn(seed, 1 << 62 | cycle)));
    order.get(at as usize).copied()
}
