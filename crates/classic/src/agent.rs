//! An agent: a form with its genome.

use std::fmt;
use std::time::Duration;

use outflank_core::{Bitboard, Board, Rule, Square};

use crate::agents::{Corner, Evolved, FiveFactor, Phased, Staged};
use crate::gene::Values;
use crate::{Form, Genome, SearchLimits};

/// The choice of a move.
pub(crate) trait Choice: Send + Sync {
    /// The move to play. `moves` are all legal moves, and not empty.
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square>;
}

/// An agent of one of the reports, with a genome.
///
/// It keeps no state between moves.
pub struct Agent {
    form: Form,
    limits: SearchLimits,
    choice: Box<dyn Choice>,
}

/// The error of an agent that is for the other game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{form} plays {} only, not {rule}", form.rule())]
pub struct WrongGame {
    /// The form of the agent.
    pub form: Form,
    /// The game that was requested.
    pub rule: Rule,
}

impl Agent {
    /// Makes the agent with this genome for games of `rule`.
    pub fn new(genome: &Genome, rule: Rule, limits: SearchLimits) -> Result<Self, WrongGame> {
        let form = genome.form();
        if form.rule() != rule {
            return Err(WrongGame { form, rule });
        }
        let mut values = Values(genome.values());
        let choice: Box<dyn Choice> = match form {
            Form::Phased => Box::new(Phased::new(&mut values)),
            Form::Staged => Box::new(Staged::new(&mut values)),
            Form::FiveFactor => Box::new(FiveFactor::new(&mut values)),
            Form::Corner => Box::new(Corner::new(&mut values)),
            Form::Evolved => Box::new(Evolved::new(&mut values)),
        };
        debug_assert!(values.0.is_empty(), "{form} leaves genes unused");
        Ok(Self { form, limits, choice })
    }

    /// The form of the agent.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The game of the agent.
    pub const fn rule(&self) -> Rule {
        self.form.rule()
    }

    /// The move of the agent; `None` for a pass.
    pub fn choose(&self, board: Board) -> Option<Square> {
        self.choose_with(board, self.limits)
    }

    /// The move of the agent in a game with a time limit for moves; `None` for a
    /// pass. Agents that search for a time keep to it. Agents that search to a
    /// depth do not look at a clock.
    pub fn choose_within(&self, board: Board, limit: Duration) -> Option<Square> {
        let SearchLimits { depth, nodes, time } = self.limits;
        let is_timed = matches!(self.form, Form::Corner | Form::Evolved);
        let own = time.or_else(|| {
            (is_timed && depth.is_none() && nodes.is_none()).then_some(SearchLimits::COURSE_TIME)
        });
        self.choose_with(board, SearchLimits { time: own.map(|own| own.min(limit)), ..self.limits })
    }

    fn choose_with(&self, board: Board, limits: SearchLimits) -> Option<Square> {
        let moves = board.legal_moves();
        if moves.is_empty() { None } else { self.choice.choose(board, moves, limits) }
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
