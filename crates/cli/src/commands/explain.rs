//! `outflank explain`

use std::io::Write;

use outflank_arena::{PlayerExplanation, PlayerName};
use outflank_core::Position;
use outflank_report::explanation::text;
use outflank_report::graph::{HeatMap, Picture};
use outflank_report::print_json;
use serde::Serialize;

use crate::cli::Explain;
use crate::failure::Failure;
use crate::files;
use crate::positions::read_positions;

/// The depth of the engine's search by default: a fraction of a second.
const ENGINE_DEPTH: u32 = 8;

/// A position with its explanation.
#[derive(Serialize)]
struct Line<'a> {
    rules: &'static str,
    position: String,
    player: String,
    #[serde(flatten)]
    explanation: &'a PlayerExplanation,
}

pub(crate) fn run(options: &Explain) -> Result<(), Failure> {
    let depth = options.depth.or(match &options.player {
        PlayerName::Engine(name) => Some(name.thinking.depth.unwrap_or(ENGINE_DEPTH)),
        _ => None,
    });
    let kind = options.picture.as_deref().map(Picture::by_name).transpose();
    let kind = kind.map_err(Failure::input)?;
    for (at, problem) in read_positions(&options.input, options.rules)?.iter().enumerate() {
        let position = problem.position;
        let explanation = options.player.explain(problem.rule, position.board(), depth);
        let explanation = explanation.map_err(Failure::input)?;
        if let (0, Some(path), Some(kind)) = (at, &options.picture, kind) {
            draw(path, kind, position, &explanation)?;
        }
        let (rules, player) = (problem.rule.name(), options.player.to_string());
        if options.json {
            let position = position.to_string();
            let line = Line { rules, position, player, explanation: &explanation };
            print_json(&mut std::io::stdout().lock(), &line)?;
            continue;
        }
        let mut out = anstream::stdout();
        let gap = if at == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{position}, {rules}, {player}\n")?;
        write!(out, "{}", text(&explanation))?;
    }
    Ok(())
}

/// Draws the heat map of the first position.
fn draw(
    path: &std::path::Path,
    kind: Picture,
    position: Position,
    explanation: &PlayerExplanation,
) -> Result<(), Failure> {
    let Some(values) = &explanation.squares else {
        return Err(Failure::input(
            "--picture is for the engine and networks: an agent has no numbers for squares",
        ));
    };
    let svg = HeatMap { position, values }.draw();
    let bytes = kind.paint_svg(svg).map_err(|error| Failure::Run(error.into()))?;
    files::write_bytes(path, &bytes)
}
