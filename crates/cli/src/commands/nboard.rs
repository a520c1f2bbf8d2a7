//! `outflank nboard`

use outflank_protocols::nboard;

use crate::cli::Protocol;
use crate::failure::Failure;

pub(crate) fn run(options: &Protocol) -> Result<(), Failure> {
    nboard::serve(&options.resolve()?).map_err(Failure::from)
}
