//! Stores and reports the games of a match.

use std::collections::BTreeSet;
use std::io::{StdoutLock, Write};
use std::ops::ControlFlow;

use outflank_arena::{
    Agent, EventId, EventSettings, GameRow, Match, MatchGame, MatchObserver, Pair, Store, Tally,
};
use outflank_report::print_json;

use super::games_file::GamesFile;
use crate::cli;
use crate::failure::{Failure, store_failure};
use outflank_report::matches::{Counts, GameLine, Heading, ResultLine};

/// Stores the games of a match as they end and reports them in order. A game is reported
/// only after it is stored.
pub(super) struct Reporter<'a> {
    pub(super) options: &'a cli::Match,
    pub(super) settings: &'a EventSettings,
    pub(super) source: &'a str,
    pub(super) played: &'a Match,
    pub(super) agents: &'a [Agent; 2],
    /// The event name of the games in files.
    pub(super) label: &'a str,
    /// The games that were kept before.
    pub(super) known: BTreeSet<usize>,
    pub(super) store: Option<(&'a mut Store, EventId)>,
    pub(super) file: Option<&'a mut GamesFile>,
    pub(super) counts: Counts,
    pub(super) out: StdoutLock<'static>,
    /// True once the SPRT has accepted or rejected.
    pub(super) has_decided: bool,
    /// The error that ended the match early.
    pub(super) failure: Option<Failure>,
}

impl MatchObserver for Reporter<'_> {
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
        self.played.row(self.agents, number, game)
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

    fn line(&self, tally: &Tally) -> ResultLine<'_> {
        let heading = Heading {
            rules: self.options.rules.name(),
            players: self.agents.each_ref().map(|agent| agent.name.as_str()),
            openings: self.source,
            seed: self.settings.seed,
        };
        let sprt = self.options.sprt.map(|sprt| (sprt.test, sprt.settings));
        ResultLine::of(&heading, tally, &self.counts, sprt)
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
