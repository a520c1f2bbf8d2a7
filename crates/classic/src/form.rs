//! The forms of agents.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use outflank_core::Rule;

use crate::agents::{continuous, corner, evolved, five_factor, phased, staged};
use crate::gene::{Gene, Group};

/// The evaluation and the choice of moves of an agent: one of the five reports, or the one
/// that their authors wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Report 000: weights that change with the round.
    Phased,
    /// Report 001: stability by direction, and a list of bad squares.
    Staged,
    /// Report 002: five factors in two stages.
    FiveFactor,
    /// Report 003: corners before anything else.
    Corner,
    /// Report 004: maps of squares and of moves, and an exact end.
    Evolved,
    /// The wish of reports 002 and 004: all their terms and more, with weights that change
    /// smoothly as the board fills.
    Continuous,
}

impl Form {
    /// Those of the five reports, in the order of the reports.
    pub const REPORTS: [Self; 5] =
        [Self::Phased, Self::Staged, Self::FiveFactor, Self::Corner, Self::Evolved];

    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Phased,
        Self::Staged,
        Self::FiveFactor,
        Self::Corner,
        Self::Evolved,
        Self::Continuous,
    ];

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Phased => "phased",
            Self::Staged => "staged",
            Self::FiveFactor => "five-factor",
            Self::Corner => "corner",
            Self::Evolved => "evolved",
            Self::Continuous => "continuous",
        }
    }

    /// The game it was made for. Only the continuous form plays the other one too.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Staged | Self::Corner => Rule::Reversi,
            Self::Phased | Self::FiveFactor | Self::Evolved | Self::Continuous => Rule::Reversed,
        }
    }

    /// Whether it plays this game.
    pub fn plays(self, rule: Rule) -> bool {
        self.plays_both() || self.rule() == rule
    }

    /// Whether it plays both games, each with numbers of its own.
    pub const fn plays_both(self) -> bool {
        matches!(self, Self::Continuous)
    }

    /// The numbers in its evaluation, in the order of a genome's values.
    pub fn genes(self) -> &'static [Gene] {
        static GENES: LazyLock<[Vec<Gene>; 6]> = LazyLock::new(|| {
            Form::ALL.map(|form| form.groups().iter().flat_map(Group::genes).collect())
        });
        &GENES[self as usize]
    }

    /// The genes as they stand in a file.
    pub(crate) const fn groups(self) -> &'static [Group] {
        match self {
            Self::Phased => &phased::GENES,
            Self::Staged => &staged::GENES,
            Self::FiveFactor => &five_factor::GENES,
            Self::Corner => &corner::GENES,
            Self::Evolved => &evolved::GENES,
            Self::Continuous => &continuous::GENES,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{}' is not a form: expected {}", found.escape_debug(), Form::ALL.map(Form::name).join(", ")
)]
pub struct ParseFormError {
    /// The text, cut after 24 characters.
    pub found: String,
}

impl FromStr for Form {
    type Err = ParseFormError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = Self::ALL.into_iter().find(|form| form.name() == text);
        form.ok_or_else(|| ParseFormError { found: text.chars().take(24).collect() })
    }
}
