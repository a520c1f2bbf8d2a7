//! Requests to agents and their answers, as the script writes them.

use outflank_core::{Color, Position, Square};

use super::list_page::{MAX_SQUARES, PageList};
use crate::{Fault, FaultKind};

/// The answer of an agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The elements of its list that are squares, the choice last.
    pub(crate) squares: Vec<Square>,
    /// The number of elements of the list.
    pub(crate) count: usize,
    /// The number of elements that are not squares.
    pub(crate) strange: usize,
    /// Whether its time was up.
    pub(crate) is_late: bool,
}

impl Answer {
    /// The list of a page at the time limit, or the fault of one whose last
    /// element is not a square.
    pub(super) fn at_the_limit(list: &PageList) -> Result<Self, Fault> {
        const OFF_THE_BOARD: u8 = 254;
        let fault = |kind, what| {
            let detail = format!("the last element of its list at the time limit is {what}");
            Err(Fault::new(kind, detail))
        };
        match list.squares.last() {
            Some(&OFF_THE_BOARD) => return fault(FaultKind::IllegalMove, "off the board"),
            Some(64..) => return fault(FaultKind::Protocol, "not a square (row, column)"),
            _ => {}
        }
        let squares: Vec<_> =
            list.squares.iter().filter_map(|at| Square::new(usize::from(*at))).collect();
        let strange = list.squares.len() - squares.len();
        Ok(Self { squares, count: list.count.unwrap_or_default(), strange, is_late: true })
    }
}

impl PageList {
    /// The list as a part of a sentence.
    pub(super) fn state(&self) -> String {
        let squares: Vec<_> =
            self.squares.iter().filter_map(|at| Square::new(usize::from(*at))).collect();
        match self.count {
            None => "its candidate_list was not a list".to_owned(),
            Some(count) => shown_list(count, &squares),
        }
    }
}

/// A candidate list as a part of a sentence.
pub(crate) fn shown_list(count: usize, squares: &[Square]) -> String {
    const MAX_SQUARES: usize = 20;
    if count == 0 {
        return "its list was empty".to_owned();
    }
    let last = squares.len().saturating_sub(MAX_SQUARES);
    let names: Vec<_> = squares[last..].iter().map(ToString::to_string).collect();
    let more = if last > 0 || count > squares.len() { "... " } else { "" };
    format!("its list was {more}{}", names.join(" "))
}

/// A board as the script reads it: 0 black, 1 empty, 2 white.
pub(super) fn digits(position: Position) -> String {
    let digit = |square: &Square| match position.color_at(*square) {
        Some(Color::Black) => '0',
        None => '1',
        Some(Color::White) => '2',
    };
    Square::ALL.iter().map(digit).collect()
}

/// Reads ` COUNT SQUARE SQUARE ...`.
pub(super) fn read_answer(text: &str, is_late: bool) -> Option<Answer> {
    let mut words = text.strip_prefix(' ')?.split_whitespace();
    let count = words.next()?.parse().ok()?;
    if words.clone().take(MAX_SQUARES + 1).count() > MAX_SQUARES {
        return None;
    }
    let mut answer = Answer { count, is_late, ..Answer::default() };
    let mut ends_well = count == 0;
    for word in words {
        let square = word.parse().ok().and_then(Square::new);
        ends_well = square.is_some();
        answer.squares.extend(square);
        answer.strange += usize::from(square.is_none());
    }
    ends_well.then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::{Position, digits, read_answer};

    #[test]
    fn lists_are_read_and_nothing_else_is() {
        let answer = read_answer(" 3 19 x 26", false).unwrap();
        let squares: Vec<_> = answer.squares.iter().map(ToString::to_string).collect();
        assert_eq!((squares.join(" ").as_str(), answer.count, answer.strange), ("d3 c4", 3, 1));
        assert!(read_answer(" 0 ", true).unwrap().squares.is_empty());
        for wrong in ["", " ", "2 1 1", " 2", " 1 64", " 1 -1", " 2 5 x", " x 5", " 1 5.0"] {
            assert!(read_answer(wrong, false).is_none(), "{wrong:?}");
        }
    }

    #[test]
    fn black_is_the_smallest_digit() {
        let text = digits(Position::START);
        assert_eq!((text.len(), &text[27..29], &text[35..37]), (64, "20", "02"));
    }
}
