//! How similar two Python programs are: a hint, not a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The number of tokens of a fingerprint, and of neighbours of which one is kept.
const TOKENS: usize = 12;
const WINDOW: usize = 6;

/// The fingerprints of a program: hashes of runs of tokens, of which a few are kept in a way
/// that does not depend on their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprints(BTreeSet<u64>);

impl Fingerprints {
    /// The fingerprints of a Python text. Names, numbers, texts, comments and layout do not
    /// count.
    pub fn of(source: &str) -> Self {
        let tokens = tokens(source);
        let runs: Vec<u64> = tokens
            .windows(TOKENS)
            .map(|run| {
                let mut hasher = DefaultHasher::new();
                run.hash(&mut hasher);
                hasher.finish()
            })
            .collect();
        Self(
            runs.windows(WINDOW.min(runs.len()).max(1))
                .filter_map(|near| near.iter().min().copied())
                .collect(),
        )
    }

    /// Without those that more than half of all programs have, such as those of a template.
    pub fn without_common(all: &mut [Self]) {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for print in all.iter().flat_map(|prints| &prints.0) {
            *counts.entry(*print).or_default() += 1;
        }
        if all.len() > 3 {
            let most = all.len() / 2;
            for prints in all {
                prints.0.retain(|print| counts[print] <= most);
            }
        }
    }

    /// The share of the smaller program that is in the other one, 0 to 1.
    pub fn similarity(&self, other: &Self) -> f64 {
        let smaller = self.0.len().min(other.0.len());
        if smaller == 0 {
            return 0.0;
        }
        self.0.intersection(&other.0).count() as f64 / smaller as f64
    }
}

/// The tokens of a Python text: keywords and signs as they are, names as `n`, numbers as `0`,
/// texts as `s`.
fn tokens(source: &str) -> Vec<String> {
    const KEYWORDS: [&str; 24] = [
        "and", "break", "class", "continue", "def", "del", "elif", "else", "except", "for", "from",
        "global", "if", "import", "in", "is", "lambda", "not", "or", "return", "try", "while",
        "with", "yield",
    ];
    let letters: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let run = |start: usize, fits: fn(char) -> bool| {
            start + letters[start..].iter().take_while(|letter| fits(**letter)).count()
        };
        if letter == '#' {
            at = run(at, |letter| letter != '\n');
        } else if letter == '"' || letter == '\'' {
            at = text_end(&letters, at);
            found.push("s".to_owned());
        } else if letter.is_ascii_digit() {
            at = run(at, |letter| letter.is_alphanumeric() || letter == '.');
            found.push("0".to_owned());
        } else if letter.is_alphabetic() || letter == '_' {
            let end = run(at, |letter| letter.is_alphanumeric() || letter == '_');
            let word: String = letters[at..end].iter().collect();
            found.push(if KEYWORDS.contains(&&*word) { word } else { "n".to_owned() });
            at = end;
        } else {
            if !letter.is_whitespace() {
                found.push(letter.to_string());
            }
            at += 1;
        }
    }
    found
}

/// The end of a text that begins here.
fn text_end(letters: &[char], begin: usize) -> usize {
    let mark = letters[begin];
    let is_long = letters[begin..].starts_with(&[mark; 3]);
    let mut at = begin + if is_long { 3 } else { 1 };
    while let Some(&letter) = letters.get(at) {
        match letter {
            '\\' => at += 2,
            _ if is_long && letters[at..].starts_with(&[mark; 3]) => return at + 3,
            _ if !is_long && (letter == mark || letter == '\n') => return at + 1,
            _ => at += 1,
        }
    }
    letters.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "import numpy as np\nclass AI(object):\n    def go(self, board):\n        \
        self.candidate_list.clear()\n        moves = [m for m in self.legal(board) if m[0] > 2]\n        \
        best = max(moves, key=lambda m: self.weights[m[0]][m[1]] * 3 + len(moves))\n        \
        for depth in range(1, 9):\n            value = self.search(board, depth, -64, 64)\n            \
        if value > best[0]:\n                best = (value, moves[0])\n        return best\n";

    #[test]
    fn renamed_and_reformatted_code_is_similar_and_other_code_is_not() {
        let renamed = ONE
            .replace("moves", "options")
            .replace("best", "top")
            .replace("        return", "        # the end\n        return");
        let other = "def f(x):\n    while x:\n        x -= 1\n        print('hello', x)\n    \
            try:\n        g(x)\n    except KeyError as error:\n        raise error\n    else:\n        \
            del x\n    with open('f') as file:\n        yield file.read().split(',')\n";
        let prints = Fingerprints::of;
        assert!(prints(ONE).similarity(&prints(&renamed)) > 0.9);
        assert!(prints(ONE).similarity(&prints(other)) < 0.1);
        assert!(prints("").similarity(&prints(ONE)) < 0.1);
    }

    #[test]
    fn what_most_have_does_not_count() {
        let mut all: Vec<_> = (0..5).map(|_| Fingerprints::of(ONE)).collect();
        Fingerprints::without_common(&mut all);
        assert!(all[0].similarity(&all[1]) < 0.1);
    }
}
