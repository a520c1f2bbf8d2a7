//! The engine.

use std::time::{Duration, Instant};

use outflank_book::Books;
use outflank_core::{Board, Game, Rule};
use outflank_engine::{Engine, Limits, RemainingTime, Thinking};
use outflank_eval::Evaluation;
use rand_chacha::ChaCha8Rng;

use super::classic::time_for;
use crate::{EngineBook, EngineName, Fault, Player, PlayerError, Reply, TimeLeft};

/// The time between the clock of the referee and that of a player.
const MARGIN: Duration = Duration::from_millis(1);

/// Makes a player of the engine, with its evaluation.
pub(crate) fn engine_player(
    name: &EngineName,
    rule: Rule,
    random: ChaCha8Rng,
) -> Result<Box<dyn Player>, PlayerError> {
    let (options, thinking) = (name.options(), name.thinking);
    options.check()?;
    let book = EngineBook::of(name.book.as_ref(), name.weights.as_ref());
    let books = if thinking.may_use_book() { book.load(rule)? } else { Books::Off };
    let patterns = name.weights.clone().unwrap_or_default().patterns(rule)?;
    Ok(if let Some(patterns) = patterns {
        let engine = Engine::with_patterns(options, move |_| patterns.clone());
        Box::new(EnginePlayer { engine, books, thinking, rule, random, due: None })
    } else {
        let engine = Engine::hand_made(options);
        Box::new(EnginePlayer { engine, books, thinking, rule, random, due: None })
    })
}

/// The limits of a search that keeps to the clock of the game too. If the player's name has
/// no limit, the clock alone sets the time.
fn limits(thinking: Thinking, clock: TimeLeft, board: Board) -> Limits {
    let of_game = clock.game_time.map(|left| {
        let increment = Duration::ZERO;
        RemainingTime { left, increment }.share(board)
    });
    let of_move = time_for(TimeLeft { game_time: None, ..clock }, board.empties().len());
    let of_clock = of_game.into_iter().chain(of_move).min();
    let limits = thinking.limits(board);
    let own = limits.time.filter(|_| of_clock.is_none() || thinking != Thinking::default());
    Limits { time: own.into_iter().chain(of_clock).min(), ..limits }
}

/// Plays the move that the engine finds at its level. The transposition table
/// is kept from move to move.
struct EnginePlayer<E> {
    engine: Engine<E>,
    books: Books,
    thinking: Thinking,
    rule: Rule,
    random: ChaCha8Rng,
    /// The moment at which the last search had to end.
    due: Option<Instant>,
}

impl<E: Evaluation> Player for EnginePlayer<E> {
    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        let start = Instant::now();
        let board = game.position().board();
        let known = self.thinking.book_answer(&self.books, self.rule, board);
        if let Some(known) = known
            && let Some(best) = known.best
        {
            self.due = None;
            return Ok(Reply { score: Some(known.score.discs().into()), ..best.into() });
        }
        let limits = limits(self.thinking, clock, board);
        self.due = limits.time.and_then(|time| start.checked_add(time));
        let analysis = self.engine.search(self.rule, board, &limits, &mut |_| {});
        let played = self.thinking.choose(&analysis, &mut self.random);
        // A weak level may choose another move than the best.
        let score = (analysis.best == Some(played)).then(|| analysis.score.discs().into());
        Ok(Reply { score, ..played.into() })
    }

    /// A search looks at the time every few microseconds, and ends at its limit. So
    /// when it took longer, the machine did not let it look.
    fn end_turn(&mut self) -> Duration {
        let late = self.due.take().map_or(Duration::ZERO, |due| due.elapsed());
        if late.is_zero() { late } else { late + MARGIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn time(thinking: Thinking, move_time: Option<u32>, game_time: Option<u32>) -> Duration {
        let [move_time, game_time] = [move_time, game_time].map(|time| time.map(|n| SECOND * n));
        let limits = limits(thinking, TimeLeft { move_time, game_time }, Board::START);
        limits.time.expect("a clock limits the time")
    }

    #[test]
    fn a_search_keeps_to_the_clock_of_the_game() {
        let short = Thinking { time: Some(SECOND / 10), ..Thinking::default() };
        let deep = Thinking { depth: Some(30), ..Thinking::default() };
        // The shorter one of its own limit and that of the clock.
        assert_eq!(time(short, Some(1), Some(60)), SECOND / 10);
        assert_eq!(time(deep, Some(1), None), SECOND * 9 / 10);
        // Without a limit of its own the clock decides, not the default of 5 s.
        assert_eq!(time(Thinking::default(), None, None), Thinking::DEFAULT_TIME);
        assert_eq!(time(Thinking::default(), Some(20), None), SECOND * 18);
        for (game_time, least, most) in [(1, 20, 100), (60, 2_000, 10_000), (900, 30_000, 90_000)] {
            let time = time(Thinking::default(), None, Some(game_time)).as_millis();
            assert!((least..most).contains(&time), "{time} ms of {game_time} s");
        }
    }
}
