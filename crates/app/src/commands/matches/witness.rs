//! Who keeps the games of a match and tells of them.

use std::collections::BTreeSet;
use std::io::{StdoutLock, Write};
use std::ops::ControlFlow;

use outflank_arena::{Agent, EventId, GameRow, Match, MatchGame, Pair, Store, Tally, Witness};

use super::games_file::GamesFile;
use super::report::{Counts, GameLine, Heading, Line};
use crate::cli;
use crate::failure::Failure;
use crate::kept_match::{self, Settings, store_failure};
use crate::screen::print_json;

/// Keeps the games of a match as they end, and tells of them in their order. A
/// game is told only when it is kept.
pub(super) struct Reporter<'a> {
    pub(super) options: &'a cli::Match,
    pub(super) settings: &'a Settings,
    pub(super) source: &'a str,
    pub(super) played: &'a Match,
    pub(super) agents: &'a [Agent; 2],
    /// What the games are called in files.
    pub(super) label: &'a str,
    /// The games that were kept before.
    pub(super) known: BTreeSet<usize>,
    pub(super) store: Option<(&'a mut Store, EventId)>,
    pub(super) file: Option<&'a mut GamesFile>,
    pub(super) counts: Counts,
    pub(super) out: StdoutLock<'static>,
    /// Whether the test has told.
    pub(super) has_decided: bool,
    /// What ended the match before its time.
    pub(super) failure: Option<Failure>,
}

impl Witness for Reporter<'_> {
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let rows: Vec<_> = games.iter().map(|(number, game)| self.row(*number, game)).collect();
        let Some((store, event)) = &mut self.store else { return ControlFlow::Continue(()) };
        match store.put_all(*event, &rows) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(store_failure(error));
                ControlFlow::Break(())
            }
        }
    }

    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()> {
        match self.tell(&pair, tally) {
            Ok(next) => next,
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}

impl Reporter<'_> {
    /// A game as it is stored.
    fn row(&self, number: usize, game: &MatchGame) -> GameRow {
        kept_match::row(self.played, self.agents, number, game)
    }

    fn tell(&mut self, pair: &Pair, tally: &Tally) -> Result<ControlFlow<()>, Failure> {
        self.counts.add(pair);
        let first = tally.games() as usize - 2;
        for (number, game) in (first..).zip(&pair.games) {
            let row = self.row(number, game);
            if let Some(file) = &mut self.file {
                let mut record = row.record();
                record.event = Some(format!("{} {}", self.label, row.slot));
                record.version = Some(env!("CARGO_PKG_VERSION").to_owned());
                file.append(&record)?;
            }
            let names = row.players.each_ref().map(|agent| agent.name.as_str());
            let line = GameLine::of(number, names, &row.played);
            if self.options.json {
                print_json(&mut self.out, &line)?;
            } else if !self.known.contains(&number) {
                writeln!(self.out, "{}", line.sentence())?;
                self.out.flush()?;
            }
        }
        if let Some(flag) = &self.options.sprt
            && flag.test.decide(&tally.pairs).is_some()
        {
            self.has_decided = true;
            return Ok(ControlFlow::Break(()));
        }
        let is_new = !self.known.contains(&(first + 1));
        let games = tally.games();
        let interval = self.options.interval.next_multiple_of(2);
        let is_due = games.is_multiple_of(interval) && games < self.options.games;
        if is_new && is_due && !self.options.json {
            writeln!(self.out, "{}", self.line(tally).block())?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn line(&self, tally: &Tally) -> Line<'_> {
        let heading = Heading {
            rules: self.options.rules.name(),
            players: self.agents.each_ref().map(|agent| agent.name.as_str()),
            openings: self.source,
            seed: self.settings.seed,
        };
        Line::of(&heading, tally, &self.counts, self.options.sprt)
    }

    /// Tells the result of all games.
    pub(super) fn conclude(&mut self, tally: &Tally) -> Result<(), Failure> {
        if self.options.json {
            let text = serde_json::to_string(&self.line(tally)).map_err(std::io::Error::from)?;
            writeln!(self.out, "{text}")?;
        } else {
            let block = self.line(tally).block();
            writeln!(self.out, "{block}")?;
        }
        self.out.flush()?;
        Ok(())
    }
}
