//! Report 004: its agent against a random player.

use indicatif::ProgressBar;
use outflank_arena::PlayerName;
use outflank_core::Rule;

use super::Scale;
use super::table::{Cell, Chart, Table, columns};
use crate::cores::cores;
use crate::encounter::{Encounter, Terms};
use crate::failure::Failure;

pub(super) fn measure(scale: Scale) -> Result<Table, Failure> {
    let games = scale.pick(40, 200);
    let terms = Terms { rule: Rule::Reversed, games, concurrency: cores(), seed: scale.seed };
    let players = ["depth=1", "depth=3", scale.pick("nodes=2000", "nodes=20000")];
    let row = |limit| {
        let player = format!("classic:evolved,{limit}").parse::<PlayerName>();
        let player = player.map_err(Failure::input)?;
        let hidden = ProgressBar::hidden();
        let played = Encounter::play(terms, &player, &PlayerName::Random, &hidden)?;
        Ok(vec![
            Cell::text(&played.player),
            Cell::text(&played.opponent),
            Cell::count(played.outcome.games),
            Cell::Missing,
            Cell::Measured(100.0 * played.outcome.score, 100.0 * played.outcome.score_error, 1),
        ])
    };
    Ok(Table {
        title: "Report 004: percent of the points against a random player".to_owned(),
        columns: columns(["player", "opponent", "games", "report", "ours"]),
        rows: players.map(row).into_iter().collect::<Result<_, Failure>>()?,
        note: "The report played these games and does not say how they ended. On its course's \
               platform it won 393 of 411, 95.6 %."
            .to_owned(),
        differs: String::new(),
        chart: Chart {
            labels: vec![0],
            report: None,
            ours: 4,
            unit: "percent of the points".to_owned(),
            is_logarithmic: false,
        },
    })
}
