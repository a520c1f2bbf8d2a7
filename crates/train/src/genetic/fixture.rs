//! Games to play.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Contest, ContestResult, Genes, Opening};

/// A game between two agents of a list. Both may be the same agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) opening: Opening,
}

/// Plays all games on all threads of the current pool. Results are in the order of the
/// games.
pub(super) fn play_all<C: Contest>(
    contest: &C,
    agents: &[&Genes],
    fixtures: &[Fixture],
) -> Vec<ContestResult> {
    let next = AtomicUsize::new(0);
    let played = rayon::broadcast(|_| {
        let mut players: Vec<Option<C::Player>> = agents.iter().map(|_| None).collect();
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = fixtures.get(number) else { return played };
            if contest.is_cancelled() {
                return played;
            }
            played.push((number, play(contest, agents, &mut players, *fixture)));
        }
    });
    let mut outcomes = vec![ContestResult { margin: 0 }; fixtures.len()];
    for (number, outcome) in played.into_iter().flatten() {
        outcomes[number] = outcome;
    }
    outcomes
}

/// Plays a game with the players of this thread, and creates missing ones.
fn play<C: Contest>(
    contest: &C,
    agents: &[&Genes],
    players: &mut [Option<C::Player>],
    Fixture { first, second, opening }: Fixture,
) -> ContestResult {
    let make = |agent: usize| contest.player(agents[agent].values());
    if first == second {
        let player = players[first].get_or_insert_with(|| make(first));
        return contest.play(player, &mut make(second), opening);
    }
    let [one, other] =
        players.get_disjoint_mut([first, second]).expect("fixtures name two agents of the list");
    let one = one.get_or_insert_with(|| make(first));
    contest.play(one, other.get_or_insert_with(|| make(second)), opening)
}
