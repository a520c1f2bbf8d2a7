//! `outflank gtp`

use crate::cli::Protocol;
use crate::failure::Failure;

pub(crate) fn run(options: &Protocol) -> Result<(), Failure> {
    let _ = options;
    Err(Failure::input("not yet"))
}
