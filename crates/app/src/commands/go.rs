//! `outflank go`

use std::io::Write;

use outflank_engine::{Engine, Limits};

use crate::cli::Go;
use crate::failure::Failure;
use crate::report::{self, AnalysisLine};
use crate::screen::print_json;

pub(crate) fn run(options: &Go) -> Result<(), Failure> {
    let mut engine = Engine::new(options.engine.options());
    let board = options.position.board();
    let limits = Limits { lines: options.lines, ..options.limits.thinking(None).limits(board) };
    let mut progress = crate::progress::Thinking::new();
    let analysis =
        engine.search(options.rules, board, &limits, &mut |analysis| progress.tell(analysis));
    progress.clear();
    if options.json {
        print_json(&mut std::io::stdout().lock(), &AnalysisLine::new(options.position, &analysis))?;
    } else {
        write!(anstream::stdout(), "{}", report::analysis(&analysis))?;
    }
    Ok(())
}
