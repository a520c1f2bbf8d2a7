//! Texts of external programs, made safe for terminals, files and pages.

use std::path::Path;

/// The maximum length of a line, in characters.
const MAX_LINE: usize = 500;
/// The maximum length of an escape sequence, in characters.
const MAX_SEQUENCE: usize = 1000;

/// A text on one line without escape sequences, control characters and
/// characters that change the direction of a text. Its length is bounded.
pub(crate) fn clean_line(text: &str) -> String {
    let mut line = String::new();
    // A cleaned text is never longer, so a bounded part of a huge text is enough.
    for letter in Cleaned::of(text).map(|letter| if letter == '\n' { ' ' } else { letter }) {
        if letter == ' ' && line.ends_with(' ') {
            continue;
        }
        if line.chars().count() == MAX_LINE {
            line.push_str("...");
            break;
        }
        line.push(letter);
    }
    line.trim().to_owned()
}

/// A text of many lines, cleaned in the same way.
pub(crate) fn clean_log(text: &str) -> String {
    Cleaned::of(text).collect()
}

/// A path for a message.
pub(crate) fn shown_path(path: &Path) -> String {
    clean_line(&path.display().to_string())
}

/// Whether a character can be shown as it is.
fn is_plain(letter: char) -> bool {
    let is_format = matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}');
    !letter.is_control() && !is_format
}

/// The characters of a text without escape sequences. Every end of a line is
/// `\n`, and a control character is `\u{fffd}`.
struct Cleaned<'t> {
    rest: std::str::Chars<'t>,
}

impl<'t> Cleaned<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text.chars() }
    }

    /// Skips an escape sequence after its first character.
    fn skip_sequence(&mut self, start: char) {
        let kind = if start == '\u{1b}' { self.rest.next() } else { Some('[') };
        match kind {
            // Parameters and one letter: colours, the cursor, modes.
            Some('[') => {
                let mut parts = self.rest.clone().take(MAX_SEQUENCE);
                if let Some(end) = parts.position(|part| !matches!(part, ' '..='?')) {
                    self.rest.nth(end);
                }
            }
            // A text up to a bell or a string terminator: titles, links.
            Some(']' | 'P' | '_' | '^' | 'X') => {
                let mut parts = self.rest.clone().take(MAX_SEQUENCE);
                let is_end = |part| matches!(part, '\u{7}' | '\u{1b}' | '\u{9c}' | '\n');
                if let Some(end) = parts.position(is_end) {
                    let last = self.rest.nth(end);
                    if last == Some('\u{1b}') && self.rest.clone().next() == Some('\\') {
                        self.rest.next();
                    }
                }
            }
            _ => {}
        }
    }
}

impl Iterator for Cleaned<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            let letter = self.rest.next()?;
            match letter {
                '\u{1b}' | '\u{9b}' => self.skip_sequence(letter),
                '\r' if self.rest.clone().next() == Some('\n') => {}
                '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => return Some('\n'),
                '\n' | '\t' => return Some(letter),
                _ if is_plain(letter) => return Some(letter),
                _ => return Some('\u{fffd}'),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, proptest};

    use super::{MAX_LINE, clean_line, clean_log};

    #[test]
    fn words_stay_and_escape_sequences_go() {
        for (text, line) in [
            ("ValueError: a bad day", "ValueError: a bad day"),
            ("\u{1b}[31;1mred\u{1b}[0m", "red"),
            ("\u{1b}]0;title\u{7}after", "after"),
            ("\u{1b}]8;;http://x\u{1b}\\link", "link"),
            ("\u{9b}2Jgone", "gone"),
            ("a\r\nb\rc\u{2028}d", "a b c d"),
            ("bell\u{7} \u{202e}txt", "bell\u{fffd} \u{fffd}txt"),
            ("\u{1b}", ""),
            ("\u{1b}[", ""),
            ("é 漢 ok", "é 漢 ok"),
        ] {
            assert_eq!(clean_line(text), line, "{text:?}");
        }
        assert_eq!(clean_log("one\r\n\u{1b}[2Jtwo\n\tthree\n"), "one\ntwo\n\tthree\n");
    }

    proptest! {
        #[test]
        fn any_text_becomes_a_short_line(text in any::<String>(), times in 1..300_usize) {
            let line = clean_line(&text.repeat(times));
            prop_assert!(line.chars().count() <= MAX_LINE + 3);
            prop_assert!(!line.contains(char::is_control));
            let is_left = clean_log(&text).contains(['\u{1b}', '\u{7}', '\u{9b}', '\r']);
            prop_assert!(!is_left);
        }
    }
}
