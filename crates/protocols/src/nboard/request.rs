//! One line of the `NBoard` protocol.

use outflank_core::Move;

/// One line of the `NBoard` protocol.
pub(super) enum Request {
    /// `nboard 2`: the conversation begins.
    Hello,
    /// `set depth 12`
    Depth(u32),
    /// `set game (;GM[Othello]...;)`
    Game(String),
    /// `move F5/1.5/0.2`, of which only the move matters here.
    Move(Move),
    /// `hint 4`: the best moves with their scores.
    Hint(usize),
    /// `go`: the move to play, which is not played yet.
    Go,
    /// `ping 7`: stop, and say so.
    Ping(i64),
    /// `learn`: the game may go into a book.
    Learn,
    /// `analyze`: a score for every position of the game.
    Analyze,
    /// `quit`
    Quit,
}

impl Request {
    /// The deepest search there is.
    const DEEPEST: u32 = 60;

    /// Reads a line; `None` if it means nothing to this program.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let (word, rest) = split(line);
        Some(match word {
            "nboard" => Self::Hello,
            "set" => return Self::parse_setting(rest),
            "move" => Self::Move(parse_move(rest)?),
            // Without a number, or with one that makes no sense, one move.
            "hint" => Self::Hint(rest.parse().unwrap_or(1).clamp(1, 64)),
            "go" => Self::Go,
            "ping" => Self::Ping(split(rest).0.parse().ok()?),
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "quit" => Self::Quit,
            // The first version sent moves without a word before them.
            _ if word.len() == 2 && rest.is_empty() => Self::Move(word.parse().ok()?),
            _ => return None,
        })
    }

    fn parse_setting(text: &str) -> Option<Self> {
        match split(text) {
            ("depth", depth) => {
                let depth: u32 = depth.parse().ok().filter(|depth| *depth > 0)?;
                Some(Self::Depth(depth.min(Self::DEEPEST)))
            }
            ("game", game) => Some(Self::Game(game.to_owned())),
            // Contempt is for draws, and the engine has none: nothing to set.
            _ => None,
        }
    }
}

/// `F5/1.5/0.2`, or with spaces as Edax writes it.
fn parse_move(text: &str) -> Option<Move> {
    text.split(['/', ' ']).next()?.parse().ok()
}

/// The first word and the rest of a line.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}
