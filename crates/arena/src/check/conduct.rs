//! The conduct of a player: its start, time, memory, output and games.

use std::time::Duration;

use outflank_core::Color;

use super::{CaseResult, Finding, Totals, Verdict, fault_of};
use crate::{Fault, FaultKind, Platform, PlayedGame, Terms};

/// The memory limit of the course rules, in MiB.
const COURSE_MEMORY_MIB: u64 = 100;
/// The delay of a move by the machine that is worth a word.
const NOTABLE_DELAY: Duration = Duration::from_millis(50);
/// The loading time above which an agent gets a warning.
const SLOW_START: Duration = Duration::from_secs(5);

/// The finding on its start.
pub(super) fn start(
    ready: &Result<(), Fault>,
    load_time: Option<Duration>,
    terms: &Terms,
) -> Finding {
    let topic = "start";
    let hint = match ready {
        Err(fault) if fault.kind == FaultKind::Start && fault.detail.contains("not ready") => {
            "do less at import and in __init__; numba compiles there unless it may cache"
        }
        Err(_) => "run the file with Python by itself to see the whole error",
        Ok(()) => {
            return match load_time {
                Some(time) if time > SLOW_START => {
                    let detail = format!("the file took {time:.1?} to load");
                    let hint = "compile less at import: the platform may not wait";
                    Finding::wrong(topic, Verdict::Warning, detail, hint)
                }
                Some(time) => Finding::ok(topic, format!("the file took {time:.1?} to load")),
                None => {
                    let most = terms.resources.start_time;
                    Finding::ok(topic, format!("ready within {most:.1?}"))
                }
            };
        }
    };
    let detail = ready.as_ref().err().map(ToString::to_string).unwrap_or_default();
    Finding::wrong(topic, Verdict::Fail, detail, hint)
}

/// The finding on a game against the random player.
pub(super) fn game(game: &PlayedGame, color: Color) -> Finding {
    let topic = match color {
        Color::Black => "game as black",
        Color::White => "game as white",
    };
    if let Some(fault) = fault_of(game, color) {
        let hint = match fault.kind {
            FaultKind::Timeout => "stop earlier, or keep a move in candidate_list at all times",
            FaultKind::IllegalMove => "the last element of candidate_list has to be a legal move",
            FaultKind::OutOfMemory => "keep smaller tables",
            FaultKind::TooMuchOutput => "print less",
            _ => "play a game by hand from the position where it stopped",
        };
        let place = game.game.moves().len() + 1;
        return Finding::wrong(topic, Verdict::Fail, format!("lost at ply {place}: {fault}"), hint);
    }
    let discs = game.score_of(color).discs();
    let how = match discs {
        1.. => "won",
        0 => "drawn",
        _ => "lost",
    };
    let detail = format!("{how} by {} discs against random", discs.abs());
    if discs < 0 {
        let hint = "one who plays anything is beaten by almost every plan: check the sign of the \
                    evaluation and the rules played";
        return Finding::wrong(topic, Verdict::Warning, detail, hint);
    }
    Finding::ok(topic, detail)
}

/// The finding on illegal moves, in cases and games.
pub(super) fn illegal_moves(cases: &[CaseResult], games: &[(PlayedGame, Color)]) -> Finding {
    let topic = "illegal moves";
    let in_cases = cases.iter().filter(|case| case.is_illegal).count();
    let in_games = games.iter().filter_map(|(game, color)| fault_of(game, *color));
    let in_games = in_games.filter(|fault| fault.kind == FaultKind::IllegalMove).count();
    if in_cases + in_games == 0 {
        return Finding::ok(topic, "none");
    }
    let detail = format!("{in_cases} in the cases, {in_games} in the games");
    let hint = "a move turns at least one disc; the board is indexed [row][column]";
    Finding::wrong(topic, Verdict::Fail, detail, hint)
}

/// The finding on its time.
pub(super) fn move_time(totals: &Totals, terms: &Terms) -> Finding {
    let topic = "move time";
    let Totals { slowest, delay, late, moves, .. } = *totals;
    let Some(most) = terms.limits.move_time else {
        return Finding::ok(topic, format!("{slowest:.1?} at most, without a limit"));
    };
    let busy = if delay >= NOTABLE_DELAY {
        format!("; {delay:.1?} more because the machine was busy")
    } else {
        String::new()
    };
    let detail = format!("{slowest:.1?} at most, {most:.1?} are allowed{busy}");
    if late > 0 {
        let verdict = match terms.platform {
            Platform::Course => Verdict::Warning,
            Platform::Strict => Verdict::Fail,
        };
        let detail = format!("{late} of {moves} moves were late; {detail}");
        let hint = "stop by yourself a little before the limit: what is taken when the clock \
                    strikes is the last of the list at that moment";
        return Finding::wrong(topic, verdict, detail, hint);
    }
    if slowest > most.mul_f64(0.9) {
        let hint = "leave a tenth of the time for a machine that is busy";
        return Finding::wrong(topic, Verdict::Warning, detail, hint);
    }
    Finding::ok(topic, detail)
}

/// The finding on its memory.
pub(super) fn memory(totals: &Totals, terms: &Terms) -> Finding {
    let topic = "memory";
    let mib = totals.usage.memory.div_ceil(1 << 20);
    let most = match terms.platform {
        Platform::Course => COURSE_MEMORY_MIB,
        Platform::Strict => terms.resources.memory_mib.into(),
    };
    let detail = format!("{mib} MiB at most, {most} MiB are allowed");
    if mib > most {
        let hint =
            "keep smaller tables; numba alone takes about 100 MiB, which the course let pass";
        return Finding::wrong(topic, Verdict::Warning, detail, hint);
    }
    Finding::ok(topic, detail)
}

/// The finding on its output.
pub(super) fn output(totals: &Totals, terms: &Terms) -> Finding {
    let topic = "output";
    let kib = totals.usage.logged.div_ceil(1024);
    let most = u64::from(terms.resources.output_kib);
    let detail = match terms.platform {
        Platform::Course => format!("{kib} KiB printed, {most} KiB are kept"),
        Platform::Strict => format!("{kib} KiB printed, {most} KiB are allowed"),
    };
    if kib > most / 2 {
        return Finding::wrong(topic, Verdict::Warning, detail, "print less");
    }
    Finding::ok(topic, detail)
}
