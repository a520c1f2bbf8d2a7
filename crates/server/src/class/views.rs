//! PKs as pages show them.

use outflank_class::{
    ClassJob, GameOutcome, JobId, JobKind, JobState, PersonId, Side, TournamentId, UnixMillis,
    WorkerLoad,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::member::Member;
use super::names::Names;

/// A side of a PK.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassSide)]
pub(super) struct SideView {
    name: String,
    /// The person; null for a player that comes with Outflank.
    person: Option<PersonId>,
    /// The number of the version among those of its person.
    version: Option<u32>,
    /// True if it is the agent of the viewer.
    mine: bool,
}

/// A PK: two games, with colours swapped.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassPair)]
pub(super) struct PairView {
    pub(super) id: JobId,
    kind: JobKind,
    state: JobState,
    /// True if the viewer asked for it.
    yours: bool,
    /// The sides; the first is black in the first game. Empty for a check.
    sides: Vec<SideView>,
    /// The two games; empty until they are played.
    games: Vec<GameOutcome>,
    /// Half points of the first side in each game; null until they are played.
    half_points: Option<[u8; 2]>,
    tournament: Option<TournamentId>,
    /// The round of the tournament, from 0.
    round: Option<u32>,
    created: Option<UnixMillis>,
    begun: Option<UnixMillis>,
    ended: Option<UnixMillis>,
    /// The worker that has or had it.
    worker: Option<String>,
    /// How busy the worker was.
    load: Option<WorkerLoad>,
    /// Why it is void or failed, for those whom it concerns.
    problem: Option<String>,
    /// Its place in the queue, from 1; null if it does not wait.
    place: Option<usize>,
}

impl PairView {
    pub(super) fn new(job: &ClassJob, names: &Names, viewer: &Member) -> Self {
        let side = |side: &Side| SideView {
            name: names.side(side),
            person: side.person(),
            version: names.version(side),
            mine: side.person() == Some(viewer.person.id),
        };
        let sides: Vec<_> = job.sides.iter().flatten().map(side).collect();
        let [created, begun, ended] = job.times;
        let is_concerned = viewer.is_instructor()
            || job.asked_by == Some(viewer.person.id)
            || sides.iter().any(|side| side.mine);
        Self {
            id: job.id,
            kind: job.kind,
            state: job.state,
            yours: job.asked_by == Some(viewer.person.id),
            sides,
            games: job.outcome.clone().into_iter().flatten().collect(),
            half_points: job.outcome.as_ref().map(outflank_class::half_points_of_first),
            tournament: job.place.map(|(tournament, ..)| tournament),
            round: job.place.map(|(_, round, _)| round),
            created,
            begun,
            ended,
            worker: job.worker.clone(),
            load: job.load,
            problem: job.problem.clone().filter(|_| is_concerned),
            place: None,
        }
    }
}

impl PairView {
    /// The PK with its place in the queue.
    pub(super) fn at(self, place: Option<usize>) -> Self {
        Self { place, ..self }
    }
}

/// The number of something that was made.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassMade)]
pub(super) struct Made {
    pub(super) id: i64,
}
