//! `outflank eval`

mod label;

use crate::cli::{Eval, EvalAction};
use crate::failure::Failure;

pub(crate) fn run(options: &Eval) -> Result<(), Failure> {
    match &options.action {
        EvalAction::Label(options) => label::run(options),
    }
}
