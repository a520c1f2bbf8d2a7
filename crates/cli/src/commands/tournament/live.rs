//! A table on the terminal that changes as games end.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use outflank_arena::{Source, Standings, TournamentGame};

use super::plan::Plan;
use crate::progress;
use outflank_report::tournament::text;

/// The number of players shown.
const ROWS: usize = 12;
/// The interval between updates of the table.
const PAUSE: Duration = Duration::from_millis(500);

/// The table, with a bar below.
pub(super) struct Live {
    all: MultiProgress,
    lines: Vec<ProgressBar>,
    bar: ProgressBar,
    shown: Option<Instant>,
}

impl Live {
    /// A table, if there is a terminal to show it on.
    pub(super) fn new(plan: &Plan) -> Option<Self> {
        let all = MultiProgress::new();
        if all.is_hidden() || progress::is_quiet() {
            return None;
        }
        let plain = ProgressStyle::with_template("{wide_msg}").expect("it is well formed");
        let players = plan.tournament.entrants.len();
        let lines: Vec<_> = (0..=players.min(ROWS))
            .map(|_| all.add(ProgressBar::new_spinner().with_style(plain.clone())))
            .collect();
        let bar = match plan.games() {
            Some(games) => progress::bar(games, "games"),
            None => ProgressBar::new_spinner().with_style(
                ProgressStyle::with_template("{pos} games, {elapsed}").expect("it is well formed"),
            ),
        };
        let bar = all.add(bar);
        bar.tick();
        Some(Self { all, lines, bar, shown: None })
    }

    /// Shows how it stands.
    pub(super) fn show(&mut self, plan: &Plan, games: &[TournamentGame], source: Source) {
        self.bar.set_position(games.len() as u64);
        if source == Source::Stored {
            // Games of earlier runs do not count for the estimate of the remaining time.
            self.bar.reset_eta();
            return;
        }
        if self.shown.is_some_and(|shown| shown.elapsed() < PAUSE) {
            return;
        }
        self.shown = Some(Instant::now());
        let standings = Standings::of(plan.tournament.entrants.len(), games, plan.ranking());
        let table = text::standings(&plan.tournament.entrants, &standings);
        for (line, text) in self.lines.iter().zip(table.lines()) {
            line.set_message(text.to_owned());
        }
    }

    /// Takes the table away.
    pub(super) fn clear(&self) {
        // Nothing can be done about a terminal that is gone.
        let _ = self.all.clear();
    }
}
