//! `outflank serve`

use crate::cli::Serve;
use crate::failure::Failure;
use crate::server::{self, Settings};

pub(crate) fn run(options: Serve) -> Result<(), Failure> {
    server::run(Settings::resolve(options)?)
}
