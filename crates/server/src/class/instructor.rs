//! Running the class, for instructors.

use axum::http::StatusCode;
use outflank_class::{
    AuditLine, ClassSettings, Fingerprints, JobId, PersonId, TournamentFormat, UnixMillis,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::member::Instructor;
use super::names::Names;
use super::views::Made;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::state::Shared;

/// The most pairs of a similarity report, and the smallest similarity.
const MAX_SIMILAR: usize = 100;
const LEAST_SIMILAR: f64 = 0.3;
/// The entries of the audit log that are shown.
const LATEST: u32 = 500;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(dashboard))
        .routes(routes!(settings))
        .routes(routes!(freeze))
        .routes(routes!(plan))
        .routes(routes!(rerun))
        .routes(routes!(similarity))
        .routes(routes!(audit))
}

/// The state of the class.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassDashboard)]
struct Dashboard {
    settings: ClassSettings,
    frozen: bool,
    now: UnixMillis,
    students: usize,
    /// The students who have set a password.
    joined: usize,
    /// The students with at least one version.
    submitted: u64,
    /// The students whose agent competes.
    competing: usize,
    versions: u64,
    waiting: u64,
    running: usize,
    games: u64,
    /// The workers of this machine, and what each does; null for nothing.
    workers: Vec<WorkerView>,
    has_sandbox: bool,
    /// The size of all submitted files.
    agent_bytes: u64,
    /// The size of the databases.
    database_bytes: u64,
}

/// A worker.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassWorker)]
struct WorkerView {
    name: String,
    job: Option<JobId>,
}

/// Shows the state of the class.
#[utoipa::path(get, path = "/api/class/dashboard", responses((status = 200, body = Dashboard)))]
async fn dashboard(Instructor(member): Instructor) -> Result<axum::Json<Dashboard>, ApiError> {
    let found = aside(&member.class, |class| {
        let store = &class.store;
        let (now, people) = (class.now(), store.people()?);
        let students: Vec<_> =
            people.iter().filter(|one| one.role == outflank_class::Role::Student).collect();
        let (versions, submitted, agent_bytes) = store.version_totals()?;
        let size = |name: &str| store.folder().join(name).metadata().map_or(0, |file| file.len());
        let running = store.running()?;
        let names = class.workers.names();
        let job = |name: &String| {
            running.iter().find(|job| job.worker.as_ref() == Some(name)).map(|job| job.id)
        };
        let workers = names.iter().map(|name| WorkerView { name: name.clone(), job: job(name) });
        Ok(Dashboard {
            settings: store.settings()?,
            frozen: store.is_frozen(now)?,
            now,
            joined: students.iter().filter(|one| one.has_password).count(),
            submitted,
            competing: students.iter().filter(|one| one.current.is_some()).count(),
            students: students.len(),
            versions,
            waiting: store.count_all_waiting()?,
            workers: workers.collect(),
            running: running.len(),
            games: store.count_games()?,
            has_sandbox: outflank_arena::has_sandbox(),
            agent_bytes,
            database_bytes: size("class.db") + size("games.db"),
        })
    });
    found.await.map(axum::Json)
}

/// Changes the settings.
#[utoipa::path(put, path = "/api/class/settings", request_body = ClassSettings,
    responses((status = 204)))]
