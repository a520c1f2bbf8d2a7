//! Progress of a search on standard error.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use outflank_engine::Analysis;

use outflank_report::analysis as report;
use outflank_report::count;

/// Whether `--quiet` was given.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Hides all progress of this process from now on.
pub(crate) fn set_quiet(is_quiet: bool) {
    QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Whether progress is hidden.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// A line with the latest iteration. Hidden if standard error is not a terminal.
pub(crate) struct SearchProgress(ProgressBar);

impl SearchProgress {
    pub(crate) fn new() -> Self {
        Self(spinner())
    }

    /// Shows the latest result.
    pub(crate) fn tell(&mut self, analysis: &Analysis) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_message(format!(
            "depth {}  {:+}  {}  {} nodes",
            report::depth(analysis),
            analysis.shown_score(),
            report::line(&analysis.pv[..analysis.pv.len().min(12)]),
            count(analysis.nodes),
        ));
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// A line with the time that has passed and a message, for work whose length is
/// not known.
pub(crate) fn spinner() -> ProgressBar {
    if is_quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {wide_msg}");
    bar.set_style(style.expect("the template above is well formed"));
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}

/// A bar over work whose length is known, with the time that is left and, if
/// set, a message.
pub(crate) fn bar(length: u64, unit: &str) -> ProgressBar {
    if is_quiet() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(length).with_style(style.expect("the template above is well formed"))
}
