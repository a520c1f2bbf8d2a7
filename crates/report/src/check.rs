//! The report on an agent.

use outflank_arena::{Check, CheckReport, milliseconds};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{without_folders, words};

/// The result of a check.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckLine {
    agent: String,
    #[schema(value_type = words::Rules)]
    rules: &'static str,
    platform: &'static str,
    /// True if it may compete.
    usable: bool,
    findings: Vec<FindingLine>,
    /// The boards of the usability test.
    cases: Vec<CaseLine>,
    /// The games against random.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    games: Vec<CheckGameLine>,
}

/// A topic of a check, with its verdict.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CheckFinding)]
struct FindingLine {
    topic: &'static str,
    #[schema(value_type = words::Verdict)]
    verdict: &'static str,
    detail: String,
    hint: Option<&'static str>,
}

/// A board of the usability test.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CheckCase)]
struct CaseLine {
    number: usize,
    position: String,
    passed: bool,
    wrong: Option<String>,
    time_ms: f64,
}

/// A game of a check.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CheckGame)]
struct CheckGameLine {
    /// The colour of the agent.
    #[schema(value_type = words::Color)]
    color: String,
    moves: Vec<String>,
    /// The time of each move, also of the opponent.
    times_ms: Vec<f64>,
    /// What the agent printed.
    log: String,
}

impl CheckLine {
    /// The report, without the games.
    pub fn new(report: &CheckReport, agent: &str, check: &Check) -> Self {
        let findings = report.findings.iter().map(|finding| FindingLine {
            topic: finding.topic,
            verdict: finding.verdict.name(),
            detail: finding.detail.clone(),
            hint: finding.hint,
        });
        let cases = report.cases.iter().map(|result| CaseLine {
            number: result.number,
            position: result.case.position.to_string(),
            passed: result.wrong.is_none(),
            wrong: result.wrong.clone(),
            time_ms: milliseconds(result.time),
        });
        Self {
            agent: agent.to_owned(),
            rules: check.rule.name(),
            platform: check.terms.platform.name(),
            usable: report.is_usable(),
            findings: findings.collect(),
            cases: cases.collect(),
            games: Vec::new(),
        }
    }

    /// The report with the games, the last `letters` of each log, and no folders.
    #[must_use]
    pub fn with_games(self, report: &CheckReport, letters: usize) -> Self {
        let games = report.games.iter().map(|(game, color)| {
            let log = without_folders(&game.logs[*color as usize]);
            let left_out = log.chars().count().saturating_sub(letters);
            CheckGameLine {
                color: color.to_string(),
                moves: game.game.moves().iter().map(ToString::to_string).collect(),
                times_ms: game.moves.iter().map(|seen| milliseconds(seen.time)).collect(),
                log: log.chars().skip(left_out).collect(),
            }
        });
        let mut line = Self { games: games.collect(), ..self };
        for finding in &mut line.findings {
            finding.detail = without_folders(&finding.detail);
        }
        for case in &mut line.cases {
            case.wrong = case.wrong.as_deref().map(without_folders);
        }
        line
    }
}
