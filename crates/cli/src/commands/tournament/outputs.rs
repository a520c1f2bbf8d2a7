//! The files in the folder of a tournament.

use std::time::{Duration, Instant};

use outflank_arena::{EventId, Standings, Store, TournamentGame};

use super::lines::StandingsLine;
use super::page;
use super::plan::Plan;
use crate::failure::Failure;
use crate::files;
use outflank_report::tournament::{csv, text};

/// The page.
pub(super) const PAGE: &str = "index.html";
/// The minimum interval between writes of the files.
const PAUSE: Duration = Duration::from_secs(2);
/// Writing them takes a part of the time no larger than one of these.
const PART: u32 = 20;

/// The progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Complete,
    Stopped,
}

impl State {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Complete => "complete",
            Self::Stopped => "stopped",
        }
    }
}

/// The files in the folder of a tournament, which are refreshed as it runs.
pub(super) struct Outputs<'a> {
    plan: &'a Plan,
    store: &'a Store,
    event: EventId,
    due: Instant,
}

impl<'a> Outputs<'a> {
    pub(super) fn new(plan: &'a Plan, store: &'a Store, event: EventId) -> Self {
        Self { plan, store, event, due: Instant::now() + PAUSE }
    }

    /// Writes the files if it is time.
    pub(super) fn refresh(&mut self, games: &[TournamentGame]) -> Result<(), Failure> {
        let start = Instant::now();
        if start < self.due {
            return Ok(());
        }
        self.write(games, State::Running)?;
        self.due = Instant::now() + PAUSE.max(start.elapsed() * PART);
        Ok(())
    }

    /// Writes the files.
    pub(super) fn write(
        &self,
        games: &[TournamentGame],
        state: State,
    ) -> Result<Standings, Failure> {
        let Self { plan, store, event, .. } = self;
        let entrants = &plan.tournament.entrants;
        let standings = Standings::of(entrants.len(), games, plan.ranking());
        let line = StandingsLine::new(plan, &standings, games, state);
        let mut json = serde_json::to_string_pretty(&line).expect("standings are plain data");
        json.push('\n');
        let page = page::page(plan, &standings, games, state, store, *event)?;
        for (name, text) in [
            ("standings.txt", text::report(entrants, &standings)),
            ("standings.csv", csv::standings(entrants, &standings)),
            ("standings.json", json),
            (PAGE, page),
        ] {
            files::write_bytes(&plan.folder.join(name), text.as_bytes())?;
        }
        Ok(standings)
    }
}
