//! A pair of games by itself, outside of a match or a tournament.

use std::sync::atomic::AtomicBool;

use outflank_core::{Color, Game, Rule};

use crate::runner::PlayerCache;
use crate::{PlayedGame, PlayerError, PlayerName, Terms, WatchedPlayer, referee};

/// Two games of two players from one opening, with colours swapped, as a tournament plays
/// them.
#[derive(Clone, Debug)]
pub struct PlannedPair {
    /// The rules of the games.
    pub rule: Rule,
    /// The players; the first is black in the first game.
    pub players: [PlayerName; 2],
    /// The moves before the players take over.
    pub opening: Game,
    /// The seed of every random choice of the players.
    pub seed: u64,
    /// Time limits, platform, sandbox and resources.
    pub terms: Terms,
    /// Which of the pairs that are played at the same time this is, from 0, and their
    /// number. Each has cores of its own if there are enough.
    pub worker: [usize; 2],
}

impl PlannedPair {
    /// Plays both games; `None` if `stop` became true before their end. `on_turn` is called
    /// with the number of the game, 0 or 1, and the game before each move.
    pub fn play(
        &self,
        on_turn: &(dyn Fn(usize, &Game) + Sync),
        stop: &AtomicBool,
    ) -> Result<Option<[PlayedGame; 2]>, PlayerError> {
        let [worker, workers] = self.worker;
        let mut cache = PlayerCache::new(self.rule, &self.terms, worker, workers);
        let [first, second] = &self.players;
        let mut played = Vec::with_capacity(2);
        for (number, names) in [[first, second], [second, first]].into_iter().enumerate() {
            let [black, white] =
                Color::BOTH.map(|color| cache.player(names[color as usize], color, self.seed));
            let mut players = [black?, white?];
            let on_turn = |game: &Game| on_turn(number, game);
            let [black, white] = &mut players;
            let mut watched = [
                &mut WatchedPlayer::new(&mut **black, on_turn),
                &mut WatchedPlayer::new(&mut **white, on_turn),
            ];
            let limits = self.terms.limits;
            let game = referee::play(self.rule, &self.opening, &mut watched, limits, None, stop);
            let Some(game) = game else { return Ok(None) };
            cache.put_back(names, players, &game.ending);
            played.push(game);
        }
        Ok(played.try_into().ok())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{OpeningsChoice, Pairing};

    #[test]
    fn a_pair_swaps_colours_and_tells_of_every_turn() {
        let opening = OpeningsChoice::Start.load(Rule::Reversi).unwrap();
        let pairing = Pairing { round: 0, number: 3, players: [0, 1] };
        let pair = PlannedPair {
            rule: Rule::Reversi,
            players: [PlayerName::Greedy, PlayerName::Random],
            opening: opening.sequence(7).next().unwrap(),
            seed: pairing.seed(7),
            terms: Terms::default(),
            worker: [0, 1],
        };
        let never = AtomicBool::new(false);
        let seen = Mutex::new([0, 0]);
        let count = |game: usize, _: &Game| seen.lock().unwrap()[game] += 1;
        let games = pair.play(&count, &never).unwrap().unwrap();
        assert_eq!(*seen.lock().unwrap(), games.each_ref().map(|game| game.moves.len()));
        let again = pair.play(&|_, _| (), &never).unwrap().unwrap();
        for (game, again) in games.iter().zip(&again) {
            assert_eq!(game.game.moves(), again.game.moves());
        }
        assert_ne!(games[1].game.moves(), games[0].game.moves());
        let stopped = AtomicBool::new(true);
        assert!(pair.play(&|_, _| (), &stopped).unwrap().is_none());
    }
}
