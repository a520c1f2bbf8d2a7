//! The value of `--rules`.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use outflank_core::Rule;

/// Parses the name of a game, and lists the names for completions.
#[derive(Clone)]
pub(super) struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = Rule;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Rule, Error> {
        let parse = |text: &str| text.parse::<Rule>();
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Rule::BOTH.into_iter().map(|rule| PossibleValue::new(rule.name()))))
    }
}
