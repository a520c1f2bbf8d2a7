//! A review: every move of a game, graded.

mod by_book;
mod grade;
mod reviewed_move;
mod summary;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use outflank_book::Book;
use outflank_core::{Board, Color, Game, Move, Position, Rule};
use outflank_eval::Evaluation;

use crate::{Analysis, Bound, Engine, Limits, SearchScore, Selectivity, Stop, Thinking};

pub use grade::Grade;
pub use reviewed_move::ReviewedMove;
pub use summary::Summary;

/// A game with every move graded.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The rule set.
    pub rule: Rule,
    /// The limits of the search of each position.
    pub thinking: Thinking,
    /// Every move and pass in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// The summary of each side, black first.
    summaries: [Summary; 2],
}

impl Review {
    /// The summary of one side.
    pub const fn summary(&self, color: Color) -> &Summary {
        &self.summaries[color as usize]
    }

    /// The largest margin of its moves, in discs.
    pub fn margin(&self) -> u32 {
        self.moves.iter().map(|reviewed| reviewed.margin).max().unwrap_or_default()
    }
}

/// Searches every position of `game` within the limits of `thinking` and grades what was
/// played there.
///
/// It starts at the end of the game, because the search of a later position gives the value
/// of the move before it. `on_ply` is called for every move in that order.
///
/// Every position is searched by [`Engine::search_afresh`]. So without a time limit the
/// same game always has the same review.
///
/// ```
/// use outflank_core::{Color, Game, Rule};
/// use outflank_engine::{Engine, Options, Thinking, review};
///
/// let mut game = Game::new();
/// for name in ["f5", "d6", "c3"] {
///     game.play(name.parse().unwrap()).unwrap();
/// }
/// let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
/// let thinking = Thinking { depth: Some(3), ..Thinking::default() };
/// let review = review(&mut engine, Rule::Reversi, &game, thinking, &mut |_| {});
/// assert_eq!(review.moves.len(), 3);
/// assert_eq!(review.summary(Color::Black).choices(), 2);
/// ```
pub fn review<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    game: &Game,
    thinking: Thinking,
    on_ply: &mut dyn FnMut(&ReviewedMove),
) -> Review {
    Reviewer::new(rule, game, thinking).run(engine, on_ply)
}

/// A review in steps, for callers that share the engine with other work.
/// [`review`] runs all steps.
#[derive(Clone, Debug)]
pub struct Reviewer {
    rule: Rule,
    thinking: Thinking,
    /// The position at the end of the game.
    last: Position,
    /// The moves to grade.
    plies: Vec<(Position, Move)>,
    /// The graded moves, from the end of the game.
    graded: Vec<ReviewedMove>,
    /// The value of the position after the next move to grade.
    next: Option<Worth>,
    /// The book that knows the values of openings.
    book: Option<Arc<Book>>,
}

impl Reviewer {
    /// A review with no move graded yet.
    pub fn new(rule: Rule, game: &Game, thinking: Thinking) -> Self {
        let plies: Vec<_> = game.plies().collect();
        let graded = Vec::with_capacity(plies.len());
        Self { rule, thinking, last: game.position(), plies, graded, next: None, book: None }
    }

    /// Grades moves by the values of a book where it has the position and the move.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book>>) -> Self {
        Self { book: book.filter(|book| book.rule() == self.rule), ..self }
    }

    /// The number of moves to grade.
    pub fn left(&self) -> usize {
        self.plies.len()
    }

    /// Grades the last move that was not graded yet; `None` if there is none.
    ///
    /// If `stop` ended a search, the grade means nothing.
    pub fn step<E: Evaluation>(
        &mut self,
        engine: &mut Engine<E>,
        stop: &Stop,
    ) -> Option<&ReviewedMove> {
        let (position, played) = self.plies.pop()?;
        let ply = Ply { number: self.plies.len() + 1, position, played };
        let book = self.book.as_deref();
        if let Some(found) = book.and_then(|book| by_book::grade(book, ply)) {
            let (reviewed, worth) = found;
            self.next = Some(worth);
            self.graded.push(reviewed);
            return self.graded.last();
        }
        let mut judge = Judge { engine, rule: self.rule, thinking: self.thinking, stop };
        let next = self.next.take();
        let next = next.unwrap_or_else(|| judge.search(self.last.board()).into());
        let (reviewed, worth) = judge.grade(ply, &next);
        self.next = Some(worth);
        self.graded.push(reviewed);
        self.graded.last()
    }

    /// Grades all moves. `on_ply` is called for each, from the end of the game.
    pub fn run<E: Evaluation>(
        mut self,
        engine: &mut Engine<E>,
        on_ply: &mut dyn FnMut(&ReviewedMove),
    ) -> Review {
        while let Some(reviewed) = self.step(engine, &Stop::default()) {
            on_ply(reviewed);
        }
        self.finish()
    }

    /// The review of all moves that were graded, in the order of the game.
    pub fn finish(self) -> Review {
        let mut moves = self.graded;
        moves.reverse();
        let summaries = Color::BOTH.map(|color| Summary::of(&moves, color));
        Review { rule: self.rule, thinking: self.thinking, moves, summaries }
    }
}

