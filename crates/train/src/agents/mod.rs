//! The reports' agents, as what is tuned.

mod contest;
mod space;

pub use contest::{AgentContest, Effort, random_board};
pub use space::{AgentSpaceError, agent_space};
