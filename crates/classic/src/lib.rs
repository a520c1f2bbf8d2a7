//! The agents of five course reports, playing as their reports describe, and the agent
//! that their authors wished for.
//!
//! A [`Form`] is an evaluation and the search that belongs to it, a [`Genome`]
//! the numbers in the evaluation, an [`Agent`] the two put together. The numbers
//! can be read from a file, edited and evolved.
//!
//! ```
//! use outflank_classic::{Agent, Form, Genome, SearchLimits};
//! use outflank_core::{Board, Rule};
//!
//! let genome = Genome::default_of(Form::Phased);
//! let agent = Agent::new(&genome, Rule::Reversed, SearchLimits::default())?;
//! assert!(agent.choose(Board::START).is_some());
//!
//! let refused = Agent::new(&genome, Rule::Reversi, SearchLimits::default()).unwrap_err();
//! assert_eq!(refused.to_string(), "phased plays reversed only, not reversi");
//! # Ok::<(), outflank_classic::WrongGame>(())
//! ```
//!
//! `docs/agents.md` describes each report, its gaps and its errors.

mod agent;
mod agents;
mod counts;
mod explanation;
mod form;
mod gene;
mod genome;
mod limits;
mod program;
mod search;
mod square_map;
#[cfg(test)]
mod testing;

pub use agent::{Agent, WrongGame};
pub use explanation::{ExplainedMove, Explanation};
pub use form::{Form, ParseFormError};
pub use gene::Gene;
pub use genome::{
    Genome, GenomeError, GenomePart, GenomeProblem, PartValues, ShippedGenome, WeightCurve,
};
pub use limits::SearchLimits;
pub use search::{MoveOrdering, SearchEffort, Term};
