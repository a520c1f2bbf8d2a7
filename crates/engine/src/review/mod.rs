//! A whole game looked at again, move by move.

mod grade;
mod reviewed_move;
mod summary;
#[cfg(test)]
mod tests;

use outflank_core::{Board, Color, Game, Move, Position, Rule, Score};

use crate::{Analysis, Bound, Engine, Limits, Selectivity};

pub use grade::Grade;
pub use reviewed_move::ReviewedMove;
pub use summary::Summary;

/// A game with every move graded.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The game that was played.
    pub rule: Rule,
    /// Every move and pass in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// How each side played, black first.
    summaries: [Summary; 2],
}

impl Review {
    /// How one side played.
    pub const fn summary(&self, color: Color) -> &Summary {
        &self.summaries[color as usize]
    }
}

/// Searches every position of `game` within `limits` and grades what was
/// played there.
///
/// It goes from the end of the game to its beginning, because what was found
/// of a later position helps the search of an earlier one, and tells what the
/// move between them was worth. `on_ply` hears of every move in that order.
pub fn review(
    engine: &mut Engine,
    rule: Rule,
    game: &Game,
    limits: &Limits,
    on_ply: &mut dyn FnMut(&ReviewedMove),
) -> Review {
    let mut reviewer = Reviewer::new(rule, game);
    while let Some(reviewed) = reviewer.step(engine, limits) {
        on_ply(reviewed);
    }
    reviewer.finish()
}

/// A review that is done step by step, where others want the engine between
/// the steps: [`review`] is all of them in a row.
#[derive(Clone, Debug)]
pub struct Reviewer {
    rule: Rule,
    /// Where the game ended.
    last: Position,
    /// What has not been graded yet.
    plies: Vec<(Position, Move)>,
    /// What has, from the end of the game.
    graded: Vec<ReviewedMove>,
    /// What is known of the position after the next move to grade.
    next: Option<Worth>,
}

impl Reviewer {
    /// The review of a game, about to begin.
    pub fn new(rule: Rule, game: &Game) -> Self {
        let plies: Vec<_> = game.plies().collect();
        let graded = Vec::with_capacity(plies.len());
        Self { rule, last: game.position(), plies, graded, next: None }
    }

    /// How many moves have not been graded yet.
    pub fn left(&self) -> usize {
        self.plies.len()
    }

    /// Grades the last move that was not graded yet; `None` if there is none.
    ///
    /// A search that `limits` stopped has graded nothing that is worth telling.
    pub fn step(&mut self, engine: &mut Engine, limits: &Limits) -> Option<&ReviewedMove> {
        let (position, played) = self.plies.pop()?;
        let ply = Ply { number: self.plies.len() + 1, position, played };
        let mut judge = Judge { engine, rule: self.rule, limits };
        let next = self.next.take();
        let next = next.unwrap_or_else(|| judge.search(self.last.board(), limits));
        let (reviewed, worth) = judge.grade(ply, &next);
        self.next = Some(worth);
        self.graded.push(reviewed);
        self.graded.last()
    }

    /// The review of all moves that were graded, in the order of the game.
    pub fn finish(self) -> Review {
        let mut moves = self.graded;
        moves.reverse();
        let summaries = Color::BOTH.map(|color| Summary::of(&moves, color));
        Review { rule: self.rule, moves, summaries }
    }
}

/// A move where it was played.
#[derive(Clone, Copy)]
struct Ply {
    number: usize,
    position: Position,
    played: Move,
}

/// What is known of a position, for its side to move.
#[derive(Clone, Debug)]
struct Worth {
    score: i32,
    exact: bool,
    depth: u32,
    selectivity: Selectivity,
    pv: Vec<Move>,
}

impl Worth {
    /// What the position before is worth if `played` led here.
    fn before(&self, played: Move) -> Self {
        Self {
            score: -self.score,
            exact: self.exact,
            // A pass fills no square, and depth is counted in these.
            depth: self.depth + u32::from(played != Move::Pass),
            selectivity: self.selectivity,
            pv: std::iter::once(played).chain(self.pv.iter().copied()).collect(),
        }
    }
}

impl From<Analysis> for Worth {
    fn from(found: Analysis) -> Self {
        let Analysis { score, exact, depth, selectivity, pv, .. } = found;
        Self { score, exact, depth, selectivity, pv }
    }
}

/// What grades one move.
struct Judge<'a> {
    engine: &'a mut Engine,
    rule: Rule,
    limits: &'a Limits,
}

impl Judge<'_> {
    fn search(&mut self, board: Board, limits: &Limits) -> Worth {
        self.engine.search(self.rule, board, limits, &mut |_| {}).into()
    }

    /// Grades a move, and tells what the position before it is worth; `next`
    /// is the position after it.
    fn grade(&mut self, ply: Ply, next: &Worth) -> (ReviewedMove, Worth) {
        let Ply { number, position, played } = ply;
        let after = next.before(played);
        let is_forced = position.board().legal_moves().len() <= 1;
        let (score, best, grade, worth) = if is_forced {
            (after.score, played, Grade::Forced, after)
        } else {
            let found = self.engine.search(self.rule, position.board(), self.limits, &mut |_| {});
            let (score, is_proven) = self.score_of(ply, &after, &found);
            let best = found.best.unwrap_or(played);
            if best == played || score >= found.score {
                // The search may have thought less of it than it turned out
                // to be worth: nothing better is known then.
                let pv = if found.best == Some(played) { found.pv } else { after.pv };
                // Nothing beats all the discs.
                let exact = is_proven && (found.exact || score == Score::MAX.discs());
                let (depth, selectivity) = (found.depth, found.selectivity);
                (score, played, Grade::Best, Worth { score, exact, depth, selectivity, pv })
            } else {
                let mut worth = Worth::from(found);
                worth.exact &= is_proven;
                let grade = if worth.exact {
                    Grade::of_proven(score, worth.score)
                } else {
                    Grade::of_loss(worth.score.abs_diff(score))
                };
                (score, best, grade, worth)
            }
        };
        let reviewed = ReviewedMove {
            ply: number,
            position,
            played,
            score,
            best,
            best_score: worth.score,
            exact: worth.exact,
            depth: worth.depth,
            pv: worth.pv.clone(),
            grade,
        };
        (reviewed, worth)
    }

    /// What the played move is worth, and whether that is proven.
    ///
    /// A proof counts before all else. Otherwise the move has to be seen from
    /// as far away as the best one: evaluations sway between odd and even
    /// depths, and a deeper look at one of two moves would be called a loss.
    fn score_of(&mut self, ply: Ply, after: &Worth, found: &Analysis) -> (i32, bool) {
        let Ply { position, played, .. } = ply;
        if after.exact {
            return (after.score, true);
        }
        if found.best == Some(played) {
            return (found.score, found.exact);
        }
        let known = found.candidates.iter().find(|candidate| {
            candidate.played == played
                && candidate.bound == Bound::Exact
                && candidate.depth == found.depth
        });
        if let Some(candidate) = known {
            return (candidate.score, found.exact);
        }
        if (after.depth, after.selectivity) == (found.depth, found.selectivity) {
            return (after.score, after.exact);
        }
        let Some(next) = played.square().and_then(|square| position.play(square)) else {
            return (after.score, after.exact);
        };
        let limits = Limits {
            depth: Some(found.depth.saturating_sub(1).max(1)),
            selectivity: found.selectivity,
            ..self.limits.clone()
        };
        let again = self.search(next.board(), &limits);
        (-again.score, again.exact)
    }
}
