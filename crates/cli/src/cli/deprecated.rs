//! Old spellings of flags, which keep working.

use std::ffi::OsString;

use crate::screen;

/// A command, the old spelling of one of its flags, and the new one.
const RENAMED: [(&str, &str, &str); 3] = [
    ("games", "--out", "--output"),
    ("match", "--games-out", "--output"),
    ("play", "--save", "--output"),
];

/// Prints a notice for each old spelling among the arguments.
pub(super) fn tell(arguments: &[OsString]) {
    let Some(command) = arguments.get(1).and_then(|word| word.to_str()) else { return };
    for (_, old, new) in RENAMED.iter().filter(|(of, ..)| *of == command) {
        let is_used = arguments.iter().filter_map(|word| word.to_str()).any(|word| {
            word == *old || word.strip_prefix(old).is_some_and(|rest| rest.starts_with('='))
        });
        if is_used {
            screen::complain(&format!("{old} is now {new}; the old spelling still works"));
        }
    }
}
