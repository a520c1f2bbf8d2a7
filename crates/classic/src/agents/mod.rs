//! The agents. A file for each form has its evaluation and its choice of moves.

pub(crate) mod continuous;
pub(crate) mod corner;
pub(crate) mod evolved;
pub(crate) mod five_factor;
pub(crate) mod phased;
pub(crate) mod staged;

pub(crate) use continuous::Continuous;
pub(crate) use corner::Corner;
pub(crate) use evolved::Evolved;
pub(crate) use five_factor::FiveFactor;
pub(crate) use phased::Phased;
pub(crate) use staged::Staged;
