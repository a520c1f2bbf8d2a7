//! `outflank solve`

use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use outflank_core::Position;
use outflank_engine::{Analysis, Engine, Goal, Limits};
use outflank_formats::{Problem, obf};

use crate::cli::Solve;
use crate::failure::Failure;
use crate::files;
use crate::progress::Thinking;
use crate::report::{self, AnalysisLine};
use crate::screen::{count, print_json, rate};

pub(crate) fn run(options: &Solve) -> Result<(), Failure> {
    let problems = problems(options)?;
    let mut engine = Engine::new(options.engine.options());
    let mut out = io::stdout().lock();
    if !options.json && problems.len() > 1 {
        writeln!(
            out,
            "{:>4} {:>7} {:>5} {:>5} {:>8} {:>15} {:>9} {:>13}  line",
            "", "empties", "best", "score", "known", "nodes", "seconds", "per second"
        )?;
    }
    let mut total = Total::default();
    for (at, problem) in problems.iter().enumerate() {
        let mut progress = Thinking::new();
        // Each position by itself: what was seen before shall not help.
        engine.clear();
        let analysis = engine.search(
            problem.rule,
            problem.position.board(),
            &limits(options),
            &mut |analysis| progress.tell(analysis),
        );
        progress.clear();
        let verdict = Verdict::of(problem, &analysis, options.wld);
        total.add(&analysis, verdict);
        if options.json {
            print_json(&mut out, &AnalysisLine::new(problem.position, &analysis))?;
        } else if problems.len() == 1 {
            write!(out, "{}", report::analysis(&analysis))?;
        } else {
            row(&mut out, at + 1, &analysis, verdict)?;
        }
        out.flush()?;
    }
    if !options.json && problems.len() > 1 {
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
        0 => Ok(()),
        wrong => Err(Failure::Run(anyhow::anyhow!(
            "{wrong} of {} scores differ from the known ones",
            problems.len()
        ))),
    }
}

fn limits(options: &Solve) -> Limits {
    let goal = if options.wld { Goal::Outcome } else { Goal::Solve };
    Limits { time: options.time, lines: options.lines, goal, ..Limits::default() }
}

/// The position given, or those of the file that was named.
fn problems(options: &Solve) -> Result<Vec<Problem>, Failure> {
    let path = Path::new(&options.input);
    match options.input.parse::<Position>() {
        Ok(position) => return Ok(vec![Problem::new(options.rules, position)]),
        // What is neither a position nor a file was meant to be a position if
        // it is as long as one.
        Err(error) if !files::is_standard(path) && !path.exists() && options.input.len() > 40 => {
            return Err(Failure::input(error));
        }
        Err(_) => {}
    }
    let (file, _) = files::open(path)?;
    let problems: Result<Vec<_>, _> = obf::read(BufReader::new(file), options.rules).collect();
    let problems =
        problems.map_err(|error| Failure::input(format!("{}: {error}", files::name(path))))?;
    if problems.is_empty() {
        return Err(Failure::input(format!("{} has no positions", files::name(path))));
    }
    Ok(problems)
}

/// How a solved score stands to the one in the file.
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
        let found = if is_outcome { analysis.score.signum() } else { analysis.score };
        match (analysis.exact, found == known) {
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
        analysis.score,
        count(analysis.nodes),
        analysis.time.as_secs_f64(),
        rate(analysis.nodes, analysis.time),
        report::line(&analysis.pv[..analysis.pv.len().min(8)]),
    )
}
