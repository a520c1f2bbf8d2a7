//! An agent: a form with its genome.

use std::fmt;
use std::time::Duration;

use outflank_core::{Board, Rule, Square};

use crate::agents::{Continuous, Corner, Evolved, FiveFactor, Phased, Staged};
use crate::gene::Values;
use crate::program::AnyProgram;
use crate::search::{MoveOrdering, SearchEffort};
use crate::{ExplainedMove, Explanation, Form, Genome, SearchLimits};

/// A form with a genome, ready to play.
///
/// It keeps no state between moves.
pub struct Agent {
    form: Form,
    rule: Rule,
    limits: SearchLimits,
    program: Box<dyn AnyProgram>,
}

/// The error of an agent that is for the other game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} plays {plays} only, not {rule}", subject(*form))]
pub struct WrongGame {
    /// The form of the agent.
    pub form: Form,
    /// The game of its numbers.
    pub plays: Rule,
    /// The game that was requested.
    pub rule: Rule,
}

/// The subject of the sentence. A form of both games is not what limits the agent.
fn subject(form: Form) -> String {
    if form.plays_both() { format!("this {form} genome") } else { form.to_string() }
}

impl Agent {
    /// Makes the agent with this genome for games of `rule`.
    pub fn new(genome: &Genome, rule: Rule, limits: SearchLimits) -> Result<Self, WrongGame> {
        let form = genome.form();
        if genome.rule() != rule {
            return Err(WrongGame { form, plays: genome.rule(), rule });
        }
        let mut values = Values(genome.values());
        let program: Box<dyn AnyProgram> = match form {
            Form::Phased => Box::new(Phased::new(&mut values)),
            Form::Staged => Box::new(Staged::new(&mut values)),
            Form::FiveFactor => Box::new(FiveFactor::new(&mut values)),
            Form::Corner => Box::new(Corner::new(&mut values)),
            Form::Evolved => Box::new(Evolved::new(&mut values)),
            Form::Continuous => Box::new(Continuous::new(&mut values, rule)),
        };
        debug_assert!(values.0.is_empty(), "{form} leaves genes unused");
        Ok(Self { form, rule, limits, program })
    }

    /// The form of the agent.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The game of the agent.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The move of the agent; `None` for a pass.
    pub fn choose(&self, board: Board) -> Option<Square> {
        self.choose_with(board, self.limits)
    }

    /// The move of the agent in a game with a time limit for moves; `None` for a
    /// pass. Agents that search for a time keep to it. Report 003 obeys the limit, whatever
    /// it is; report 004 never takes more than that of the course. Agents that search to a
    /// depth do not look at a clock.
    pub fn choose_within(&self, board: Board, limit: Duration) -> Option<Square> {
        let SearchLimits { depth, nodes, time } = self.limits;
        let usual = match self.form {
            _ if depth.is_some() || nodes.is_some() => None,
            Form::Corner => Some(limit),
            Form::Evolved | Form::Continuous => Some(SearchLimits::COURSE_TIME),
            Form::Phased | Form::Staged | Form::FiveFactor => None,
        };
        let own = time.or(usual);
        self.choose_with(board, SearchLimits { time: own.map(|own| own.min(limit)), ..self.limits })
    }

    /// The terms of a board and of the boards after each move, as the evaluation of the
    /// agent sees them, with the values of a search. The search has the depth of the
    /// agent's limits, or that of its report.
    pub fn explain(&self, board: Board) -> Explanation {
        let moves = board.legal_moves();
        let depth = self.limits.depth.unwrap_or_else(|| self.program.depth(moves)).max(1);
        let explained = |square: Square| {
            let next = board.play_flips(square, board.flips(square));
            let terms = self.program.terms(board, next.pass());
            let searched = self.program.value_after(board, square, depth);
            ExplainedMove { square, terms, searched }
        };
        let limits = if self.limits == SearchLimits::default() {
            SearchLimits::depth(depth)
        } else {
            self.limits
        };
        Explanation {
            terms: self.program.terms(board, board),
            depth,
            moves: moves.iter().map(explained).collect(),
            choice: self.choose_with(board, limits),
        }
    }

    /// Searches a board to a depth with an order of moves, and counts the work. The agent
    /// itself tries moves in the order of their squares.
    pub fn effort(&self, board: Board, depth: u32, ordering: MoveOrdering) -> SearchEffort {
        self.program.effort(board, depth, ordering)
    }

    fn choose_with(&self, board: Board, limits: SearchLimits) -> Option<Square> {
        let moves = board.legal_moves();
        if moves.is_empty() { None } else { self.program.choose(board, moves, limits) }
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("form", &self.form)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
