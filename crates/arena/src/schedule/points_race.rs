//! Points races.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::pairing::drawn;

/// The meetings of a round, the challenger first. `order` is the ranking, and
/// `challengers` is the number of players that have a turn; all players if `None`.
/// The turns of two players differ by one at most.
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
    // The leader has no player to challenge.
    let ranks = players.filter_map(rank).filter(|rank| *rank > 0);
    let meetings: Vec<_> = ranks.map(ahead).collect();
    if meetings.is_empty() && order.len() > 1 {
        // If only the leader has a turn, the second player challenges.
        return vec![ahead(1)];
    }
    meetings
}

/// The players that have a turn. Every player has one in every cycle, in an order
/// that is drawn for each cycle.
fn whose(players: usize, turn: u64, seed: u64) -> Option<usize> {
    let (cycle, at) = (turn / players.max(1) as u64, turn % players.max(1) as u64);
    let mut order: Vec<_> = (0..players).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(drawn(seed, 1 << 62 | cycle)));
    order.get(at as usize).copied()
}
