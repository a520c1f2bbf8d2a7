//! `outflank go`

use std::io::Write;

use outflank_engine::{Analysis, Limits};
use outflank_report::analysis::{self as report, SearchLine};
use outflank_report::print_json;

use crate::cli::Go;
use crate::failure::Failure;
use crate::positions::read_positions;
use crate::process_time;
use crate::progress::SearchProgress;

pub(crate) fn run(options: &Go) -> Result<(), Failure> {
    let Go { positions, limits, book, search } = options;
    let problems = read_positions(&positions.input, search.rules)?;
    let mut searcher = search.searcher(problems[0].rule)?;
    let books = book.load(&search.weights, problems[0].rule)?;
    for (at, problem) in problems.iter().enumerate() {
        let board = problem.position.board();
        let time = limits.time;
        let known = limits.thinking(None).book_answer(&books, problem.rule, board);
        // A book has no scores for the moves that it leaves out.
        let known = known.filter(|_| positions.lines == 1);
        let mut limits = Limits { lines: positions.lines, ..limits.thinking(None).limits(board) };
        if at == 0 {
            limits.time = time.map(process_time::left).or(limits.time);
        }
        let analysis = known.unwrap_or_else(|| {
            let mut progress = SearchProgress::new();
            // The positions of a file do not depend on each other.
            searcher.clear();
            let tell = &mut |analysis: &Analysis| progress.tell(analysis);
            let analysis = searcher.search(problem.rule, board, &limits, tell);
            progress.clear();
            analysis
        });
        if search.json {
            let line = SearchLine::new(problem.position, &analysis);
            print_json(&mut std::io::stdout().lock(), &line)?;
            continue;
        }
        let mut out = anstream::stdout();
        if problems.len() > 1 {
            let gap = if at == 0 { "" } else { "\n" };
            writeln!(out, "{gap}{}", problem.position)?;
        }
        write!(out, "{}", report::analysis(&analysis))?;
    }
    Ok(())
}
