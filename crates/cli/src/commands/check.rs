//! `outflank check`

use std::io::{self, BufReader, Write};
use std::path::Path;

use outflank_arena::{CheckReport, Verdict};

use crate::cli::Check;
use crate::failure::Failure;
use crate::{files, progress};
use outflank_formats::course::cases::{self, Case};
use outflank_report::{CheckLine, print_json};

pub(crate) fn run(options: &Check) -> Result<(), Failure> {
    let check = outflank_arena::Check {
        player: options.agent.clone(),
        rule: options.rules,
        terms: options.terms.terms(),
        seed: options.seed,
        cases: match &options.cases {
            Some(path) => read_cases(path)?,
            None => outflank_arena::Check::usual_cases(),
        },
    };
    let bar = progress::spinner();
    let report = check.run(&mut |step| bar.set_message(step.to_owned()));
    bar.finish_and_clear();
    let report = report.map_err(Failure::input)?;
    let agent = options.agent.to_string();
    let mut out = io::stdout().lock();
    if options.json {
        print_json(&mut out, &CheckLine::new(&report, &agent, &check))?;
    } else {
        print(&mut out, &report, &agent, &check)?;
    }
    out.flush()?;
    if report.is_usable() {
        return Ok(());
    }
    let failed = report.findings.iter().filter(|finding| finding.verdict == Verdict::Fail);
    let topics: Vec<_> = failed.map(|finding| finding.topic).collect();
    Err(Failure::Run(anyhow::anyhow!("{agent} is not usable: {}", topics.join(", "))))
}

/// The cases of a file of the course.
fn read_cases(path: &Path) -> Result<Vec<Case>, Failure> {
    let (file, _) = files::open(path)?;
    let name = files::name(path);
    let cases =
        cases::read(BufReader::new(file)).map_err(|error| files::cannot_read(&name, error))?;
    if cases.is_empty() {
        return Err(Failure::input(format!("there is no case in {name}")));
    }
    Ok(cases)
}

fn print(
    out: &mut impl Write,
    report: &CheckReport,
    agent: &str,
    check: &outflank_arena::Check,
) -> io::Result<()> {
    writeln!(out, "agent    {agent}")?;
    writeln!(out, "terms    {}, {}", check.rule.name(), check.terms.platform)?;
    for finding in &report.findings {
        writeln!(out, "{:<8} {:<14} {}", finding.verdict, finding.topic, finding.detail)?;
        if let Some(hint) = finding.hint {
            writeln!(out, "{:<23} {hint}", "")?;
        }
    }
    for result in &report.cases {
        if let Some(wrong) = &result.wrong {
            let position = result.case.position;
            writeln!(out, "case {:<3} {position}\n         {wrong}", result.number)?;
        }
    }
    let verdict = if report.is_usable() { "usable" } else { "not usable" };
    writeln!(out, "verdict  {verdict}")
}
