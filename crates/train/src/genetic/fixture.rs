//! Games to play.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_work::{Attention, Done, ItemResult, Performer, Runner, WorkBatch, WorkError};

use super::{Contest, ContestResult, Genes, Opening};
use crate::agents::{AGENTS, details};

/// A game between two agents of a list. Both may be the same agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) opening: Opening,
}

/// Plays all games, by the runner of the contest or else on all threads of the current pool.
/// Results are in the order of the games.
pub(super) fn play_all<C: Contest>(
    contest: &C,
    agents: &[&Genes],
    fixtures: &[Fixture],
) -> Vec<ContestResult> {
    let mut outcomes = vec![ContestResult { margin: 0 }; fixtures.len()];
    if let Some(runner) = contest.runner() {
        if let Err(error) = play_on(runner, contest, agents, fixtures, &mut outcomes) {
            contest.fail(error);
        }
        return outcomes;
    }
    let next = AtomicUsize::new(0);
    let played = rayon::broadcast(|_| {
        let mut players = PlayerList::new(agents.len());
        let genes = |agent: usize| agents[agent].values();
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = fixtures.get(number) else { return played };
            if contest.is_cancelled() {
                return played;
            }
            played.push((number, players.play(contest, &genes, *fixture)));
        }
    });
    for (number, outcome) in played.into_iter().flatten() {
        outcomes[number] = outcome;
    }
    outcomes
}

/// Plays all games by a runner.
fn play_on<C: Contest>(
    runner: &dyn Runner,
    contest: &C,
    agents: &[&Genes],
    fixtures: &[Fixture],
    outcomes: &mut [ContestResult],
) -> Result<(), WorkError> {
    let performer = |_| -> Box<dyn Performer + '_> {
        let players = PlayerList::new(agents.len());
        Box::new(LocalGames { contest, agents, fixtures, players })
    };
    let describe = || {
        let mut description = contest
            .describe()
            .ok_or_else(|| WorkError::NotPortable("these agents exist here only".to_owned()))?;
        let agents = serde_json::to_vec(agents).expect("genes are plain data");
        description.inputs.add(AGENTS, agents);
        Ok(description)
    };
    let batch = WorkBatch {
        details: &|range| details(fixtures, range),
        is_durable: false,
        should_stop: &|| contest.is_cancelled(),
        ..WorkBatch::new(0..fixtures.len() as u64, &performer, &describe)
    };
    let mut failure = None;
    runner.run(batch, &mut |done| {
        for Done { item, result, origin } in done {
            let margin = result.ok().and_then(|bytes| bytes.try_into().ok());
            let Some(margin) = margin.map(i32::from_le_bytes) else {
                failure = Some(WorkError::Cluster(format!("game {item} has no result")));
                return ControlFlow::Break(());
            };
            outcomes[item as usize] = ContestResult { margin };
            if origin.is_some() {
                contest.count_game();
            }
        }
        ControlFlow::Continue(())
    })?;
    failure.map_or(Ok(()), Err)
}

/// Plays games of this process.
struct LocalGames<'a, C: Contest> {
    contest: &'a C,
    agents: &'a [&'a Genes],
    fixtures: &'a [Fixture],
    players: PlayerList<C::Player>,
}

impl<C: Contest> Performer for LocalGames<'_, C> {
    fn perform(&mut self, item: u64, _: &Attention<'_>) -> ItemResult {
        let genes = |agent: usize| self.agents[agent].values();
        let result = self.players.play(self.contest, &genes, self.fixtures[item as usize]);
        Ok(Some(result.margin.to_le_bytes().to_vec()))
    }
}

/// The players of a thread, each made when it first plays.
pub(crate) struct PlayerList<P>(Vec<Option<P>>);

impl<P> PlayerList<P> {
    /// Places for this many players.
    pub(crate) fn new(agents: usize) -> Self {
        Self((0..agents).map(|_| None).collect())
    }

    /// Plays a game, and creates missing players from their genes.
    pub(crate) fn play<'g, C: Contest<Player = P>>(
        &mut self,
        contest: &C,
        genes: &dyn Fn(usize) -> &'g [f64],
        Fixture { first, second, opening }: Fixture,
    ) -> ContestResult {
        let make = |agent: usize| contest.player(genes(agent));
        if first == second {
            let player = self.0[first].get_or_insert_with(|| make(first));
            return contest.play(player, &mut make(second), opening);
        }
        let [one, other] =
            self.0.get_disjoint_mut([first, second]).expect("fixtures name two agents of the list");
        let one = one.get_or_insert_with(|| make(first));
        contest.play(one, other.get_or_insert_with(|| make(second)), opening)
    }
}
