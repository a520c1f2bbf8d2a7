//! Standings as comma-separated values.

use std::fmt::Write;

use outflank_arena::{Entrant, FaultKind, Standings, milliseconds};

/// The standings, a row for each player, with a cross table behind them.
pub fn standings(entrants: &[Entrant], standings: &Standings) -> String {
    let mut text = String::from(
        "rank,name,player,rating,rating_error,superiority,points,games,wins,draws,losses,score,\
         discs,mean_ms,longest_ms,late",
    );
    for kind in FaultKind::ALL {
        let _ = write!(text, ",{}", cell(kind.name()));
    }
    for row in &standings.rows {
        let _ = write!(text, ",{}", cell(&format!("points against {}", entrants[row.player].name)));
    }
    text.push_str("\r\n");
    let maybe = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for (rank, row) in (1..).zip(&standings.rows) {
        let record = &row.record;
        let entrant = &entrants[row.player];
        let _ = write!(
            text,
            "{rank},{},{},{:.2},{:.2},{},{},{},{},{},{},{},{},{},{},{}",
            cell(&entrant.name),
            cell(&entrant.player.to_string()),
            row.rating.0,
            row.rating_error,
            maybe(row.superiority),
            row.points,
            record.games(),
            record.wins,
            record.draws,
            record.losses,
            maybe(record.score()),
            maybe(record.mean_discs()),
            maybe(row.mean_time().map(milliseconds)),
            milliseconds(row.time.longest),
            row.time.late,
        );
        for kind in FaultKind::ALL {
            let _ = write!(text, ",{}", row.faults.get(&kind).copied().unwrap_or_default());
        }
        for opponent in &standings.rows {
            let against = standings.between(row.player, opponent.player);
            let points = f64::from(against.wins) + f64::from(against.draws) / 2.0;
            let points = (against.games() > 0).then_some(points);
            let _ = write!(text, ",{}", maybe(points));
        }
        text.push_str("\r\n");
    }
    text
}

/// A text in a cell. Names are untrusted: a text that a spreadsheet would read as a
/// formula is escaped.
fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if guard.is_empty() && !text.contains([',', '"', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}
