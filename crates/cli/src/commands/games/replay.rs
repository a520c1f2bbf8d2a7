//! A stored game move by move.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use outflank_arena::{GameEnding, PlayedMove, StoredGame};
use outflank_core::Color;

use super::list::result;
use crate::failure::Failure;

/// Shows the boards of a game one by one. At a terminal each waits for Enter;
/// `q` ends it.
pub(super) fn show(game: &StoredGame) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let played = &game.row.played;
    let [black, white] = game.row.players.each_ref().map(|agent| &agent.name);
    let names = [black, white];
    writeln!(out, "game {} of event {}, {}, {}", game.id, game.event, played.rule, game.date)?;
    writeln!(out, "X {black}")?;
    writeln!(out, "O {white}")?;
    let waits = io::stdin().is_terminal() && io::stdout().is_terminal();
    write!(out, "\n{}", outflank_report::board(played.game.start(), None))?;
    for (ply, (position, choice)) in played.game.plies().enumerate() {
        if waits && !goes_on(&mut out)? {
            return Ok(());
        }
        let color = position.to_move();
        let seen = ply.checked_sub(played.opening).and_then(|at| played.moves.get(at));
        let note = seen.map_or("opening".to_owned(), note);
        let name = names[color as usize];
        writeln!(out, "\n{:>3}. {} {choice}  {note}  ({name})", ply + 1, color.letter())?;
        let next = choice.square().map_or_else(|| Some(position.pass()), |to| position.play(to));
        let next = next.expect("stored games are replayed when they are read");
        write!(out, "{}", outflank_report::board(next, Some(choice)))?;
    }
    writeln!(out, "\n{}", result(played.score.discs(), &played.ending))?;
    if let GameEnding::Fault { color, fault } = &played.ending {
        writeln!(out, "{color}: {fault}")?;
    }
    for (color, log) in Color::BOTH.into_iter().zip(&played.logs) {
        if !log.is_empty() {
            writeln!(out, "\nwhat {color} wrote:\n{}", log.trim_end())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A delay of a move that is worth a word.
const NOTABLE_DELAY: Duration = Duration::from_millis(10);

/// The time, the score, whether the time was up, and how long the machine was busy.
fn note(seen: &PlayedMove) -> String {
    let score = seen.score.map(|score| format!(", {score:+.1} discs")).unwrap_or_default();
    let late = if seen.is_late { ", late" } else { "" };
    let busy = if seen.delay >= NOTABLE_DELAY {
        format!(", {:.1?} of it while the machine was busy", seen.delay)
    } else {
        String::new()
    };
    format!("{:.1?}{score}{late}{busy}", seen.time)
}

/// Waits for Enter; `false` if the replay is to end.
fn goes_on(out: &mut impl Write) -> io::Result<bool> {
    write!(out, "Enter for the next move, q to end: ")?;
    out.flush()?;
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok(read > 0 && !line.trim().eq_ignore_ascii_case("q"))
}
