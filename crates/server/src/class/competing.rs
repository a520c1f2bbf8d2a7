//! The race, playto, the queue and tournaments.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use outflank_class::JobKind;
use outflank_class::{
    ClassError, ClassTournament, JobFilter, JobId, JobState, PersonId, Side, TournamentId,
    TournamentResult,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::member::Member;
use super::names::Names;
use super::standings::ClassStandings;
use super::views::{Made, PairView};
use crate::arena::ListedPlayer;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::state::Shared;

/// The most PKs of a list.
const MAX_LISTED: u32 = 100;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(standings))
        .routes(routes!(challenge))
        .routes(routes!(opponents))
        .routes(routes!(play_to))
        .routes(routes!(queue))
        .routes(routes!(cancel))
        .routes(routes!(pairs))
        .routes(routes!(tournaments))
        .routes(routes!(tournament))
}

/// Shows the standings of the race, with ratings.
#[utoipa::path(get, path = "/api/class/standings", responses((status = 200, body = ClassStandings)))]
async fn standings(member: Member, headers: HeaderMap) -> Result<Response, ApiError> {
    let role = member.person.role;
    let answer = match member.class.ready_standings(role) {
        Some(answer) => answer,
        None => aside(&member.class, move |class| class.standings_for(role)).await?,
    };
    Ok(answer.response_to(&headers))
}

/// Challenges the person ranked just ahead.
#[utoipa::path(post, path = "/api/class/challenge", responses((status = 201, body = Made)))]
async fn challenge(member: Member) -> Result<(StatusCode, axum::Json<Made>), ApiError> {
    let id = member.person.id;
    let made = aside(&member.class, move |class| {
        let made = class.store.challenge(id, class.now())?;
        class.changed();
        Ok(Made { id: made.0 })
    });
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

/// The players that come with Outflank.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassOpponents)]
struct Opponents {
    players: Vec<ListedPlayer>,
}

/// Lists the players that come with Outflank and play the game of the class.
#[utoipa::path(get, path = "/api/class/opponents", responses((status = 200, body = Opponents)))]
async fn opponents(
    axum::extract::State(shared): axum::extract::State<Shared>,
    member: Member,
) -> Result<axum::Json<Opponents>, ApiError> {
    let rules = aside(&member.class, |class| class.store.settings()).await?.rules;
    let plays = |player: &ListedPlayer| player.rules.is_none_or(|only| only == rules.name());
    let players = shared.arena.roster.built_in().into_iter().filter(plays).collect();
    Ok(axum::Json(Opponents { players }))
}

/// With whom to play.
#[derive(Deserialize, ToSchema)]
struct PlaytoRequest {
    /// A classmate.
    #[serde(default)]
    person: Option<PersonId>,
    /// Or a player that comes with Outflank, by its name.
    #[serde(default)]
    player: Option<String>,
    /// One's own version; the one that competes by default.
    #[serde(default)]
    version: Option<outflank_class::VersionId>,
}

/// Asks for a PK that does not count.
#[utoipa::path(post, path = "/api/class/playto", request_body = PlaytoRequest,
    responses((status = 201, body = Made)))]
async fn play_to(
    axum::extract::State(shared): axum::extract::State<Shared>,
    member: Member,
    Json(request): Json<PlaytoRequest>,
) -> Result<(StatusCode, axum::Json<Made>), ApiError> {
    let built_in: Vec<_> = shared.arena.roster.built_in();
    let class = member.class.clone();
    let made = aside(&class, move |class| {
        let store = &class.store;
        let me = member.person.id;
        let version = match request.version {
            Some(id) => {
                let version = store.version(id)?;
                let is_fit =
                    version.person == me && version.state == outflank_class::VersionState::Usable;
                is_fit.then_some(id).ok_or(ClassError::Missing("usable version"))?
            }
            None => member.person.current.ok_or(ClassError::Missing("usable version of yours"))?,
        };
        let opponent = match (request.person, request.player) {
            (Some(person), None) => {
                let other = store.person(person)?;
                let missing = ClassError::Missing("usable version of theirs");
                Side::Version { person, version: other.current.ok_or(missing)? }
            }
            (None, Some(name)) => {
                let rules = store.settings()?.rules.name();
                let known = built_in.iter().find(|player| player.name == name);
                known
                    .filter(|player| player.rules.is_none_or(|only| only == rules))
                    .ok_or(ClassError::Missing("player"))?;
                Side::BuiltIn(name)
            }
            _ => return Err(ClassError::Unfit("name a person or a player".to_owned())),
        };
        let own = Side::Version { person: me, version };
        if own == opponent {
            return Err(ClassError::Unfit("a version cannot play itself".to_owned()));
        }
        let made = store.play_to(me, &[own, opponent], class.now())?;
        class.changed();
        Ok(Made { id: made.0 })
    });
    Ok((StatusCode::CREATED, axum::Json(made.await?)))
}