/// A move and its position.
#[derive(Clone, Copy)]
struct Ply {
    number: usize,
    position: Position,
    played: Move,
}

/// The value of a position for its side to move.
#[derive(Clone, Debug)]
struct Worth {
    score: SearchScore,
    exact: bool,
    depth: u32,
    selectivity: Selectivity,
    margin: u32,
    pv: Vec<Move>,
}

impl Worth {
    /// The value of the position before, if `played` led here.
    fn before(&self, played: Move) -> Self {
        Self {
            score: -self.score,
            exact: self.exact,
            // A pass fills no square, and depth is counted in these.
            depth: self.depth + u32::from(played != Move::Pass),
            selectivity: self.selectivity,
            margin: self.margin,
            pv: std::iter::once(played).chain(self.pv.iter().copied()).collect(),
        }
    }

    /// A move in a position of this value, graded by a search.
    fn reviewed(&self, ply: Ply, score: SearchScore, best: Move, grade: Grade) -> ReviewedMove {
        let Ply { number, position, played } = ply;
        ReviewedMove {
            ply: number,
            position,
            played,
            score,
            best,
            best_score: self.score,
            exact: self.exact,
            depth: self.depth,
            margin: if self.exact { 0 } else { self.margin },
            pv: self.pv.clone(),
            grade,
            is_book: false,
        }
    }
}

impl From<Analysis> for Worth {
    fn from(found: Analysis) -> Self {
        let Analysis { score, exact, depth, selectivity, margin, pv, .. } = found;
        Self { score, exact, depth, selectivity, margin, pv }
    }
}

/// The value of the position with the move that was played.
struct PlayedWorth {
    score: SearchScore,
    exact: bool,
    margin: u32,
}

/// The grading of one move.
struct Judge<'a, E> {
    engine: &'a mut Engine<E>,
    rule: Rule,
    thinking: Thinking,
    stop: &'a Stop,
}

impl<E: Evaluation> Judge<'_, E> {
    fn search(&mut self, board: Board) -> Analysis {
        // Every move has a score of its own, found by the same search as the best one.
        let stop = self.stop.clone();
        let limits = Limits { lines: Limits::ALL_LINES, stop, ..self.thinking.limits(board) };
        self.engine.search_afresh(self.rule, board, &limits, &mut |_| {})
    }

    /// Grades a move, and returns the value of the position before it. `next` is
    /// the value of the position after it.
    fn grade(&mut self, ply: Ply, next: &Worth) -> (ReviewedMove, Worth) {
        let Ply { position, played, .. } = ply;
        let after = next.before(played);
        let is_forced = position.board().legal_moves().len() <= 1;
        let (score, best, grade, worth) = if is_forced {
            (after.score, played, Grade::Forced, after)
        } else {
            let found = self.search(position.board());
            let PlayedWorth { score, exact: is_proven, margin } = Self::played(ply, &after, &found);
            let margin = margin.max(found.margin);
            let best = found.best.unwrap_or(played);
            if best == played || score >= found.score {
                // The search may have thought less of it than it turned out
                // to be worth: nothing better is known then.
                let pv = if found.best == Some(played) { found.pv } else { after.pv };
                // Nothing beats all the discs.
                let exact = is_proven && (found.exact || score == SearchScore::MAX);
                let Analysis { depth, selectivity, .. } = found;
                let worth = Worth { score, exact, depth, selectivity, margin, pv };
                (score, played, Grade::Best, worth)
            } else {
                let mut worth = Worth { margin, ..found.into() };
                worth.exact &= is_proven;
                let grade = if worth.exact {
                    Grade::of_proven(score, worth.score)
                } else {
                    Grade::of_loss(worth.score.discs().abs_diff(score.discs()))
                };
                (score, best, grade, worth)
            }
        };
        let reviewed = worth.reviewed(ply, score, best, grade);
        (reviewed, worth)
    }

    /// The value of the played move: a proof if there is one, otherwise what the search of all moves
    /// found.
    ///
    /// An estimate of the next position is not compared with the best move: evaluations sway between
    /// odd and even depths, and a deeper look at one of two moves would be called a loss.
    fn played(ply: Ply, after: &Worth, found: &Analysis) -> PlayedWorth {
        let &Analysis { exact, margin, .. } = found;
        let mut candidates = found.candidates.iter();
        let known = candidates.find(|candidate| candidate.played == ply.played);
        match known.filter(|candidate| candidate.bound == Bound::Exact && candidate.depth > 0) {
            Some(candidate) if !after.exact => {
                PlayedWorth { score: candidate.score, exact, margin }
            }
            _ => PlayedWorth { score: after.score, exact: after.exact, margin: after.margin },
        }
    }
}
