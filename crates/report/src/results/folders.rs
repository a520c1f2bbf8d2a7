//! Texts without the folders of files.

/// A text of an external program without the folders of the files that it names, which
/// viewers must not learn: `File "/home/ann/agents/mine.py"` becomes `File "mine.py"`.
///
/// A path is what begins with a slash at the start of a word and has another one. It ends at
/// the end of the word, or at the quotation mark that it began after.
pub fn without_folders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let starts_a_word = before
            .is_none_or(|letter: char| letter.is_whitespace() || "\"'`(<[{=:,;|".contains(letter));
        if letter == '/' && starts_a_word {
            let path = &rest[..path_length(rest, before)];
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            // One slash alone, or two that follow each other as in an address, name no file.
            let is_path = !folder.is_empty() && !path.starts_with("//");
            out.push_str(if is_path { name } else { path });
            before = path.chars().next_back();
            rest = &rest[path.len()..];
        } else {
            out.push(letter);
            before = Some(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    out
}

/// The length of the path at the start of a text, given the letter before it.
fn path_length(text: &str, before: Option<char>) -> usize {
    let is_quoted = before.filter(|letter| "\"'`".contains(*letter));
    let line = text.lines().next().unwrap_or_default();
    let end = match is_quoted.and_then(|mark| line.find(mark)) {
        Some(end) => Some(end),
        None => line.find(|letter: char| letter.is_whitespace() || "\"'`)>]},;|:".contains(letter)),
    };
    end.unwrap_or(line.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn folders_are_left_out() {
        for (text, expected) in [
            ("File \"/home/ann/agents/mine.py\", line 3", "File \"mine.py\", line 3"),
            ("'/home/my name/mine.py' is gone", "'mine.py' is gone"),
            ("see /tmp/a/b.txt: no such file", "see b.txt: no such file"),
            ("/srv/agents/x.py\n/srv/agents/y.py", "x.py\ny.py"),
            ("path=/srv/agents/x.py", "path=x.py"),
            ("ModuleNotFoundError: /srv/päth/ö.py", "ModuleNotFoundError: ö.py"),
            ("(/a/b)", "(b)"),
        ] {
            assert_eq!(without_folders(text), expected);
        }
    }

    #[test]
    fn other_slashes_stay() {
        for text in [
            "1/2 and a/b",
            "https://docs.python.org/3/",
            "half / half",
            "/",
            "// a comment",
            "/one",
            "",
            "km/h",
            "\"/\"",
        ] {
            assert_eq!(without_folders(text), text);
        }
    }
}
