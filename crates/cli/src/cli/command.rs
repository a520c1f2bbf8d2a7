//! The whole command line, with the parts that many commands share.

use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};

use super::examples;
use super::rules::RuleParser;
use super::{Cli, deprecated};

impl Cli {
    /// The definition of the command line, for parsing, help, completions and
    /// manual pages.
    pub(crate) fn definition() -> Command {
        complete(Self::command(), "")
    }

    /// Parses arguments, the name of the program first. Old spellings of flags
    /// are accepted with a notice.
    pub(crate) fn read(
        arguments: impl IntoIterator<Item = std::ffi::OsString>,
    ) -> Result<Self, clap::Error> {
        let arguments: Vec<_> = arguments.into_iter().collect();
        let matches = Self::definition().try_get_matches_from(&arguments)?;
        deprecated::tell(&arguments);
        Self::from_arg_matches(&matches)
    }
}

/// Adds the values of `--rules` and the examples to a command and all below it. `path` is its
/// name after those of the commands above it: `eval check`.
fn complete(command: Command, path: &str) -> Command {
    let command = command.mut_args(with_rules);
    let command = match examples::help(path) {
        Some(text) if command.get_after_help().is_none() => command.after_help(text),
        _ => command,
    };
    command.mut_subcommands(|below| {
        let path = format!("{path} {}", below.get_name());
        complete(below, path.trim_start())
    })
}

fn with_rules(argument: Arg) -> Arg {
    if argument.get_id() == "rules" { argument.value_parser(RuleParser) } else { argument }
}

#[cfg(test)]
mod tests {
    use super::{Cli, Command, examples};

    fn leaves(command: &Command, path: &str, visit: &mut dyn FnMut(&str, &Command)) {
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let path = format!("{path} {}", below.get_name());
            visit(&path, below);
            leaves(below, &path, visit);
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::definition().debug_assert();
    }

    /// A line of examples with single spaces, because the page aligns its remarks.
    fn spaced(line: &str) -> String {
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_page_of_commands_has_the_examples_of_the_help() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        let page = std::fs::read_to_string(path).expect("the page of commands");
        let mut described = Vec::new();
        for section in page.split("\n### ").skip(1) {
            let (title, text) = section.split_once('\n').expect("a title is a line");
            let block = text.split("```").nth(1).unwrap_or_else(|| panic!("{title}: no examples"));
            let shown: Vec<_> = block.trim().lines().map(spaced).collect();
            let names: Vec<_> =
                title.split(", ").map(|name| name.replace("outflank ", "")).collect();
            let expected: Vec<_> = names
                .iter()
                // `train` has one kind so far, whose help has the examples.
                .map(|name| if name == "train" { "train patterns" } else { name.as_str() })
                .flat_map(|name| examples::examples(name).unwrap_or_else(|| panic!("{name}")))
                .map(|line| spaced(line))
                .collect();
            assert_eq!(shown, expected, "{title}");
            described.extend(names);
        }
        for command in Cli::definition().get_subcommands() {
            let name = command.get_name();
            let is_it = |other: &String| other.split(' ').next() == Some(name);
            assert!(described.iter().any(is_it), "{name} is not on the page");
        }
    }

    #[test]
    fn the_help_of_every_command_has_examples_that_parse() {
        let definition = Cli::definition();
        leaves(&definition, "outflank", &mut |path, command| {
            if command.has_subcommands() {
                return;
            }
            let help = command.get_after_help().unwrap_or_else(|| panic!("{path} has no example"));
            let text = help.to_string();
            let lines = text.lines().map(str::trim).filter(|line| line.starts_with("outflank"));
            let mut count = 0;
            for line in lines {
                let line = line.split("  #").next().unwrap_or(line).trim();
                let line = line.split(" > ").next().unwrap_or(line);
                let words = shell_words::split(line).expect("an example is a shell line");
                let parsed = Cli::definition().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
                count += 1;
            }
            assert!(count > 0, "{path} has no example");
        });
    }
}
