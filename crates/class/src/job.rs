//! Jobs: the checks of versions, and the PKs.

use std::time::Duration;

use outflank_arena::{
    Fault, FaultKind, GameEnding, PlayedGame, Slot, TimeUse, TournamentGame, milliseconds,
};
use outflank_core::{Color, Score};
use outflank_report::{ending_name, words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{JobId, PersonId, TournamentId, UnixMillis, VersionId};

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// The check of a version.
    Check,
    /// A PK of the points race.
    Race,
    /// A PK that does not count.
    Playto,
    /// A PK of a tournament.
    Tournament,
}

impl JobKind {
    pub(crate) const ALL: [Self; 4] = [Self::Check, Self::Race, Self::Playto, Self::Tournament];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Race => "race",
            Self::Playto => "playto",
            Self::Tournament => "tournament",
        }
    }
}

/// What has become of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for a worker.
    Waiting,
    /// A worker has it.
    Running,
    /// It is done and counts.
    Done,
    /// It does not count: it was cancelled, or replaced by another one.
    Void,
    /// It could not be done; it counts for nobody.
    Failed,
}

impl JobState {
    pub(crate) const ALL: [Self; 5] =
        [Self::Waiting, Self::Running, Self::Done, Self::Void, Self::Failed];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Void => "void",
            Self::Failed => "failed",
        }
    }
}

/// A side of a PK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// A version of somebody's agent.
    Version {
        /// Whose it is.
        person: PersonId,
        /// The version.
        version: VersionId,
    },
    /// A player that comes with Outflank, by its name.
    BuiltIn(String),
}

impl Side {
    /// The person of the side, if it has one.
    pub const fn person(&self) -> Option<PersonId> {
        match self {
            Self::Version { person, .. } => Some(*person),
            Self::BuiltIn(_) => None,
        }
    }

    /// The version of the side, if it has one.
    pub const fn version(&self) -> Option<VersionId> {
        match self {
            Self::Version { version, .. } => Some(*version),
            Self::BuiltIn(_) => None,
        }
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassJob {
    /// Its number. The games of a PK have it as the number of their pair.
    pub id: JobId,
    /// What it is for.
    pub kind: JobKind,
    /// What has become of it.
    pub state: JobState,
    /// Whose turn at a worker it takes; `None` for tournaments and automatic challenges.
    pub asked_by: Option<PersonId>,
    /// Its tournament, with the round and the number of the pairing.
    pub place: Option<(TournamentId, u32, u32)>,
    /// The version to be checked.
    pub version: Option<VersionId>,
    /// The sides of a PK; the first is black in the first game.
    pub sides: Option<[Side; 2]>,
    /// The seed of both games.
    pub seed: u64,
    /// The seed of the openings, and the number of the opening.
    pub opening: (u64, u32),
    /// When it was asked for, begun and ended.
    pub times: [Option<UnixMillis>; 3],
    /// The worker that has or had it.
    pub worker: Option<String>,
    /// How busy the worker was.
    pub load: Option<WorkerLoad>,
    /// The results of both games.
    pub outcome: Option<[GameOutcome; 2]>,
    /// Why it is void or failed.
    pub problem: Option<String>,
}

/// How busy the worker of a PK was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WorkerLoad {
    /// The number of jobs that it ran at the same time.
    pub jobs: u32,
    /// The number of its cores.
    pub cores: u32,
    /// The load average of its machine over the last minute; null if unknown.
    pub average: Option<f64>,
    /// The longest time of a move that the machine did not give to an agent.
    pub longest_delay_ms: f64,
}

/// The result of a game of a PK.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ClassGameOutcome)]
pub struct GameOutcome {
    /// For black, in discs.
    pub score: i8,
    /// How it ended.
    #[schema(value_type = words::GameEnding)]
    pub ending: String,
    /// The side that lost by a fault; null if none did.
    #[schema(value_type = Option<words::Color>)]
    pub fault_color: Option<Color>,
    /// The kind of the fault.
    pub fault: Option<String>,
    /// The number of moves.
    pub plies: u32,
    /// The time that black and white used.
    pub time: [TimeUsed; 2],
}

/// The time that a player used in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TimeUsed {
    /// The number of its moves.
    pub moves: u32,
    /// All of its time.
    pub total_ms: f64,
    /// The longest time of a move.
    pub longest_ms: f64,
    /// The number of late moves.
    pub late: u32,
}

impl GameOutcome {
    /// The result of a game that was played.
    pub fn of(played: &PlayedGame) -> Self {
        let mut time = [TimeUsed::default(); 2];
        for seen in &played.moves {
            let time = &mut time[seen.color as usize];
            time.moves += 1;
            time.total_ms += milliseconds(seen.time);
            time.longest_ms = time.longest_ms.max(milliseconds(seen.time));
            time.late += u32::from(seen.is_late);
        }
        let fault = match &played.ending {
            GameEnding::Fault { color, fault } => Some((*color, fault.kind)),
            _ => None,
        };
        if let Some((color, FaultKind::Timeout)) = fault {
            time[color as usize].late += 1;
        }
        Self {
            score: played.score.discs() as i8,
            ending: ending_name(&played.ending).to_owned(),
            fault_color: fault.map(|(color, _)| color),
            fault: fault.map(|(_, kind)| kind.name().to_owned()),
            plies: played.game.moves().len() as u32,
            time,
        }
    }

    /// Half points for black: 2 for a win, 1 for a draw.
    pub const fn half_points(&self) -> u8 {
        match self.score {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    }

    /// The game as the standings of a tournament see it.
    pub fn in_tournament(&self, slot: Slot, sides: [usize; 2]) -> TournamentGame {
        let fault = self.fault.as_deref().and_then(|name| name.parse::<FaultKind>().ok());
        let ending = match (self.fault_color, fault) {
            (Some(color), Some(kind)) => GameEnding::Fault { color, fault: Fault::new(kind, "") },
            _ => GameEnding::PlayedOut,
        };
        let duration = |ms: f64| Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default();
        let time = self.time.map(|used| TimeUse {
            moves: used.moves,
            total: duration(used.total_ms),
            longest: duration(used.longest_ms),
            late: used.late,
        });
        let score = Score::new(self.score.into()).unwrap_or_default();
        TournamentGame { slot, sides, score, ending, plies: self.plies, time }
    }
}

/// Half points of the first side of a PK in its two games.
pub fn half_points_of_first(outcome: &[GameOutcome; 2]) -> [u8; 2] {
    [outcome[0].half_points(), 2 - outcome[1].half_points()]
}
