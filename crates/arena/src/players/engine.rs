//! The engine.

use std::time::{Duration, Instant};

use outflank_book::Books;
use outflank_core::{Game, Rule};
use outflank_engine::{Engine, Thinking};
use outflank_eval::Evaluation;
use rand_chacha::ChaCha8Rng;

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
    fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
        let start = Instant::now();
        let board = game.position().board();
        let known = self.thinking.book_answer(&self.books, self.rule, board);
        if let Some(known) = known
            && let Some(best) = known.best
        {
            self.due = None;
            return Ok(Reply { score: Some(known.score.discs().into()), ..best.into() });
        }
        let limits = self.thinking.limits(board);
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
