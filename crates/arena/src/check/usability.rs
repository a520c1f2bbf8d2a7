//! The usability test: on each board, with a fresh agent, the list of all legal
//! moves.

use std::time::{Duration, Instant};

use outflank_core::{Bitboard, Color, Game, Move};
use outflank_formats::course::cases::Case;

use super::{Check, Finding, Totals, Verdict};
use crate::programs::{Answer, PythonPlayer, SETTLE_TIME, shown_list};
use crate::{Fault, FaultKind, Player, PlayerError, PlayerName, TimeLeft};

const TOPIC: &str = "usability";
/// The maximum length of a candidate list.
const TOO_LONG: usize = 1000;
/// The maximum number of cases that may end the process of an agent.
const MAX_CRASHES: usize = 5;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The number of the case, from 1.
    pub number: usize,
    /// The board, with the side to move.
    pub case: Case,
    /// The problem of the answer, if there is one.
    pub wrong: Option<String>,
    /// Whether the answer was an illegal move.
    pub is_illegal: bool,
    /// The time it took.
    pub time: Duration,
}

/// Runs all cases.
pub(super) fn cases(check: &Check, totals: &mut Totals) -> Result<Vec<CaseResult>, PlayerError> {
    let mut kept: Option<PythonPlayer> = None;
    let mut results = Vec::new();
    let mut ends = 0;
    for (at, case) in check.cases.iter().enumerate() {
        if ends == MAX_CRASHES {
            break;
        }
        let clock = TimeLeft { game_time: None, move_time: check.terms.limits.move_time };
        let (wrong, is_illegal, time) = match &check.player {
            PlayerName::Python(path) => {
                let color = case.position.to_move();
                let mut player = match kept.take() {
                    Some(player) => player,
                    None => PythonPlayer::new(path, color, &check.terms)?,
                };
                // Every case has a new `AI`. The file is loaded once.
                let made = player.make_again(color);
                let start = Instant::now();
                let answer = made.and_then(|()| player.ask(case.position, clock));
                let time = start.elapsed();
                // An agent whose `go` does not end is started anew.
                let is_settled = player.settle(SETTLE_TIME);
                let delay = player.end_turn();
                totals.note_usage(&player);
                totals.note_move(time, delay, is_late(&answer));
                kept = (answer.is_ok() && is_settled).then_some(player);
                ends += usize::from(kept.is_none());
                (judge(case, &answer, time), is_illegal(case, &answer), time)
            }
            PlayerName::Gtp(_) => continue,
            _ if case.position.board().is_over() => continue,
            _ => ask_any(check, case, clock, totals)?,
        };
        results.push(CaseResult { number: at + 1, case: *case, wrong, is_illegal, time });
    }
    Ok(results)
}

/// Runs a case with a player that has no candidate list.
fn ask_any(
    check: &Check,
    case: &Case,
    clock: TimeLeft,
    totals: &mut Totals,
) -> Result<(Option<String>, bool, Duration), PlayerError> {
    let mut player = check.made(case.position.to_move())?;
    let ready = player.prepare();
    let start = Instant::now();
    let reply = ready.and_then(|()| player.choose(&Game::from_position(case.position), clock));
    let time = start.elapsed();
    let delay = player.end_turn();
    totals.note_usage(&*player);
    let is_late = matches!(&reply, Err(fault) if fault.kind == FaultKind::Timeout);
    totals.note_move(time, delay, is_late);
    Ok(match reply {
        Err(fault) => (Some(fault.to_string()), fault.kind == FaultKind::IllegalMove, time),
        Ok(reply) => {
            let is_legal = match reply.played {
                Move::Pass => case.expected.is_empty(),
                Move::Place(square) => case.expected.has(square),
            };
            ((!is_legal).then(|| format!("{} is not legal", reply.played)), !is_legal, time)
        }
    })
}

/// Whether the time limit was exceeded.
fn is_late(answer: &Result<Answer, Fault>) -> bool {
    match answer {
        Ok(answer) => answer.is_late,
        Err(fault) => fault.kind == FaultKind::Timeout,
    }
}

fn is_illegal(case: &Case, answer: &Result<Answer, Fault>) -> bool {
    match answer {
        Err(fault) => fault.kind == FaultKind::IllegalMove,
        Ok(answer) => match answer.squares.last() {
            Some(square) => !case.expected.has(*square),
            None => !case.expected.is_empty(),
        },
    }
}

/// The problem of a candidate list.
fn judge(case: &Case, answer: &Result<Answer, Fault>, time: Duration) -> Option<String> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(fault) => return Some(fault.to_string()),
    };
    if answer.is_late {
        let list = shown_list(answer.count, &answer.squares);
        return Some(format!("it is late: go did not end within {time:.1?}, {list}"));
    }
    if answer.count >= TOO_LONG {
        return Some(format!("the list has {} elements, 999 are allowed", answer.count));
    }
    if answer.strange > 0 {
        return Some(format!("{} elements of the list are no squares", answer.strange));
    }
    let mut listed = Bitboard::EMPTY;
    for square in &answer.squares {
        listed |= square.bitboard();
    }
    let parts = [("misses", case.expected & !listed), ("has also", listed & !case.expected)];
    let wrong: Vec<_> = parts
        .into_iter()
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(word, squares)| {
            let names: Vec<_> = squares.iter().map(|square| square.to_string()).collect();
            format!("{word} {}", names.join(" "))
        })
        .collect();
    (!wrong.is_empty()).then(|| format!("the list {}", wrong.join(" and ")))
}

/// The finding on all cases.
pub(super) fn finding(check: &Check, results: &[CaseResult]) -> Finding {
    if results.is_empty() && matches!(check.player, PlayerName::Gtp(_)) {
        return Finding::ok(TOPIC, "not asked: GTP begins games from the usual start only");
    }
    let failed: Vec<_> = results.iter().filter(|result| result.wrong.is_some()).collect();
    let Some(first) = failed.first() else {
        return Finding::ok(TOPIC, format!("all {} cases", results.len()));
    };
    let color: Color = first.case.position.to_move();
    let detail = format!(
        "{} of {} cases asked fail, the first is case {} for {color}: {}",
        failed.len(),
        results.len(),
        first.number,
        first.wrong.as_deref().unwrap_or_default()
    );
    let hint = "clear candidate_list, append every legal move as (row, column), then the choice \
                once more; leave it empty where there is no move";
    Finding::wrong(TOPIC, Verdict::Fail, detail, hint)
}
