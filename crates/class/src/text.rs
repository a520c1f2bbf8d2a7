//! Texts that people give.

use crate::ClassError;

/// Checks a text of one line: not empty, not too long, nothing that hides or moves other
/// text.
pub(crate) fn check_line(what: &str, text: &str, most: usize) -> Result<(), ClassError> {
    let letters = text.chars().count();
    if letters == 0 || text.trim() != text {
        return Err(ClassError::unfit(format!("{what} is empty, or has blanks around it")));
    }
    if letters > most {
        return Err(ClassError::unfit(format!("{what} has {letters} letters: {most} are allowed")));
    }
    if text.chars().any(is_unsafe) {
        return Err(ClassError::unfit(format!("{what} has a character that cannot be shown")));
    }
    Ok(())
}

/// A note of any length up to a limit, on one line.
pub(crate) fn cleaned(text: &str, most: usize) -> String {
    let shown = text.chars().map(|letter| if is_unsafe(letter) { ' ' } else { letter });
    shown.take(most).collect::<String>().trim().to_owned()
}

/// Control characters, and those that change the direction of text.
pub(crate) fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
