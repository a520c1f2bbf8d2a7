//! The check of a player: the usability test of the course and a report on its
//! conduct.

mod conduct;
mod finding;
mod imports;
mod usability;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_core::{Color, Game, Rule};
use outflank_formats::course::cases::{self, Case};

use crate::programs::PythonPlayer;
use crate::{
    FaultKind, GameEnding, PlayedGame, Player, PlayerError, PlayerName, Terms, Usage, referee,
};

pub use finding::{Finding, Verdict};
pub use usability::CaseResult;

/// A check of a player.
#[derive(Clone, Debug)]
pub struct Check {
    /// The player.
    pub player: PlayerName,
    /// The rules of its games.
    pub rule: Rule,
    /// Time limits, platform, sandbox and resources.
    pub terms: Terms,
    /// The seed of its opponent's random choices.
    pub seed: u64,
    /// The boards of the usability test.
    pub cases: Vec<Case>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The cases of the usability test, in order; empty if the player did not get
    /// ready.
    pub cases: Vec<CaseResult>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// The games against the random player, with the colour of the player that is checked.
    pub games: Vec<(PlayedGame, Color)>,
}

impl CheckReport {
    /// Whether there is no failure.
    pub fn is_usable(&self) -> bool {
        self.findings.iter().all(|finding| finding.verdict != Verdict::Fail)
    }
}

/// The totals of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    /// The longest time of a move.
    slowest: Duration,
    /// The longest time of a move that the machine did not give.
    delay: Duration,
    /// The number of late moves.
    late: usize,
    /// The number of moves.
    moves: usize,
    usage: Usage,
}

impl Totals {
    fn note_usage(&mut self, player: &dyn Player) {
        let usage = player.usage().unwrap_or_default();
        self.usage.memory = self.usage.memory.max(usage.memory);
        self.usage.logged = self.usage.logged.max(usage.logged);
    }

    /// Notes a move: the time that it took, of which `delay` is not charged.
    fn note_move(&mut self, time: Duration, delay: Duration, is_late: bool) {
        self.slowest = self.slowest.max(time.saturating_sub(delay));
        self.delay = self.delay.max(delay.min(time));
        self.late += usize::from(is_late);
        self.moves += 1;
    }
}

impl Check {
    /// The boards that are used if there are no others.
    pub fn usual_cases() -> Vec<Case> {
        cases::read(cases::USABILITY_TEST.as_bytes()).expect("our own cases are well-formed")
    }

    /// Checks the player; `on_step` is called with a description of each step.
    pub fn run(&self, on_step: &mut dyn FnMut(&str)) -> Result<CheckReport, PlayerError> {
        let mut report = CheckReport { cases: Vec::new(), findings: Vec::new(), games: Vec::new() };
        let mut totals = Totals::default();
        on_step("start");
        if !self.start(&mut report, &mut totals)? {
            return Ok(report);
        }
        on_step("usability");
        report.cases = usability::cases(self, &mut totals)?;
        report.findings.push(usability::finding(self, &report.cases));
        for color in Color::BOTH {
            on_step(&format!("game as {color}"));
            let game = self.game(color, &mut totals)?;
            report.findings.push(conduct::game(&game, color));
            report.games.push((game, color));
        }
        report.findings.push(conduct::illegal_moves(&report.cases, &report.games));
        report.findings.push(conduct::move_time(&totals, &self.terms));
        report.findings.extend(self.is_program().then(|| conduct::memory(&totals, &self.terms)));
        report.findings.extend(self.is_program().then(|| conduct::output(&totals, &self.terms)));
        Ok(report)
    }

    fn is_program(&self) -> bool {
        matches!(self.player, PlayerName::Python(_) | PlayerName::Gtp(_) | PlayerName::NBoard(_))
    }

    /// The findings before the first game: its start and its imports.
    fn start(&self, report: &mut CheckReport, totals: &mut Totals) -> Result<bool, PlayerError> {
        if let PlayerName::Python(path) = &self.player {
            let mut player = PythonPlayer::new(path, Color::Black, &self.terms)?;
            let ready = player.prepare();
            totals.note_usage(&player);
            report.findings.push(conduct::start(&ready, player.load_time(), &self.terms));
            report.findings.push(imports::finding(path, self.terms.platform));
            return Ok(ready.is_ok());
        }
        let mut player = self.made(Color::Black)?;
        let ready = player.prepare();
        report.findings.push(conduct::start(&ready, None, &self.terms));
        Ok(ready.is_ok())
    }

    fn made(&self, color: Color) -> Result<Box<dyn Player>, PlayerError> {
        self.player.player(self.rule, color, self.seed, &self.terms)
    }

    /// A game against the random player.
    fn game(&self, color: Color, totals: &mut Totals) -> Result<PlayedGame, PlayerError> {
        let opponent = PlayerName::Random.player(self.rule, !color, self.seed, &self.terms)?;
        let own = self.made(color)?;
        let mut players = match color {
            Color::Black => [own, opponent],
            Color::White => [opponent, own],
        };
        let (limits, never) = (self.terms.limits, AtomicBool::new(false));
        let played = referee::play(self.rule, &Game::new(), &mut players, limits, None, &never)
            .expect("nobody cancels it");
        totals.note_usage(&*players[color as usize]);
        for own in played.moves.iter().filter(|played| played.color == color) {
            totals.note_move(own.time, own.delay, own.is_late);
        }
        if fault_of(&played, color).is_some_and(|fault| fault.kind == FaultKind::Timeout) {
            totals.note_move(limits.move_time.unwrap_or_default(), Duration::ZERO, true);
        }
        Ok(played)
    }
}

/// The fault of `color` that ended a game.
fn fault_of(game: &PlayedGame, color: Color) -> Option<&crate::Fault> {
    match &game.ending {
        GameEnding::Fault { color: loser, fault } if *loser == color => Some(fault),
        _ => None,
    }
}
