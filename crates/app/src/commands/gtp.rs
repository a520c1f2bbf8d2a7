//! `outflank gtp`

use crate::cli::Protocol;
use crate::failure::Failure;
use crate::protocols::gtp;

pub(crate) fn run(options: &Protocol) -> Result<(), Failure> {
    gtp::serve(options).map_err(Failure::from)
}
