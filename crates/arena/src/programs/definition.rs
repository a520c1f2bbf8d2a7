//! Whether a Python file defines the class of an agent.

/// Whether Python source binds the name `AI` at the top level: by a class, a
/// function, an assignment or an import. Strings and comments do not count. The
/// source need not be correct.
pub(super) fn defines_ai(source: &str) -> bool {
    let source = source.trim_start_matches('\u{feff}');
    // Lines that are indented more than this belong to a function or class.
    let mut body: Option<usize> = None;
    for Line { indent, words } in logical_lines(source) {
        if body.is_some_and(|start| indent > start) {
            continue;
        }
        body = None;
        for statement in words.split(|word| *word == ";") {
            // Conditions and loops may have their statement on the same line.
            let starts = statement.iter().enumerate().filter(|(_, word)| **word == ":");
            let starts = std::iter::once(0).chain(starts.map(|(at, _)| at + 1));
            if starts.into_iter().any(|at| binds_ai(&statement[at..])) {
                return true;
            }
        }
        if matches!(words[..], ["class" | "def", ..] | ["async", "def", ..]) {
            body = Some(indent);
        }
    }
    false
}

/// Whether a simple statement, or the start of a compound one, binds the name.
fn binds_ai(statement: &[&str]) -> bool {
    match statement {
        ["class" | "def", name, ..] | ["async", "def", name, ..] => *name == "AI",
        ["from", .., "import", "*"] => true,
        ["import" | "from", rest @ ..] => {
            let names =
                rest.iter().rposition(|word| *word == "import").map_or(rest, |at| &rest[at..]);
            // `import x as AI` binds it, `import AI as x` does not.
            names
                .iter()
                .enumerate()
                .any(|(at, word)| *word == "AI" && names.get(at + 1) != Some(&"as"))
        }
        ["with" | "for", ..] => {
            statement.windows(2).any(|pair| matches!(pair, ["as" | "for", "AI"]))
        }
        ["AI", ":", ..] => statement.contains(&"="),
        _ => {
            let targets = statement.iter().rposition(|word| *word == "=");
            let is_walrus = statement.windows(2).any(|pair| pair == ["AI", ":="]);
            is_walrus || targets.is_some_and(|end| is_target(&statement[..end]))
        }
    }
}

/// Whether the name is among the targets of an assignment, outside of all
/// brackets but those of a tuple.
fn is_target(targets: &[&str]) -> bool {
    let mut depth = 0_usize;
    let mut previous = "";
    for (at, word) in targets.iter().enumerate() {
        let is_part = matches!(targets.get(at + 1), Some(&("." | "[" | "(")));
        match *word {
            "(" | "[" | "{" => depth += usize::from(depth > 0 || is_name(previous)),
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "AI" if depth == 0 && previous != "." && !is_part => return true,
            _ => {}
        }
        previous = word;
    }
    false
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// A logical line: its indentation and its words.
struct Line<'s> {
    indent: usize,
    words: Vec<&'s str>,
}

/// The logical lines of a source, without strings, comments and empty lines.
fn logical_lines(source: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut line: Option<Line<'_>> = None;
    let (mut rest, mut depth, mut indent) = (source, 0_usize, 0);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' | '\r' => {
                if depth == 0 {
                    lines.extend(line.take());
                    indent = 0;
                }
                1
            }
            ' ' | '\t' | '\u{c}' => {
                indent += usize::from(line.is_none());
                1
            }
            // The line goes on.
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' | '\'' => string_length(rest, first),
            _ => {
                let length = word_length(rest);
                let word = &rest[..length];
                match word {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let is_prefix = rest[length..].starts_with(['"', '\'']) && length <= 2;
                if !(is_prefix && is_name(word)) {
                    let new = || Line { indent, words: Vec::new() };
                    line.get_or_insert_with(new).words.push(word);
                }
                length
            }
        };
        rest = &rest[length..];
    }
    lines.extend(line);
    lines
}

/// The length of the word that a text begins with: a name, a number or a sign.
fn word_length(text: &str) -> usize {
    let is_part = |part: char| part.is_alphanumeric() || part == '_';
    let name = text.find(|part| !is_part(part)).unwrap_or(text.len());
    if name > 0 {
        return name;
    }
    let signs = ["==", "!=", "<=", ">=", ":=", "->", "+=", "-=", "*=", "/=", "|=", "&="];
    let long = signs.iter().find(|sign| text.starts_with(**sign));
    long.map_or_else(|| text.chars().next().map_or(1, char::len_utf8), |sign| sign.len())
}

/// The length of the string that a text begins with. A string without an end
/// takes the rest of its line, or of the text if it has three quotes.
fn string_length(text: &str, quote: char) -> usize {
    let long: String = [quote; 3].iter().collect();
    let (end, is_long) = if text.starts_with(&long) { (&*long, true) } else { (&long[..1], false) };
    let mut at = end.len();
    while let Some(next) = text[at..].chars().next() {
        match next {
            '\\' => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '\n' if !is_long => return at,
            _ if text[at..].starts_with(end) => return at + end.len(),
            _ => at += next.len_utf8(),
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::defines_ai;

    #[test]
    fn every_way_to_bind_the_name_is_seen() {
        for source in [
            "class AI:\n    pass",
            "class AI(object):",
            "class  AI\t(object):",
            "class\\\n AI(object): pass",
            "\u{feff}class AI: pass",
            "import numpy as np\r\nclass AI: pass\r\n",
            "def AI(size, color, time_out):\n    return Player()",
            "AI = make()",
            "A = AI = make()",
            "AI: type = make()",
            "AI, other = make()",
            "(AI, other) = make()",
            "x = 1; AI = 2",
            "from x import AI",
            "from x import (\n    Other,\n    AI,\n)",
            "from x import Fast as AI",
            "from x import *",
            "import x as AI",
            "if True:\n    class AI:\n        pass",
            "try:\n    from fast import AI\nexcept ImportError:\n    from slow import AI",
            "if fast: AI = Fast",
            "def f():\n    pass\nclass AI: pass",
            "'''doc'''\nclass AI: pass",
            "x = f\"{'class'}\"\nclass AI: pass",
        ] {
            assert!(defines_ai(source), "{source}");
        }
    }

    #[test]
    fn helpers_define_none() {
        for source in [
            "",
            "class AIHelper:\n    pass",
            "class Player:\n    AI = 1",
            "def f():\n    AI = 1\n    from x import AI",
            "# class AI:",
            "'''\nclass AI:\n    pass\n'''",
            "\"\"\"x\\\"\"\"\nclass AI: pass\n\"\"\"",
            "x = 'AI = 1'",
            "print(AI)",
            "AI == 3",
            "AI.moves = 3",
            "x.AI = 3",
            "table[AI] = 3",
            "import AI as x",
            "from AI import x",
            "AI: type",
            "f(AI=3)",
            "x = AI",
            "x = f(a,\nAI = 3)",
        ] {
            assert!(!defines_ai(source), "{source}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(
            text in any::<String>(),
            pieces in proptest::collection::vec("(class|AI|import|[ =:\n\\\\'\"#(){}é]){1,4}", 0..20),
        ) {
            defines_ai(&text);
            defines_ai(&pieces.concat());
        }
    }
}
