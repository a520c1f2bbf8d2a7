//! `outflank gtp`

use outflank_protocols::gtp;

use crate::cli::Protocol;
use crate::failure::Failure;

pub(crate) fn run(options: &Protocol) -> Result<(), Failure> {
    gtp::serve(&options.resolve()?).map_err(Failure::from)
}