/// The jobs that wait and run.
#[derive(Serialize, ToSchema)]
#[schema(as = ClassQueue)]
struct Queue {
    /// The number of jobs that wait.
    length: usize,
    /// The first hundred of them and all of one's own, with their places.
    waiting: Vec<PairView>,
    running: Vec<PairView>,
    /// The number of jobs that this machine runs at the same time.
    workers: usize,
}

/// Shows the queue, and one's place in it.
#[utoipa::path(get, path = "/api/class/queue", responses((status = 200, body = Queue)))]
async fn queue(member: Member) -> Result<axum::Json<Queue>, ApiError> {
    let class = member.class.clone();
    let queue = aside(&class, move |class| {
        let store = &class.store;
        let names = Names::new(store, member.person.role)?;
        let order = store.queue(class.now())?;
        let me = Some(member.person.id);
        let shown = order.iter().enumerate().filter(|(at, job)| *at < 100 || job.asked_by == me);
        let waiting = shown.map(|(at, waiting)| {
            let view = PairView::new(&store.job(waiting.id)?, &names, &member);
            Ok(view.at(Some(at + 1)))
        });
        let running = store.running()?;
        Ok(Queue {
            length: order.len(),
            waiting: waiting.collect::<Result<_, ClassError>>()?,
            running: running.iter().map(|job| PairView::new(job, &names, &member)).collect(),
            workers: class.workers.number(),
        })
    });
    queue.await.map(axum::Json)
}

/// Cancels a PK that one has asked for and that waits.
#[utoipa::path(delete, path = "/api/class/pairs/{id}", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn cancel(member: Member, Path(id): Path<JobId>) -> Result<StatusCode, ApiError> {
    let person = member.person.id;
    aside(&member.class, move |class| {
        class.store.cancel(id, person)?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Listed {
    person: Option<PersonId>,
    tournament: Option<TournamentId>,
    before: Option<JobId>,
}

/// Lists PKs that were played, the newest first, a hundred at a time.
#[utoipa::path(get, path = "/api/class/pairs",
    params(("person" = Option<i64>, Query), ("tournament" = Option<i64>, Query),
        ("before" = Option<i64>, Query)),
    responses((status = 200, body = Vec<PairView>)))]
async fn pairs(
    member: Member,
    Query(listed): Query<Listed>,
) -> Result<axum::Json<Vec<PairView>>, ApiError> {
    let class = member.class.clone();
    let found = aside(&class, move |class| {
        let names = Names::new(&class.store, member.person.role)?;
        let filter = JobFilter {
            states: vec![JobState::Done, JobState::Failed],
            kinds: vec![JobKind::Race, JobKind::Playto, JobKind::Tournament],
            person: listed.person,
            tournament: listed.tournament,
            before: listed.before,
            latest: Some(MAX_LISTED),
        };
        let jobs = class.store.jobs(&filter)?;
        Ok(jobs.iter().map(|job| PairView::new(job, &names, &member)).collect())
    });
    found.await.map(axum::Json)
}

/// Lists the tournaments, the newest first.
#[utoipa::path(get, path = "/api/class/tournaments",
    responses((status = 200, body = Vec<ClassTournament>)))]
async fn tournaments(member: Member) -> Result<axum::Json<Vec<ClassTournament>>, ApiError> {
    let mut found = aside(&member.class, |class| class.store.tournaments()).await?;
    for tournament in &mut found {
        tournament.hide_seed(member.person.role);
    }
    Ok(axum::Json(found))
}

/// Shows the standings of a tournament.
#[utoipa::path(get, path = "/api/class/tournaments/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = TournamentResult)))]
async fn tournament(
    member: Member,
    Path(id): Path<TournamentId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let role = member.person.role;
    let answer = aside(&member.class, move |class| class.tournament_for(id, role)).await?;
    Ok(answer.response_to(&headers))
}
