//! The agents of the reports as a tuning problem.

mod contest;
mod space;

pub use contest::{AgentContest, Effort, random_board};
pub use space::{AgentSpaceError, agent_space};
