//! The reports' agents.

use std::time::Duration;

use outflank_classic::Agent;
use outflank_core::{Game, Move};

use crate::{Fault, Player, Reply, TimeLeft};

/// Plays the move that an agent of a report chooses.
pub(crate) struct Classic(pub(crate) Agent);

impl Player for Classic {
    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        let board = game.position().board();
        let square = match time_for(clock, board.empties().len()) {
            Some(limit) => self.0.choose_within(board, limit),
            None => self.0.choose(board),
        };
        Ok(square.map_or(Move::Pass, Move::Place).into())
    }
}

/// The time to think about a move: a part of the time left in the game, and less
/// than the limit of the move, because a busy machine may be slow to listen.
pub(super) fn time_for(clock: TimeLeft, empties: u32) -> Option<Duration> {
    let within = |limit: Duration| {
        let margin = (limit / 10).max(Duration::from_millis(20));
        limit.saturating_sub(margin).max(limit / 2)
    };
    let of_game = clock.game_time.map(|left| left / (empties / 2 + 2));
    clock.move_time.map(within).into_iter().chain(of_game).min()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use outflank_core::{Color, Game, Rule};

    use super::time_for;
    use crate::{PlayerName, Terms, TimeLeft};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_agent_that_searches_for_a_time_keeps_to_that_of_the_game() {
        let clock = TimeLeft { move_time: Some(SECOND / 10), game_time: None };
        for (name, rule) in [
            ("classic:corner", Rule::Reversi),
            ("classic:evolved", Rule::Reversed),
            ("classic:corner,time=1h", Rule::Reversi),
        ] {
            let name: PlayerName = name.parse().unwrap();
            let mut player = name.player(rule, Color::Black, 1, &Terms::default()).unwrap();
            let start = Instant::now();
            player.choose(&Game::new(), clock).unwrap();
            assert!(start.elapsed() < 2 * SECOND, "{name}: {:?}", start.elapsed());
        }
    }

    #[test]
    fn a_move_takes_a_part_of_the_game() {
        let of = |move_time: Option<Duration>, game_time: Option<Duration>, empties| {
            time_for(TimeLeft { move_time, game_time }, empties)
        };
        assert_eq!(of(None, None, 60), None);
        assert_eq!(of(Some(SECOND), None, 60), Some(SECOND * 9 / 10));
        assert_eq!(of(Some(5 * SECOND), Some(64 * SECOND), 60), Some(2 * SECOND));
        assert_eq!(of(None, Some(SECOND), 0), Some(SECOND / 2));
        assert_eq!(of(Some(SECOND / 100), None, 60), Some(SECOND / 200));
    }
}
