//! Writes balanced openings as transcripts, one a line: how the lists in `crates/arena/data/`
//! were made.
//!
//! ```text
//! cargo run --release -p outflank-arena --example opening_list reversi 2000 1 > crates/arena/data/openings-reversi.txt
//! ```

use std::error::Error;
use std::io::Write;

use outflank_arena::BalancedOpenings;
use outflank_core::Rule;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or_else(|| format!("{what} is missing"));
    let rule: Rule = next("reversi or reversed")?.parse()?;
    let count: usize = next("how many")?.parse()?;
    let seed: u64 = next("the seed")?.parse()?;
    let mut out = std::io::stdout().lock();
    for opening in BalancedOpenings::new(rule, seed).take(count) {
        let moves: String = opening.moves().iter().map(ToString::to_string).collect();
        writeln!(out, "{moves}")?;
    }
    Ok(())
}