async fn settings(
    Instructor(member): Instructor,
    Json(settings): Json<ClassSettings>,
) -> Result<StatusCode, ApiError> {
    let who = member.person.id;
    aside(&member.class, move |class| {
        class.store.set_settings(&settings)?;
        class.standings.forget();
        let json = serde_json::to_string(&settings).unwrap_or_default();
        class.store.note(class.now(), Some(who), "change settings", &json)?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether the class is to be frozen.
#[derive(Deserialize, ToSchema)]
struct Freeze {
    frozen: bool,
}

/// Freezes or unfreezes the class. After the deadline it stays frozen until the deadline is
/// moved.
#[utoipa::path(post, path = "/api/class/freeze", request_body = Freeze,
    responses((status = 204)))]
async fn freeze(
    Instructor(member): Instructor,
    Json(request): Json<Freeze>,
) -> Result<StatusCode, ApiError> {
    let who = member.person.id;
    aside(&member.class, move |class| {
        class.store.set_frozen(request.frozen)?;
        let action = if request.frozen { "freeze" } else { "unfreeze" };
        class.store.note(class.now(), Some(who), action, "")?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A tournament to play.
#[derive(Deserialize, ToSchema)]
struct NewTournament {
    format: TournamentFormat,
    title: String,
    /// By default 1, or as many as a Swiss tournament needs.
    #[serde(default)]
    rounds: Option<u32>,
    /// By default that of the class.
    #[serde(default)]
    seed: Option<u32>,
    /// When it begins; at once by default.
    #[serde(default)]
    at: Option<UnixMillis>,
}

/// Plans a tournament of everyone who competes when it begins.
#[utoipa::path(post, path = "/api/class/tournaments", request_body = NewTournament,
    responses((status = 201, body = Made)))]
async fn plan(
    Instructor(member): Instructor,
    Json(new): Json<NewTournament>,
) -> Result<(StatusCode, axum::Json<Made>), ApiError> {
    let who = member.person.id;
    let made = aside(&member.class, move |class| {
        let (now, store) = (class.now(), &class.store);
        let NewTournament { format, title, rounds, seed, at } = new;
        let id = store.plan_tournament(format, title.trim(), rounds, seed, at.unwrap_or(now))?;
        store.note(now, Some(who), "plan tournament", &title)?;
        store.begin_tournaments(now)?;
        class.changed();
        Ok(Made { id: id.0 })
    });
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

/// Why a PK is played again.
#[derive(Deserialize, ToSchema)]
struct Rerun {
    reason: String,
}

/// Plays a PK again. The old one does not count any more.
#[utoipa::path(post, path = "/api/class/pairs/{id}/rerun", params(("id" = i64, Path)),
    request_body = Rerun, responses((status = 201, body = Made)))]
async fn rerun(
    Instructor(member): Instructor,
    Path(id): Path<JobId>,
    Json(request): Json<Rerun>,
) -> Result<(StatusCode, axum::Json<Made>), ApiError> {
    let who = member.person.id;
    let made = aside(&member.class, move |class| {
        let made = class.store.rerun(id, &request.reason, class.now())?;
        let detail = format!("PK {id} as {made}: {}", request.reason);
        class.store.note(class.now(), Some(who), "play again", &detail)?;
        class.changed();
        Ok(Made { id: made.0 })
    });
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

/// Two people whose agents are similar.
#[derive(Serialize, ToSchema)]
struct SimilarPair {
    people: [PersonId; 2],
    names: [String; 2],
    /// The share of the smaller program that is in the other one, 0 to 1.
    similarity: f64,
}

/// Compares the current versions of all people. It is a hint, not a verdict: a common source
/// is found as well as a copy.
#[utoipa::path(get, path = "/api/class/similarity", responses((status = 200, body = Vec<SimilarPair>)))]
async fn similarity(
    Instructor(member): Instructor,
) -> Result<axum::Json<Vec<SimilarPair>>, ApiError> {
    let role = member.person.role;
    let found = aside(&member.class, move |class| {
        let names = Names::new(&class.store, role)?;
        let mut people = Vec::new();
        let mut prints = Vec::new();
        for person in class.store.people()? {
            let Some(current) = person.current else { continue };
            let files = class.store.library.files(&class.store.version(current)?.hash)?;
            let is_python = |(path, _): &&(String, Vec<u8>)| outflank_class::is_python_file(path);
            let sources = files.iter().filter(is_python);
            let sources = sources.map(|(_, content)| String::from_utf8_lossy(content));
            prints.push(Fingerprints::of(&sources.collect::<Vec<_>>().join("\n")));
            people.push(person.id);
        }
        Fingerprints::without_common(&mut prints);
        let mut similar = Vec::new();
        for (first, one) in prints.iter().enumerate() {
            for (second, other) in prints.iter().enumerate().skip(first + 1) {
                let similarity = one.similarity(other);
                if similarity >= LEAST_SIMILAR {
                    let people = [people[first], people[second]];
                    let names = people.map(|id| names.person(id));
                    similar.push(SimilarPair { people, names, similarity });
                }
            }
        }
        similar.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
        similar.truncate(MAX_SIMILAR);
        Ok(similar)
    });
    found.await.map(axum::Json)
}

/// Shows what instructors did, the newest first.
#[utoipa::path(get, path = "/api/class/audit", responses((status = 200, body = Vec<AuditLine>)))]
async fn audit(Instructor(member): Instructor) -> Result<axum::Json<Vec<AuditLine>>, ApiError> {
    aside(&member.class, |class| class.store.audit(LATEST)).await.map(axum::Json)
}
