//! The part of a record that a format keeps.

use outflank_core::{Game, Move, Rule};
use outflank_formats::{Ending, GameResult, Note, Record};

/// How a game ended in a file that does not say.
pub(super) fn ending_by_the_board(record: &Record) -> Ending {
    if record.game().is_over() { Ending::Finished } else { Ending::Settled }
}

/// The same record with other moves or notes.
fn with_moves(record: &Record, moves: impl IntoIterator<Item = (Move, Note)>) -> Record {
    let mut changed = record.clone();
    while changed.undo().is_some() {}
    for (played, note) in moves {
        changed.play(played, note).expect("the move was legal before");
    }
    changed.outcome = record.outcome;
    changed
}

/// Formats that leave passes out put them back when a move follows, so a pass
/// that nothing follows has no place.
fn without_last_pass(record: &Record) -> Record {
    let mut moves: Vec<_> = record.moves().collect();
    if moves.last().is_some_and(|(played, _)| *played == Move::Pass) {
        moves.pop();
    }
    with_moves(record, moves)
}

/// The moves alone, for formats that hold nothing else.
pub(super) fn moves_alone(record: &Record) -> Record {
    let mut game = Game::from_position(record.game().start());
    for (played, _) in without_last_pass(record).moves() {
        game.play(played).expect("the move was legal before");
    }
    Record::of_game(record.rule, game)
}

/// In the formats of tags and brackets an empty text is an unknown one.
fn without_empty_texts(mut record: Record) -> Record {
    let Record { black, white, event, date, clock, version, comment, other, .. } = &mut record;
    for text in [
        &mut black.name,
        &mut black.clock,
        &mut white.name,
        &mut white.clock,
        event,
        date,
        clock,
        version,
        comment,
    ] {
        *text = text.take().filter(|text| !text.is_empty());
    }
    other.retain(|_, text| !text.is_empty());
    record
}

/// Without the tags that a format has itself: under such a name it keeps what it
/// could not read, and reads it again.
pub(super) fn without_tags(mut record: Record, own: &[&str]) -> Record {
    record.other.retain(|tag, _| !own.contains(&tag.as_str()));
    record
}

pub(super) const GGF_TAGS: [&str; 16] =
    ["GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "RE", "KM", "CO", "BO", "B", "W"];

/// TY names the game first of all. What else it says comes back, unless it
/// contradicts the record or says nothing more.
fn is_kept_type(rule: Rule, text: &str) -> bool {
    let is_anti = text.contains(['a', 'A']);
    is_anti == (rule == Rule::Reversed) && !matches!(text, "8" | "8a")
}

pub(super) fn as_ggf_holds_it(record: Record) -> Record {
    let mut held = without_empty_texts(record);
    let rule = held.rule;
    held.other.retain(|tag, text| tag.as_str() != "TY" || is_kept_type(rule, text));
    // GGF has no tag for a seed or a program.
    held.seed = None;
    held.version = None;
    // RE is black's discs: a win by an unknown margin is one by all of them, a
    // win by nothing is a draw. It knows resigned, out of time and settled.
    held.outcome = held.outcome.map(|outcome| {
        let ending = match outcome.ending {
            Ending::Resigned | Ending::TimedOut => outcome.ending,
            Ending::Finished => ending_by_the_board(&held),
            _ => Ending::Settled,
        };
        GameResult::of_black(outcome.for_black(), ending)
    });
    held.settle_by_the_board();
    held
}

pub(super) const SGF_TAGS: [&str; 23] = [
    "FF", "GM", "CA", "SZ", "RU", "AP", "EV", "DT", "PB", "PW", "BR", "WR", "TM", "KM", "RE", "GC",
    "AB", "AW", "AE", "PL", "B", "W", "V",
];

pub(super) fn as_sgf_holds_it(record: &Record) -> Record {
    // SGF as written here has no place for the time of a move.
    let moves = record.moves().map(|(played, note)| (played, Note { time: None, ..note }));
    let held = with_moves(record, moves);
    let mut held = without_empty_texts(held);
    // TM is one clock for both, and there is no tag for a seed.
    held.black.clock = None;
    held.white.clock = None;
    held.seed = None;
    // RE is a margin or a way to lose, not both, and a draw is just that.
    let by_the_board = ending_by_the_board(&held);
    held.outcome = held.outcome.map(|outcome| match (outcome.winner, outcome.ending) {
        (None, _) => GameResult { winner: None, margin: Some(0.0), ending: by_the_board },
        (_, Ending::Resigned | Ending::TimedOut) => GameResult { margin: None, ..outcome },
        (_, Ending::Illegal | Ending::Crashed) => {
            GameResult { margin: None, ending: Ending::Illegal, ..outcome }
        }
        _ => GameResult { ending: by_the_board, ..outcome },
    });
    held.settle_by_the_board();
    held
}

/// A step log has lines and quotes around a name, and `?` where there is none.
fn name_in_step_log(name: Option<&str>) -> Option<String> {
    let is_syntax = |c: char| c.is_control() || matches!(c, ',' | '\'');
    let name: String = name?.chars().map(|c| if is_syntax(c) { ' ' } else { c }).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty() && name != "?")
}

pub(super) fn as_step_log_holds_it(record: &Record) -> Record {
    let mut held = moves_alone(record);
    // Scores have no place, nor has the time of a pass.
    let notes = without_last_pass(record);
    let timed: Vec<_> = notes
        .moves()
        .map(|(played, note)| {
            let time = note.time.filter(|_| played != Move::Pass);
            (played, Note { score: None, time })
        })
        .collect();
    held = with_moves(&held, timed);
    held.black.name = name_in_step_log(record.black.name.as_deref());
    held.white.name = name_in_step_log(record.white.name.as_deref());
    held.outcome = record.outcome;
    held
}

/// The outcome as the judge knows it: the board's if the game is over, else
/// just who won.
pub(super) fn judged(mut record: Record) -> Record {
    let stopped = record.outcome.map(|outcome| GameResult {
        winner: outcome.winner,
        margin: None,
        ending: Ending::Settled,
    });
    record.outcome = stopped.filter(|_| !record.game().is_over());
    record.settle_by_the_board();
    record
}
