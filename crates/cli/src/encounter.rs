//! Matches whose results are a row of a table.

use std::io::{self, Write};
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use outflank_arena::{
    BalancedOpenings, Elo, Match, MatchError, OpeningsError, PlayerError, PlayerName, SandboxError,
};
use outflank_core::Rule;
use serde::Serialize;

use crate::failure::Failure;
use outflank_report::MatchLine;

/// Settings of the matches of a table.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) rule: Rule,
    /// Two from each balanced opening.
    pub(crate) games: u32,
    pub(crate) concurrency: usize,
    /// The seed of the openings and of every random choice.
    pub(crate) seed: u64,
}

/// The result of a match, from the view of the player. What is infinite is null.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Encounter {
    pub(crate) player: String,
    pub(crate) opponent: String,
    #[serde(flatten)]
    pub(crate) outcome: MatchLine,
}

impl Encounter {
    /// Plays a match; the bar counts its games.
    pub(crate) fn play(
        terms: Terms,
        player: &PlayerName,
        opponent: &PlayerName,
        bar: &ProgressBar,
    ) -> Result<Self, Failure> {
        let Terms { rule, games, concurrency, seed } = terms;
        let players = [player.clone(), opponent.clone()];
        let mut openings = BalancedOpenings::new(rule, seed).take(games as usize / 2);
        let terms = outflank_arena::Terms::default();
        let played = Match { rule, players, concurrency, seed, terms };
        let tally = played.play(&mut openings, &mut |_, _| {
            bar.inc(2);
            ControlFlow::Continue(())
        });
        let outcome = MatchLine::of(&tally.map_err(failure)?);
        Ok(Self { player: player.to_string(), opponent: opponent.to_string(), outcome })
    }

    /// The score in percent with its standard error.
    pub(crate) fn percent(&self) -> String {
        format!("{:.1} +- {:.1} %", 100.0 * self.outcome.score, 100.0 * self.outcome.score_error)
    }

    /// The difference in strength, with half the width of the interval of 95 %.
    pub(crate) fn difference(&self) -> String {
        format!("{} +- {:.1}", Elo(self.outcome.elo), self.outcome.elo_error)
    }
}

/// A failed match: bad input if a player cannot be created, otherwise a failed run, as when
/// the sandbox fails.
pub(crate) fn failure(error: MatchError) -> Failure {
    match error {
        MatchError::Player(PlayerError::Program(SandboxError::Failed { .. })) => {
            Failure::Run(error.into())
        }
        MatchError::Player(_) => Failure::input(error),
        _ => Failure::Run(error.into()),
    }
}

/// Openings that cannot be used are bad input.
pub(crate) fn openings_failure(error: OpeningsError) -> Failure {
    Failure::Input(error.into())
}

/// Prints matches of one player as a table of its opponents.
pub(crate) fn print(out: &mut impl Write, matches: &[Encounter]) -> io::Result<()> {
    let names = matches.iter().map(|played| played.opponent.len());
    let width = names.max().unwrap_or_default().max("against".len());
    writeln!(
        out,
        "{:<width$} {:>6} {:>5} {:>6} {:>5} {:>15} {:>17}",
        "against", "games", "won", "drawn", "lost", "score", "Elo (95 %)"
    )?;
    for played in matches {
        let Encounter { opponent, outcome, .. } = played;
        let MatchLine { games, wins, draws, losses, .. } = outcome;
        let (percent, difference) = (played.percent(), played.difference());
        writeln!(
            out,
            "{opponent:<width$} {games:>6} {wins:>5} {draws:>6} {losses:>5} {percent:>15} \
             {difference:>17}"
        )?;
    }
    Ok(())
}
