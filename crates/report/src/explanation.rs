//! What a player sees on a board, as text.

use std::fmt::Write as _;

use outflank_arena::{ExplainedTerm, PlayerExplanation};

/// The terms, the moves side by side, and the heat map of the engine.
pub fn text(explanation: &PlayerExplanation) -> String {
    let mut text = String::new();
    write_terms(&mut text, explanation);
    if !explanation.moves.is_empty() {
        text.push('\n');
        write_moves(&mut text, explanation);
    }
    if let Some(squares) = &explanation.squares {
        text.push('\n');
        let title = match explanation.unit {
            "percent" => "the probability of each move, in percent",
            _ => "the part of each square, in discs",
        };
        write_heat_map(&mut text, title, squares);
    }
    text
}

fn write_terms(text: &mut String, explanation: &PlayerExplanation) {
    let names = explanation.terms.iter().map(|term| term.name.len());
    let width = names.max().unwrap_or_default().max(4);
    let _ = writeln!(text, "{:<width$} {:>10} {:>10} {:>12}", "term", "count", "weight", "value");
    let shown = |number: Option<f64>| number.map_or(String::new(), short);
    for ExplainedTerm { name, count, weight, value } in &explanation.terms {
        let (count, weight) = (shown(*count), shown(*weight));
        let _ = writeln!(text, "{name:<width$} {count:>10} {weight:>10} {value:>12.2}");
    }
    let _ = writeln!(text, "{:<width$} {:>34.2} {}", "sum", explanation.value, explanation.unit);
}

/// A column for each move, the best first.
fn write_moves(text: &mut String, explanation: &PlayerExplanation) {
    let moves = &explanation.moves;
    // Moves may lead into another stage of the game, or to its end, with other terms.
    let mut names: Vec<&str> = Vec::new();
    for term in moves.iter().flat_map(|one| &one.terms) {
        if !names.contains(&term.name.as_str()) {
            names.push(&term.name);
        }
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or_default().max(18);
    let mut row = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let _ = write!(text, "{name:<width$}");
        cells.for_each(|cell| _ = write!(text, " {cell:>9}"));
        text.push('\n');
    };
    row("after", &mut moves.iter().map(|one| one.played.clone()));
    for name in names {
        let value = |terms: &[ExplainedTerm]| {
            let term = terms.iter().find(|term| term.name == name);
            term.map_or(String::new(), |term| format!("{:.2}", term.value))
        };
        row(name, &mut moves.iter().map(|one| value(&one.terms)));
    }
    let searched = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
    if moves.iter().any(|one| one.visits.is_some()) {
        let visits =
            |visits: Option<u32>| visits.map_or(String::new(), |visits| visits.to_string());
        row("visits", &mut moves.iter().map(|one| visits(one.visits)));
        row("expected result", &mut moves.iter().map(|one| searched(one.searched)));
    } else {
        row("sum", &mut moves.iter().map(|one| format!("{:.2}", one.value)));
    }
    if let Some(depth) = explanation.depth {
        let name = format!("search, {depth} plies");
        row(&name, &mut moves.iter().map(|one| searched(one.searched)));
    }
    if let Some(choice) = &explanation.choice {
        let _ = writeln!(text, "plays {choice}");
    }
}

fn write_heat_map(text: &mut String, title: &str, squares: &[f64]) {
    let _ = writeln!(text, "{title}");
    let _ = writeln!(text, "       a      b      c      d      e      f      g      h");
    for (row, values) in squares.chunks(8).enumerate() {
        let _ = write!(text, "{} ", row + 1);
        for value in values {
            let _ = write!(text, " {value:>6.2}");
        }
        text.push('\n');
    }
}

/// At most four digits behind the point, without zeros at the end.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use outflank_arena::PlayerName;
    use outflank_core::{Board, Rule};

    use super::text;

    #[test]
    fn terms_and_moves_stand_in_columns() {
        let player: PlayerName = "classic:corner".parse().expect("a player");
        let shown = player.explain(Rule::Reversi, Board::START, Some(1)).expect("it is its game");
        let shown = text(&shown);
        let lines: Vec<_> = shown.lines().collect();
        assert_eq!(lines[0], "term                  count     weight        value");
        assert_eq!(lines[3], "own moves                 4         30       120.00");
        assert_eq!(lines[4], "sum                                          120.00 points");
        assert_eq!(lines[6], "after                     d3        c4        f5        e6");
        assert!(lines.contains(&"plays d3"), "{shown}");
    }

    #[test]
    fn the_engine_has_a_heat_map() {
        let player: PlayerName = "engine:threads=1,hash=1".parse().expect("a player");
        let shown = text(&player.explain(Rule::Reversed, Board::START, None).expect("a game"));
        assert_eq!(shown.lines().filter(|line| line.starts_with("8 ")).count(), 1);
        assert!(shown.contains("the part of each square, in discs"), "{shown}");
        assert!(!shown.contains("search, "), "{shown}");
    }

    #[test]
    fn a_network_has_visits_and_probabilities() {
        let player: PlayerName = "zero:simulations=20".parse().expect("a player");
        let shown = text(&player.explain(Rule::Reversed, Board::START, None).expect("a game"));
        for line in ["probability", "visits", "expected result", "the probability of each move"] {
            assert!(shown.lines().any(|shown| shown.starts_with(line)), "{shown}");
        }
    }
}
