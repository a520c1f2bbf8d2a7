//! The agents of each game against each other.

use indicatif::ProgressBar;
use outflank_arena::{ClassicName, GenomeName, PlayerName};
use outflank_classic::{Form, SearchLimits};
use outflank_core::Rule;

use super::table::{Cell, Table};
use super::{Scale, cores};
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;

/// A node limit in place of five seconds a move, so that games repeat.
const NODES: u64 = 20_000;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let mut rows = Vec::new();
    for rule in Rule::BOTH {
        let terms =
            Terms { rule, games: scale.pick(20, 100), concurrency: cores(), seed: scale.seed };
        let forms: Vec<_> = Form::REPORTS.into_iter().filter(|form| form.rule() == rule).collect();
        for (number, &one) in forms.iter().enumerate() {
            for &other in &forms[number + 1..] {
                let [one, other] = [one, other].map(|form| player(form, scale));
                let played = Encounter::play(terms, &one, &other, &ProgressBar::hidden())?;
                rows.push(vec![
                    Cell::text(rule.name()),
                    Cell::text(&played.player),
                    Cell::text(&played.opponent),
                    Cell::count(played.outcome.games),
                    Cell::Measured(
                        100.0 * played.outcome.score,
                        100.0 * played.outcome.score_error,
                        1,
                    ),
                    Cell::Measured(played.outcome.elo, played.outcome.elo_error, 0),
                ]);
            }
        }
    }
    Ok(Table {
        title: "The agents of each game against each other: percent of the points, and Elo"
            .to_owned(),
        columns: vec!["rules", "player", "opponent", "games", "score", "Elo"],
        rows,
        note: format!(
            "No report has such games. {}",
            scale.pick(
                "All search 1000 nodes a move; without --quick as in their reports.",
                "Agents that think until the clock search 20000 nodes a move instead."
            )
        ),
    })
}

/// The agent as its report has it, where that is not a matter of the clock.
fn player(form: Form, scale: Scale) -> PlayerName {
    let nodes = match form {
        _ if scale.is_quick => Some(1000),
        Form::Corner | Form::Evolved | Form::Continuous => Some(NODES),
        Form::Phased | Form::Staged | Form::FiveFactor => None,
    };
    let limits = SearchLimits { nodes, ..SearchLimits::default() };
    PlayerName::Classic(ClassicName { genome: GenomeName::Report(form), limits })
}
