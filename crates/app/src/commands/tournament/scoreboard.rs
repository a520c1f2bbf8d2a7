//! All games so far, told as they come.

use std::io::{self, Write};

use outflank_arena::{Source, TournamentGame};

use super::lines::GameLine;
use super::live::Live;
use super::plan::Plan;
use super::text;
use crate::cli;
use crate::failure::Failure;
use crate::screen::print_json;

/// All games so far.
pub(super) struct Scoreboard<'a> {
    plan: &'a Plan,
    games: Vec<TournamentGame>,
    telling: Telling,
}

/// How games are told.
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

    /// Takes a game, and tells of it if it is new.
    pub(super) fn hear(&mut self, game: &TournamentGame, source: Source) -> Result<(), Failure> {
        self.games.push(game.clone());
        match (&mut self.telling, source) {
            (Telling::Live(live), source) => live.show(self.plan, &self.games, source),
            (_, Source::Stored) => {}
            (Telling::Json, Source::Played) => {
                print_json(&mut io::stdout().lock(), &GameLine::new(self.plan, game))?;
            }
            (Telling::Lines, Source::Played) => {
                writeln!(io::stdout(), "{}", text::game(self.plan, game))?;
            }
        }
        Ok(())
    }

    pub(super) fn games(&self) -> &[TournamentGame] {
        &self.games
    }

    /// Takes away what was shown while it ran.
    pub(super) fn clear(&self) {
        if let Telling::Live(live) = &self.telling {
            live.clear();
        }
    }
}
