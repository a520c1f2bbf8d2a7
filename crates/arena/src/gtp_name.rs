//! An engine that speaks GTP, with its settings.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use outflank_protocols::gtp::TimeBudget;

use crate::command_line::{NamedCommand, quoted};
use crate::settings::{Setting, settings, written};
use crate::{CommandLine, ParseProgramError, ParseSettingError, TimeLeft};

/// The time that an engine is told with `time_settings` and `time_left`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GtpClock {
    /// The time for the move, or for the game if a move has no limit of its own.
    #[default]
    Move,
    /// The time for the game, if it has a limit.
    Game,
    /// Nothing. The command line of the engine sets its time or level.
    None,
}

impl GtpClock {
    /// All of them, the default first.
    const ALL: [Self; 3] = [Self::Move, Self::Game, Self::None];

    /// The name in settings.
    const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Game => "game",
            Self::None => "none",
        }
    }

    /// The part of a clock that the engine is told.
    pub(crate) fn told(self, clock: TimeLeft) -> Option<TimeBudget> {
        let game = clock.game_time.map(TimeBudget::Game);
        match self {
            Self::Move if clock.move_time.is_some() => clock.now().map(TimeBudget::Move),
            Self::Move | Self::Game => game,
            Self::None => None,
        }
    }
}

/// An engine that speaks GTP: the part of its name after `gtp:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GtpName {
    /// The working folder; by default that of the arena.
    pub folder: Option<PathBuf>,
    /// The time that the engine is told.
    pub clock: Option<GtpClock>,
    /// The command line.
    pub line: CommandLine,
}

impl GtpName {
    const KEYS: [&'static str; 2] = ["folder", "clock"];

    /// Applies one `key=value`.
    fn set(&mut self, setting: Setting<'_>) -> Result<(), ParseSettingError> {
        match setting.key {
            "folder" => self.folder = Some(setting.folder()?),
            _ => self.clock = Some(clock(setting)?),
        }
        Ok(())
    }
}

/// Reads `move`, `game` or `none`.
fn clock(setting: Setting<'_>) -> Result<GtpClock, ParseSettingError> {
    let named = GtpClock::ALL.into_iter().find(|clock| clock.name() == setting.value);
    named.ok_or_else(|| setting.wrong("move, game or none"))
}

impl FromStr for GtpName {
    type Err = ParseProgramError;

    /// Reads a command line, or `folder=DIR,clock=none` and a command line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let NamedCommand { settings: given, line } = text.parse()?;
        let mut name = Self { folder: None, clock: None, line };
        if let Some(given) = given {
            for setting in settings("a GTP engine", &Self::KEYS, &given)? {
                name.set(setting)?;
            }
        }
        Ok(name)
    }
}

impl fmt::Display for GtpName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values =
            [self.folder.as_deref().map(quoted), self.clock.map(|clock| clock.name().to_owned())];
        f.pad(&self.line.after(&written(Self::KEYS, values)))
    }
}
