//! The caption of a game: its players and its result.

use outflank_core::{Color, Rule};
use outflank_formats::{Ending, Record};

/// The longest name that is shown whole.
const LONGEST: usize = 40;

/// The name of a player, or the colour of one without.
pub fn player(record: &Record, color: Color) -> String {
    let name = record.player(color).name.as_deref().map(shown).unwrap_or_default();
    if name.is_empty() { color.to_string() } else { name }
}

/// The result of the game, its rules, its place and its date.
pub fn game(record: &Record) -> Vec<String> {
    let rule = match record.rule {
        Rule::Reversi => "Reversi",
        Rule::Reversed => "Reversed Reversi",
    };
    let event = [&record.event, &record.date].into_iter().flatten().map(|text| shown(text));
    [result(record), rule.to_owned()]
        .into_iter()
        .chain(event)
        .filter(|text| !text.is_empty())
        .collect()
}

/// The winner and the way the game ended, in a few words.
pub fn result(record: &Record) -> String {
    let Some(outcome) = record.outcome else { return "unfinished".to_owned() };
    let Some(winner) = outcome.winner else { return "a draw".to_owned() };
    let margin = outcome.margin.map(|discs| format!(" by {discs}")).unwrap_or_default();
    match outcome.ending {
        Ending::Finished => format!("{winner} wins{margin}"),
        ending => format!("{winner} wins{margin} ({ending})"),
    }
}

/// A text of a file on one line, of a length that fits.
fn shown(text: &str) -> String {
    let clean: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<_> = clean.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let beginning: String = line.chars().take(LONGEST - 1).collect();
    format!("{}\u{2026}", beginning.trim_end())
}
