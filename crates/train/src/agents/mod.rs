//! The agents of the reports as a tuning problem.

mod contest;
mod space;
mod unit;

pub use contest::{AgentContest, Effort, random_board};
pub use space::{AgentSpaceError, agent_space};
pub(crate) use unit::{AGENTS, EVOLVE, details};
