//! `outflank nboard`

use crate::cli::Protocol;
use crate::failure::Failure;
use crate::protocols::nboard;

pub(crate) fn run(options: &Protocol) -> Result<(), Failure> {
    nboard::serve(options).map_err(Failure::from)
}
