//! The terms of games on another machine.

use std::time::Duration;

use outflank_work::WorkError;
use serde::{Deserialize, Serialize};

use crate::{
    Platform, Pondering, Processes, Resources, Sandboxing, Terms, TimeLimits, cache_folder,
};

/// Terms as they travel. The interpreter and the cache are those of the other machine, and the
/// sandbox is always on.
#[derive(Serialize, Deserialize)]
pub(super) struct SentTerms {
    move_time: Option<Duration>,
    game_time: Option<Duration>,
    platform: String,
    memory_mib: u32,
    processes: u32,
    file_mib: u32,
    output_kib: u32,
    start_time: Duration,
    keeps_processes: bool,
    ponders: bool,
}

impl SentTerms {
    /// The terms of a run. Without a sandbox they cannot travel.
    pub(super) fn of(terms: &Terms) -> Result<Self, WorkError> {
        if terms.sandbox == Sandboxing::Off {
            return Err(WorkError::NotPortable("workers use a sandbox always".to_owned()));
        }
        let Resources { memory_mib, processes, file_mib, output_kib, start_time } = terms.resources;
        Ok(Self {
            move_time: terms.limits.move_time,
            game_time: terms.limits.game_time,
            platform: terms.platform.name().to_owned(),
            memory_mib,
            processes,
            file_mib,
            output_kib,
            start_time,
            keeps_processes: terms.processes.are_kept(),
            ponders: terms.pondering.is_allowed(),
        })
    }

    /// The terms on this machine.
    pub(super) fn terms(&self) -> Option<Terms> {
        let &Self { move_time, game_time, memory_mib, processes, .. } = self;
        let &Self { file_mib, output_kib, start_time, .. } = self;
        let platform: Platform = self.platform.parse().ok()?;
        Some(Terms {
            limits: TimeLimits { move_time, game_time },
            platform,
            sandbox: Sandboxing::Required,
            resources: Resources { memory_mib, processes, file_mib, output_kib, start_time },
            processes: if self.keeps_processes { Processes::Kept } else { Processes::PerGame },
            pondering: if self.ponders { Pondering::Allowed } else { Pondering::Off },
            cache: cache_folder(),
            ..Terms::default()
        })
    }
}
