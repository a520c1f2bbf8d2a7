//! Games and standings as text.

use std::fmt::Write;
use std::time::Duration;

use outflank_arena::{Entrant, GameEnding, Standings, TournamentGame};

use crate::place;

/// The longest name that is shown whole.
const LONGEST: usize = 32;

/// A name that fits in a column and has no control characters.
fn shown(name: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let name: String = name.chars().map(plain).collect();
    if name.chars().count() <= LONGEST {
        return name;
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// A time with three digits or so.
fn time(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    match milliseconds {
        ..1.0 => format!("{milliseconds:.2} ms"),
        ..10.0 => format!("{milliseconds:.1} ms"),
        ..1000.0 => format!("{milliseconds:.0} ms"),
        _ => format!("{:.2} s", milliseconds / 1e3),
    }
}

/// A game in a line.
pub fn game(entrants: &[Entrant], game: &TournamentGame) -> String {
    let [black, white] = game.sides.map(|side| shown(&entrants[side].name));
    let place = place(game.slot);
    let mut line = format!("{place:<9} {black} - {white}  {}", game.score);
    if let GameEnding::Fault { color, fault } = &game.ending {
        let _ = write!(line, "  {color}: {fault}");
    }
    line
}

/// The standings as text.
pub fn report(entrants: &[Entrant], standings: &Standings) -> String {
    let (table, cross) = (self::standings(entrants, standings), cross_table(entrants, standings));
    format!("{table}\n{cross}\n{}", conduct(entrants, standings))
}

/// The standings as an aligned table.
pub fn standings(entrants: &[Entrant], standings: &Standings) -> String {
    let heads =
        ["#", "player", "rating", "+-", "LOS", "points", "games", "+", "=", "-", "score", "discs"];
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (rank, row) in (1..).zip(&standings.rows) {
        let record = &row.record;
        rows.push(vec![
            rank.to_string(),
            shown(&entrants[row.player].name),
            format!("{:+.0}", row.rating.0),
            format!("{:.0}", row.rating_error),
            row.superiority.map_or_else(dash, percent),
            row.points.to_string(),
            record.games().to_string(),
            record.wins.to_string(),
            record.draws.to_string(),
            record.losses.to_string(),
            record.score().map_or_else(dash, percent),
            record.mean_discs().map_or_else(dash, |discs| format!("{discs:+.1}")),
        ]);
    }
    let mut table = aligned(&rows, &[1]);
    table.push_str("ratings: Bradley-Terry, mean 0, +- 95 %; LOS: stronger than the next one\n");
    table
}

/// The thinking times and the faults of the players.
fn conduct(entrants: &[Entrant], standings: &Standings) -> String {
    let heads = ["#", "player", "mean", "longest", "late", "faults"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (rank, row) in (1..).zip(&standings.rows) {
        let faults: Vec<_> =
            row.faults.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
        rows.push(vec![
            rank.to_string(),
            shown(&entrants[row.player].name),
            row.mean_time().map_or_else(dash, time),
            time(row.time.longest),
            row.time.late.to_string(),
            if faults.is_empty() { dash() } else { faults.join(", ") },
        ]);
    }
    aligned(&rows, &[1, 5])
}

/// The placeholder for a missing value.
fn dash() -> String {
    "-".to_owned()
}

/// Points of each player against each other one, out of their games.
fn cross_table(entrants: &[Entrant], standings: &Standings) -> String {
    let order: Vec<_> = standings.rows.iter().map(|row| row.player).collect();
    let mut head = vec![String::new(), String::new()];
    head.extend((1..=order.len()).map(|number| number.to_string()));
    let mut rows = vec![head];
    for (rank, player) in (1..).zip(&order) {
        let mut row = vec![format!("{rank}"), shown(&entrants[*player].name)];
        for opponent in &order {
            let record = standings.between(*player, *opponent);
            let points = f64::from(record.wins) + f64::from(record.draws) / 2.0;
            row.push(match record.games() {
                0 if player == opponent => "x".to_owned(),
                0 => "-".to_owned(),
                games => format!("{points}/{games}"),
            });
        }
        rows.push(row);
    }
    aligned(&rows, &[1])
}

/// Rows with columns as wide as their widest cell. The listed columns are left-aligned.
fn aligned(rows: &[Vec<String>], left: &[usize]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let _ = if left.contains(&column) {
                write!(line, "{gap}{cell:<width$}")
            } else {
                write!(line, "{gap}{cell:>width$}")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
