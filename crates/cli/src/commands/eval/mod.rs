//! `outflank eval`

mod check;
mod label;

use crate::cli::{Eval, EvalAction};
use crate::failure::Failure;

pub(crate) fn run(options: &Eval) -> Result<(), Failure> {
    match &options.action {
        EvalAction::Check(options) => check::run(options),
        EvalAction::Label(options) => label::run(options),
    }
}
