//! Matches between two players.

mod pair;
mod plan;
mod stored;
mod tally;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_core::{Color, Game, Rule};
use outflank_work::{Threads, WorkError};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::runner::{FinishedGame, GameRunner, PlannedGame, RunClient, Stored};
use crate::{PlayerError, PlayerName, Slot, StopConditions, Terms};

pub use pair::{MatchGame, Pair};
pub use plan::{MatchObserver, MatchPlan};
pub use tally::Tally;

/// A match of two players: two games from every opening, with colours swapped.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rules of the games.
    pub rule: Rule,
    /// The players. All results are from the view of the first player, who is
    /// black in the first game of each pair.
    pub players: [PlayerName; 2],
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The seed of every random choice of the players.
    pub seed: u64,
    /// Time limits, platform, sandbox and resources.
    pub terms: Terms,
}

/// The reason why a match could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The games cannot be played at all.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl Match {
    /// Plays a pair of games from each of `openings`, until there are no more
    /// openings or `on_pair` returns [`ControlFlow::Break`]. It is called with
    /// every pair and with all results so far.
    ///
    /// Pairs are reported in the order of their openings, however long they
    /// take. So if the players are deterministic, the whole match is, with any
    /// number of games at the same time.
    pub fn play(
        &self,
        openings: &mut (dyn Iterator<Item = Game> + Send),
        on_pair: &mut dyn FnMut(Pair, &Tally) -> ControlFlow<()>,
    ) -> Result<Tally, MatchError> {
        self.play_with(MatchPlan::new(openings, &AtomicBool::new(false)), &mut |pair, tally: &_| {
            on_pair(pair, tally)
        })
    }

    /// Plays like [`Match::play`], by a plan and with an observer.
    pub fn play_with(
        &self,
        plan: MatchPlan<'_>,
        observer: &mut dyn MatchObserver,
    ) -> Result<Tally, MatchError> {
        let MatchPlan { openings, known, adjudication, stop, runner } = plan;
        let threads;
        let runner = if let Some(runner) = runner {
            runner
        } else {
            threads = Threads::new(self.concurrency)?;
            &threads
        };
        let runner = GameRunner {
            rule: self.rule,
            terms: &self.terms,
            players: self.players.iter().collect(),
            runner,
            adjudication,
            stop: StopConditions::by_flag(stop),
        };
        let queue = openings.enumerate().flat_map(|(pair, opening)| {
            [0, 1].map(|game| self.planned_game(Self::slot(2 * pair + game), opening.clone()))
        });
        let mut games = MatchGames { observer, tally: Tally::default(), first: None };
        runner.play(queue, known, &mut games)?;
        Ok(games.tally)
    }

    /// The place of a game in its event, by its number from 0.
    pub const fn slot(number: usize) -> Slot {
        Slot { round: 0, pair: (number / 2) as u32, game: (number % 2) as u32 }
    }

    /// The seed of both games of a pair.
    pub fn seed_of(&self, pair: usize) -> u64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(pair as u64);
        random.next_u64()
    }

    fn planned_game(&self, slot: Slot, opening: Game) -> PlannedGame<'_> {
        let [first, second] = &self.players;
        PlannedGame {
            slot,
            opening,
            players: if slot.game == 0 { [first, second] } else { [second, first] },
            seed: self.seed_of(slot.pair as usize),
        }
    }
}

/// The games of a match that is being played.
struct MatchGames<'a> {
    observer: &'a mut dyn MatchObserver,
    tally: Tally,
    /// The first game of a pair whose second game was not reported yet.
    first: Option<MatchGame>,
}

impl RunClient for MatchGames<'_> {
    type Game = MatchGame;
    type Error = MatchError;

    fn store(&mut self, games: Vec<FinishedGame>) -> Result<Stored<MatchGame>, MatchError> {
        let games: Vec<_> = games
            .into_iter()
            .map(|FinishedGame { number, slot, played, .. }| {
                let color = if slot.game == 0 { Color::Black } else { Color::White };
                (number, MatchGame { played, color })
            })
            .collect();
        let seen: Vec<_> = games.iter().map(|(number, game)| (*number, game)).collect();
        let next = self.observer.games(&seen);
        Ok(if next.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(games) })
    }

    fn report(&mut self, _: usize, game: MatchGame) -> ControlFlow<()> {
        let Some(first) = self.first.take() else {
            self.first = Some(game);
            return ControlFlow::Continue(());
        };
        let pair = Pair { games: [first, game] };
        self.tally.add(&pair);
        self.observer.pair(pair, &self.tally)
    }

    fn player_error(&self, _: usize, _: Color, error: PlayerError) -> MatchError {
        error.into()
    }

    fn work_error(&self, error: WorkError) -> MatchError {
        error.into()
    }
}

#[cfg(test)]
mod tests;
