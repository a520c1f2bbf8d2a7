//! All games so far, reported as they end.

use std::io::{self, Write};

use outflank_arena::{Source, TournamentGame};

use super::lines::GameLine;
use super::live::Live;
use super::plan::Plan;
use crate::cli;
use crate::failure::Failure;
use outflank_report::print_json;
use outflank_report::tournament::text;

/// All games so far.
pub(super) struct Scoreboard<'a> {
    plan: &'a Plan,
    games: Vec<TournamentGame>,
    telling: Telling,
}

/// The way games are reported.
enum Telling {
    Json,
    Lines,
    Live(Live),
}

impl<'a> Scoreboard<'a> {
    pub(super) fn new(plan: &'a Plan, options: &cli::Tournament) -> Self {
        let telling = if options.json {
            Telling::Json
        } else {
            Live::new(plan).map_or(Telling::Lines, Telling::Live)
        };
        Self { plan, games: Vec::new(), telling }
    }

    /// Adds a game and reports it if it is new.
    pub(super) fn hear(&mut self, game: &TournamentGame, source: Source) -> Result<(), Failure> {
        self.games.push(game.clone());
        match (&mut self.telling, source) {
            (Telling::Live(live), source) => live.show(self.plan, &self.games, source),
            (_, Source::Stored) => {}
            (Telling::Json, Source::Played) => {
                print_json(&mut io::stdout().lock(), &GameLine::new(self.plan, game))?;
            }
            (Telling::Lines, Source::Played) => {
                writeln!(io::stdout(), "{}", text::game(&self.plan.tournament.entrants, game))?;
            }
        }
        Ok(())
    }

    pub(super) fn games(&self) -> &[TournamentGame] {
        &self.games
    }

    /// Removes the live display.
    pub(super) fn clear(&self) {
        if let Telling::Live(live) = &self.telling {
            live.clear();
        }
    }
}
