//! Clocks as GTP sets them.

use std::time::Duration;

use outflank_core::Board;
use outflank_engine::RemainingTime;

/// The time of a game: a main time, then a period for every few moves.
#[derive(Clone, Copy)]
pub(super) struct TimeControl {
    main: Duration,
    period: Duration,
    /// The number of moves in a period; zero if there are no periods.
    moves: u32,
}

/// The remaining time of one side.
#[derive(Clone, Copy)]
pub(super) struct SideClock {
    control: TimeControl,
    left: Duration,
    /// Moves to be made in the time left; none while it is the main time.
    moves: u32,
}

impl TimeControl {
    /// The arguments of `time_settings`; `None` where they mean no limit, which
    /// GTP writes as a period without moves.
    pub(super) fn new(main: Duration, period: Duration, moves: u32) -> Option<Self> {
        let is_unlimited = moves == 0 && !period.is_zero();
        (!is_unlimited).then_some(Self { main, period, moves })
    }

    /// The clock of a side at the start.
    pub(super) fn clock(self) -> SideClock {
        SideClock { control: self, left: Duration::ZERO, moves: 0 }.with(self.main, 0)
    }
}

impl SideClock {
    /// Even a side that has no time must move.
    const LEAST: Duration = Duration::from_millis(5);

    /// A clock known from `time_left` only.
    pub(super) fn unknown() -> Self {
        let none = Duration::ZERO;
        TimeControl { main: none, period: none, moves: 0 }.clock()
    }

    /// The clock with this time left, for this many moves if any.
    pub(super) fn with(mut self, left: Duration, moves: u32) -> Self {
        (self.left, self.moves) = (left, moves);
        if self.left.is_zero() && self.moves == 0 {
            self.start_period(Duration::ZERO);
        }
        self
    }

    /// The thinking time for `board`.
    pub(super) fn share(self, board: Board) -> Duration {
        let share = if let Some(each) = self.left.checked_div(self.moves) {
            // Exceeding the time once loses the game, so a tenth is kept in reserve.
            each * 9 / 10
        } else {
            let TimeControl { period, moves, .. } = self.control;
            let increment = period.checked_div(moves).unwrap_or_default();
            RemainingTime { left: self.left, increment }.share(board)
        };
        share.max(Self::LEAST)
    }

    /// Subtracts the time of a move, for programs that never send `time_left`.
    pub(super) fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        if self.moves > 0 {
            self.moves -= 1;
            if self.moves == 0 {
                self.start_period(Duration::ZERO);
            }
        } else if self.left.is_zero() {
            self.start_period(over);
        }
    }

    /// The next period begins, a part of it already used.
    fn start_period(&mut self, used: Duration) {
        if self.control.moves > 0 {
            self.left = self.control.period.saturating_sub(used);
            self.moves = self.control.moves;
        }
    }
}

/// Seconds as a duration, capped at a year.
pub(super) fn seconds(number: f64) -> Duration {
    const YEAR: Duration = Duration::from_hours(24 * 365);
    Duration::try_from_secs_f64(number).unwrap_or(YEAR).min(YEAR)
}
