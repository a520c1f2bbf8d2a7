//! The requests that a person can type.

use std::path::PathBuf;

use outflank_core::Square;
use outflank_engine::Level;

pub(super) const HELP: &str = "  f5        play a square (dots show where)
  undo      take your last move back
  hint      the engine's opinion of every move
  level N   make the engine stronger or weaker, 1 to 20
  moves     list the moves so far
  save FILE save the game; the extension says how (.jsonl .ggf .sgf .wtb .txt)
  load FILE go on with a saved game instead of this one
  resign    give up
  quit      leave";

/// A request of a person.
pub(super) enum Request {
    Place(Square),
    Undo,
    Hint,
    Level(Level),
    Moves,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Resign,
    Quit,
}

/// Parses a typed line.
pub(super) fn parse_request(line: &str) -> Result<Request, String> {
    let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    Ok(match word.to_ascii_lowercase().as_str() {
        "undo" | "u" => Request::Undo,
        "hint" => Request::Hint,
        "level" => Request::Level(
            rest.parse().map_err(|error: outflank_engine::ParseLevelError| error.to_string())?,
        ),
        "moves" => Request::Moves,
        word @ ("save" | "load") if rest.is_empty() => {
            return Err(format!("{word} needs the name of a file"));
        }
        "save" => Request::Save(rest.into()),
        "load" => Request::Load(rest.into()),
        "help" | "h" | "?" => Request::Help,
        "resign" => Request::Resign,
        "quit" | "q" | "exit" => Request::Quit,
        "pass" => {
            return Err("you have a move; a pass is made for you when you have none".to_owned());
        }
        square => Request::Place(square.parse().map_err(|_| {
            let shown: String = word.chars().take(20).collect();
            format!("'{}' is neither a square nor a command; try help", shown.escape_debug())
        })?),
    })
}
