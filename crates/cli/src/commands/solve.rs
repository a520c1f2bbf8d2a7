//! `outflank solve`

use std::io::{self, Write};
use std::time::Duration;

use outflank_engine::{Analysis, Goal, Limits};
use outflank_formats::Problem;

use crate::cli::Solve;
use crate::failure::Failure;
use crate::positions::read_positions;
use crate::process_time;
use crate::progress::SearchProgress;
use outflank_report::analysis::{self as report, SearchLine};
use outflank_report::{count, print_json, rate};

pub(crate) fn run(options: &Solve) -> Result<(), Failure> {
    let problems = read_positions(&options.positions.input, options.search.rules)?;
    let mut searcher = options.search.searcher(problems[0].rule)?;
    let mut out = io::stdout().lock();
    if !options.search.json && problems.len() > 1 {
        writeln!(
            out,
            "{:>4} {:>7} {:>5} {:>5} {:>8} {:>15} {:>9} {:>13}  line",
            "", "empties", "best", "score", "known", "nodes", "seconds", "per second"
        )?;
    }
    let mut total = Total::default();
    for (at, problem) in problems.iter().enumerate() {
        let mut progress = SearchProgress::new();
        // Each position starts with an empty table, so that earlier ones do not help.
        searcher.clear();
        let mut limits = limits(options);
        if at == 0 {
            limits.time = options.time.map(process_time::left);
        }
        let analysis =
            searcher.search(problem.rule, problem.position.board(), &limits, &mut |analysis| {
                progress.tell(analysis);
            });
        progress.clear();
        let verdict = Verdict::of(problem, &analysis, options.wld);
        total.add(&analysis, verdict);
        if options.search.json {
            print_json(&mut out, &SearchLine::new(problem.position, &analysis))?;
        } else if problems.len() == 1 {
            write!(out, "{}", report::analysis(&analysis))?;
        } else {
            row(&mut out, at + 1, &analysis, verdict)?;
        }
        out.flush()?;
    }
    if !options.search.json && problems.len() > 1 {
        let rate = rate(total.nodes, total.time);
        let seconds = total.time.as_secs_f64();
        let (solved, all) = (total.solved, problems.len());
        writeln!(
            out,
            "{solved} of {all} solved, {} nodes, {seconds:.3} s, {rate} a second",
            count(total.nodes)
        )?;
    }
    match total.wrong {
        0 if total.solved == 0 => Err(Failure::Run(match problems.len() {
            1 => anyhow::anyhow!("the position was not solved in time"),
            all => anyhow::anyhow!("none of the {all} positions was solved in time"),
        })),
        0 => Ok(()),
        wrong => Err(Failure::Run(anyhow::anyhow!(
            "{wrong} of {} scores differ from the known ones",
            problems.len()
        ))),
    }
}

fn limits(options: &Solve) -> Limits {
    let goal = if options.wld { Goal::Outcome } else { Goal::Solve };
    Limits { time: options.time, lines: options.positions.lines, goal, ..Limits::default() }
}

/// The comparison of a solved score with the one in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Unknown,
    Right,
    Wrong,
}

impl Verdict {
    fn of(problem: &Problem, analysis: &Analysis, is_outcome: bool) -> Self {
        let Some(known) = problem.best_score() else { return Self::Unknown };
        let known = if is_outcome { known.discs().signum() } else { known.discs() };
        match (analysis.exact, analysis.shown_score() == known) {
            (false, _) => Self::Unknown,
            (true, true) => Self::Right,
            (true, false) => Self::Wrong,
        }
    }
}

/// The sum of all positions.
#[derive(Default)]
struct Total {
    nodes: u64,
    time: Duration,
    solved: usize,
    wrong: usize,
}

impl Total {
    fn add(&mut self, analysis: &Analysis, verdict: Verdict) {
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        self.solved += usize::from(analysis.exact);
        self.wrong += usize::from(verdict == Verdict::Wrong);
    }
}

fn row(
    out: &mut impl Write,
    number: usize,
    analysis: &Analysis,
    verdict: Verdict,
) -> io::Result<()> {
    let best = analysis.best.map_or("-".to_owned(), |best| best.to_string());
    let verdict = match verdict {
        Verdict::Unknown => "-",
        Verdict::Right => "right",
        Verdict::Wrong => "WRONG",
    };
    let mark = if analysis.exact { ' ' } else { '?' };
    writeln!(
        out,
        "{number:>4} {:>7} {best:>5} {:>+4}{mark} {verdict:>8} {:>15} {:>9.3} {:>13}  {}",
        analysis.board.empties().len(),
        analysis.shown_score(),
        count(analysis.nodes),
        analysis.time.as_secs_f64(),
        rate(analysis.nodes, analysis.time),
        report::line(&analysis.pv[..analysis.pv.len().min(8)]),
    )
}
