//! A form with its numbers, ready to play.

use std::fmt;

use outflank_core::{Bitboard, Board, Rule, Square};

use crate::agents::{Corner, Evolved, FiveFactor, Phased, Staged};
use crate::gene::Values;
use crate::{Form, Genome, Limits};

/// How a form chooses among moves.
pub(crate) trait Choice: Send + Sync {
    /// The move to play; `moves` are all that are legal, and there is one.
    fn choose(&self, board: Board, moves: Bitboard, limits: Limits) -> Option<Square>;
}

/// One of the reports' programs with a genome, ready to play.
///
/// It remembers nothing from move to move.
pub struct Agent {
    form: Form,
    limits: Limits,
    choice: Box<dyn Choice>,
}

/// An agent was asked to play the game it was not made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{form} plays {} only, not {rule}", form.rule())]
pub struct WrongGame {
    /// What was asked.
    pub form: Form,
    /// What it was asked to play.
    pub rule: Rule,
}

impl Agent {
    /// Makes the agent with this genome for games of `rule`.
    pub fn new(genome: &Genome, rule: Rule, limits: Limits) -> Result<Self, WrongGame> {
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

    /// What it judges and chooses by.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The game it plays.
    pub const fn rule(&self) -> Rule {
        self.form.rule()
    }

    /// The move it plays; `None` if it has to pass.
    pub fn choose(&self, board: Board) -> Option<Square> {
        let moves = board.legal_moves();
        if moves.is_empty() { None } else { self.choice.choose(board, moves, self.limits) }
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
