//! One line of GTP.

use outflank_core::{Color, Move};

/// One line of GTP: `[id] command [arguments]`.
pub(super) struct Request {
    /// The number of the request as it was written, to be repeated.
    pub(super) id: String,
    /// The command; empty if there is only a number.
    pub(super) command: String,
    /// The arguments of the command.
    arguments: Vec<String>,
}

impl Request {
    /// The longest number that is one: GTP has them up to 2^31.
    const LONGEST_ID: usize = 10;

    /// Parses a line as GTP 2 demands: comments and control characters are removed, a tab
    /// becomes a space, and an empty line is no request.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = clean.split(' ').filter(|word| !word.is_empty()).map(str::to_owned);
        let first = words.next()?;
        let is_id =
            first.len() <= Self::LONGEST_ID && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, command) =
            if is_id { (first, words.next().unwrap_or_default()) } else { (String::new(), first) };
        Some(Self { id, command, arguments: words.collect() })
    }

    /// The argument at this place, if it is there.
    pub(super) fn argument(&self, at: usize) -> Option<&str> {
        self.arguments.get(at).map(String::as_str)
    }

    /// All arguments as one text, such as a name of several words.
    pub(super) fn text(&self) -> String {
        self.arguments.join(" ")
    }

    /// A text and a whole number after it, if there is one.
    pub(super) fn text_and_number(&self) -> (String, Option<usize>) {
        match self.arguments.as_slice() {
            [words @ .., last] if !words.is_empty() => match last.parse() {
                Ok(number) => (words.join(" "), Some(number)),
                Err(_) => (self.text(), None),
            },
            _ => (self.text(), None),
        }
    }

    /// The colour at this place: `b`, `black`, `w` or `white` in any case.
    pub(super) fn color(&self, at: usize) -> Result<Color, String> {
        let text = self.argument(at).ok_or("syntax error: a color is missing")?;
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(format!("invalid color: '{}'", shown(text))),
        }
    }

    /// The move at this place: a square, or `pass`.
    pub(super) fn played(&self, at: usize) -> Result<Move, String> {
        let text = self.argument(at).ok_or("syntax error: a move is missing")?;
        text.parse().map_err(|error| format!("invalid coordinate: {error}"))
    }

    /// The number at this place, not negative.
    pub(super) fn number(&self, at: usize) -> Result<f64, String> {
        let text = self.argument(at).ok_or("syntax error: a number is missing")?;
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
            _ => Err(format!("syntax error: '{}' is not a number", shown(text))),
        }
    }
}

/// The start of an untrusted text.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}
