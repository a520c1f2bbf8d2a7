//! The labelled sets that come with Outflank.

use outflank_core::Rule;
use outflank_formats::{Problem, obf};

/// The labelled positions of a game that come with Outflank.
///
/// ```
/// use outflank_core::Rule;
/// use outflank_train::labelled_positions;
///
/// let positions = labelled_positions(Rule::Reversed);
/// assert!(positions.iter().all(|position| !position.moves.is_empty()));
/// ```
pub fn labelled_positions(rule: Rule) -> Vec<Problem> {
    let packed: &[u8] = match rule {
        Rule::Reversi => include_bytes!("../../data/evaluation-reversi.obf.zst"),
        Rule::Reversed => include_bytes!("../../data/evaluation-reversed.obf.zst"),
    };
    let text = zstd::stream::decode_all(packed).expect("a test unpacks the set");
    let problems: Result<Vec<_>, _> = obf::read(&text[..], rule).collect();
    problems.expect("a test reads the set")
}
