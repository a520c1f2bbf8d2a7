//! `outflank check`

use std::io::{self, BufReader, Write};
use std::path::Path;

use outflank_arena::{CaseResult, CheckReport, Finding, Verdict};
use serde::Serialize;

use crate::cli::Check;
use crate::failure::Failure;
use crate::{files, progress};
use outflank_arena::milliseconds;
use outflank_formats::course::cases::{self, Case};
use outflank_report::print_json;

/// The findings.
#[derive(Serialize)]
struct Line<'a> {
    agent: &'a str,
    rules: &'static str,
    platform: &'static str,
    usable: bool,
    findings: Vec<FindingLine<'a>>,
    cases: Vec<CaseLine<'a>>,
}

#[derive(Serialize)]
struct FindingLine<'a> {
    topic: &'a str,
    verdict: &'static str,
    detail: &'a str,
    hint: Option<&'a str>,
}

#[derive(Serialize)]
struct CaseLine<'a> {
    number: usize,
    position: String,
    passed: bool,
    wrong: Option<&'a str>,
    time_ms: f64,
}

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
        print_json(&mut out, &line(&report, &agent, &check))?;
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

fn line<'a>(report: &'a CheckReport, agent: &'a str, check: &outflank_arena::Check) -> Line<'a> {
    let finding = |finding: &'a Finding| FindingLine {
        topic: finding.topic,
        verdict: finding.verdict.name(),
        detail: &finding.detail,
        hint: finding.hint,
    };
    let case = |result: &'a CaseResult| CaseLine {
        number: result.number,
        position: result.case.position.to_string(),
        passed: result.wrong.is_none(),
        wrong: result.wrong.as_deref(),
        time_ms: milliseconds(result.time),
    };
    Line {
        agent,
        rules: check.rule.name(),
        platform: check.terms.platform.name(),
        usable: report.is_usable(),
        findings: report.findings.iter().map(finding).collect(),
        cases: report.cases.iter().map(case).collect(),
    }
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
