//! The agents of each game against each other, and the champions evolved here beside them.

use indicatif::ProgressBar;
use outflank_arena::{ClassicName, GenomeName, PlayerName};
use outflank_classic::{Form, Genome, SearchLimits, ShippedGenome};
use outflank_core::Rule;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;

/// A node limit in place of five seconds a move, so that games repeat.
const NODES: u64 = 20_000;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let mut rows = Vec::new();
    for rule in Rule::BOTH {
        let terms =
            Terms { rule, games: scale.pick(10, 100), concurrency: cores(), seed: scale.seed };
        let players = players(rule, scale)?;
        for (number, one) in players.iter().enumerate() {
            for other in &players[number + 1..] {
                let played = Encounter::play(terms, one, other, &ProgressBar::hidden())?;
                let outcome = &played.outcome;
                rows.push(vec![
                    Cell::text(rule.name()),
                    Cell::text(&played.player),
                    Cell::text(&played.opponent),
                    Cell::count(outcome.games),
                    Cell::Measured(100.0 * outcome.score, 100.0 * outcome.score_error, 1),
                ]);
            }
        }
    }
    Ok(Table {
        title: "The agents of each game and the champions evolved here: percent of the points"
            .to_owned(),
        columns: columns(["rules", "player", "opponent", "games", "score"]),
        rows,
        note: scale
            .pick(
                "All search 1000 nodes a move; without --quick as in their reports.",
                "Agents that think until the clock search 20000 nodes a move instead.",
            )
            .to_owned(),
        differs: "No report has such games.".to_owned(),
        chart: Chart {
            labels: vec![1, 2],
            report: None,
            ours: 4,
            unit: "percent of the points".to_owned(),
            is_logarithmic: false,
        },
    })
}

/// The agents of the reports of a game, then the champions.
fn players(rule: Rule, scale: Scale) -> Result<Vec<PlayerName>, Failure> {
    let reports = Form::REPORTS.into_iter().map(GenomeName::Report);
    // Quick runs leave out the champions: there are many pairs.
    let shipped = ShippedGenome::all().map(GenomeName::Shipped).filter(|_| !scale.is_quick);
    let mut players = Vec::new();
    for genome in reports.chain(shipped) {
        let loaded: Genome = genome.load(rule).map_err(Failure::input)?;
        if loaded.rule() == rule {
            let limits =
                SearchLimits { nodes: nodes(loaded.form(), scale), ..SearchLimits::default() };
            players.push(PlayerName::Classic(ClassicName { genome, limits }));
        }
    }
    Ok(players)
}

/// The node limit where the report has a clock.
fn nodes(form: Form, scale: Scale) -> Option<u64> {
    match form {
        _ if scale.is_quick => Some(1000),
        Form::Corner | Form::Evolved | Form::Continuous => Some(NODES),
        Form::Phased | Form::Staged | Form::FiveFactor => None,
    }
}
