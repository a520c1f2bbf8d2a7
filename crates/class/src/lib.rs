//! A course: people hand in agents, which are checked and compete.
//!
//! A [`ClassStore`] is a class on the disk: its [`ClassSettings`], its people, the versions of
//! their agents, the jobs and their results. Jobs are checks and PKs. Whoever runs them takes
//! them from a [`WorkQueue`], under a [`JobLease`]. A [`PlannedJob`] does a job on this machine;
//! [`describe_job`] makes it a unit of work for others, which [`ClassKind`] does there. Nothing of
//! a class reads a clock: callers pass the time.

mod backup;
mod class_unit;
mod error;
mod ids;
mod job;
mod library;
mod performing;
mod person;
mod queue;
mod race;
mod rating;
mod roster;
mod secret;
mod settings;
mod similarity;
mod store;
mod swiss;
mod text;
mod upload;
mod version;
mod work;

pub use backup::{back_up, restore};
pub use class_unit::{ClassKind, describe_job, read_progress, read_report};
pub use error::ClassError;
pub use ids::{JobId, PersonId, TournamentId, VersionId};
pub use job::{
    ClassJob, GameOutcome, JobKind, JobState, Side, TimeUsed, WorkerLoad, half_points_of_first,
};
pub use library::{Library, zip_files};
pub use performing::{JobProgress, PlannedJob};
pub use person::{Invitation, NewPerson, Person, Role};
pub use queue::{WaitingJob, fair_order};
pub use race::RaceLadder;
pub use rating::{RatedPair, Rating, ratings};
pub use roster::read_roster;
pub use secret::{hash_password, is_password};
pub use settings::{ClassSettings, NameStyle, UnixMillis, read_time};
pub use similarity::Fingerprints;
pub use store::{
    AuditLine, ClassAccess, ClassStanding, ClassStore, ClassTournament, JobFilter,
    TournamentFormat, TournamentResult,
};
pub use swiss::{swiss_round, swiss_rounds};
pub use upload::{Upload, is_python_file};
pub use version::{Version, VersionReport, VersionState};
pub use work::{JobLease, JobReport, JobTask, WorkQueue};
