//! `outflank analyze`

use crate::cli::Analyze;
use crate::failure::Failure;

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let _ = options;
    Err(Failure::input("not yet"))
}
