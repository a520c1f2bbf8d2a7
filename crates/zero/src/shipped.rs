//! The networks that ship with the program.

use outflank_core::Rule;
use outflank_net::NetworkFile;

/// The network of a game. `outflank zero train` made it, from nothing but the rules.
///
/// ```
/// use outflank_core::Rule;
///
/// for rule in Rule::BOTH {
///     assert_eq!(outflank_zero::shipped_network(rule).rule, rule);
/// }
/// ```
pub fn shipped_network(rule: Rule) -> NetworkFile {
    let bytes: &[u8] = match rule {
        Rule::Reversi => include_bytes!("../networks/reversi.network"),
        Rule::Reversed => include_bytes!("../networks/reversed.network"),
    };
    NetworkFile::from_bytes(bytes, rule).expect("the networks in the binary are whole")
}
