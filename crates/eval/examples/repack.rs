//! Writes weights files again in the present layout. The weights stay the same.
//!
//! ```sh
//! cargo run --release -p outflank-eval --example repack reversi OLD NEW
//! ```

use std::process::ExitCode;

use outflank_core::Rule;
use outflank_eval::Weights;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [rule, old, new] = &arguments[..] else {
        eprintln!("usage: repack reversi|reversed OLD NEW");
        return ExitCode::from(2);
    };
    match repack(rule, old, new) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn repack(rule: &str, old: &str, new: &str) -> Result<(), Box<dyn std::error::Error>> {
    let rule: Rule = rule.parse()?;
    let weights = Weights::from_bytes(&std::fs::read(old)?, rule)?;
    let bytes = weights.to_bytes();
    let again = Weights::from_bytes(&bytes, rule)?;
    if again != weights {
        return Err("the weights are not the same again".into());
    }
    std::fs::write(new, &bytes)?;
    println!("{new}: {} bytes, checksum {:08x}", bytes.len(), weights.checksum());
    Ok(())
}
