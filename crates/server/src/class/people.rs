//! The people of the class, for instructors.

use axum::http::StatusCode;
use outflank_class::{Invitation, NewPerson, Person, PersonId, Version, VersionState, read_roster};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::member::Instructor;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(people, add_people))
        .routes(routes!(import))
        .routes(routes!(reset))
        .routes(routes!(disqualify))
        .routes(routes!(versions))
}

/// A person, and how far their agent is.
#[derive(Serialize, ToSchema)]
struct PersonOverview {
    person: Person,
    /// The number of versions.
    versions: usize,
    /// The newest version; null if there is none.
    newest: Option<Version>,
    /// Why the newest version fails: the topics of its report; empty if it does not.
    fails: Vec<String>,
}

/// Lists everyone, and how far their agents are.
#[utoipa::path(get, path = "/api/class/people", responses((status = 200, body = Vec<PersonOverview>)))]
async fn people(
    Instructor(member): Instructor,
) -> Result<axum::Json<Vec<PersonOverview>>, ApiError> {
    let found = aside(&member.class, |class| {
        let people = class.store.people()?;
        let overview = people.into_iter().map(|person| {
            let versions = class.store.versions(person.id)?;
            let (number, newest) = (versions.len(), versions.into_iter().next());
            let unusable = newest.as_ref().filter(|one| one.state == VersionState::Unusable);
            let fails = unusable.map(|version| class.failures(version)).transpose()?;
            let fails = fails.unwrap_or_default();
            Ok(PersonOverview { person, versions: number, newest, fails })
        });
        overview.collect()
    });
    found.await.map(axum::Json)
}

impl super::Class {
    /// The topics in which a version failed.
    fn failures(&self, version: &Version) -> Result<Vec<String>, outflank_class::ClassError> {
        let report = self.store.version_report(version.id)?;
        if let Some(problem) = report.problem {
            return Ok(vec![problem]);
        }
        let check = report.check.unwrap_or_default();
        let findings = check["findings"].as_array().cloned().unwrap_or_default();
        let failed = findings.iter().filter(|finding| finding["verdict"] == "fail");
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let line = |finding: &serde_json::Value| {
            format!("{}: {}", text(&finding["topic"]), text(&finding["detail"]))
        };
        Ok(failed.map(line).collect())
    }
}

/// People to add.
#[derive(Deserialize, ToSchema)]
struct NewPeople {
    people: Vec<NewPerson>,
}

/// Adds people. Those who are in the class already get the new name only. Codes are shown
/// only here.
#[utoipa::path(post, path = "/api/class/people", request_body = NewPeople,
    responses((status = 200, body = Vec<Invitation>)))]
async fn add_people(
    Instructor(member): Instructor,
    Json(new): Json<NewPeople>,
) -> Result<axum::Json<Vec<Invitation>>, ApiError> {
    let who = member.person.id;
    let invited = aside(&member.class, move |class| class.invite(new.people, who));
    invited.await.map(axum::Json)
}

impl super::Class {
    fn invite(
        &self,
        people: Vec<NewPerson>,
        who: PersonId,
    ) -> Result<Vec<Invitation>, outflank_class::ClassError> {
        let invited = self.store.add_people(people, self.now())?;
        let logins: Vec<_> = invited.iter().map(|one| one.login.as_str()).collect();
        self.store.note(self.now(), Some(who), "add people", &logins.join(", "))?;
        self.changed();
        Ok(invited)
    }
}

/// A CSV file of people.
#[derive(Deserialize, ToSchema)]
struct RosterFile {
    /// Lines of login, name and perhaps role.
    csv: String,
}

/// Adds the people of a CSV file.
#[utoipa::path(post, path = "/api/class/people/import", request_body = RosterFile,
    responses((status = 200, body = Vec<Invitation>)))]
async fn import(
    Instructor(member): Instructor,
    Json(file): Json<RosterFile>,
) -> Result<axum::Json<Vec<Invitation>>, ApiError> {
    let who = member.person.id;
    let invited = aside(&member.class, move |class| class.invite(read_roster(&file.csv)?, who));
    invited.await.map(axum::Json)
}

/// Takes the password of a person away and gives them a new code.
#[utoipa::path(post, path = "/api/class/people/{id}/reset", params(("id" = i64, Path)),
    responses((status = 200, body = Invitation)))]
async fn reset(
    Instructor(member): Instructor,
    Path(id): Path<PersonId>,
) -> Result<axum::Json<Invitation>, ApiError> {
    let who = member.person.id;
    let invited = aside(&member.class, move |class| {
        let invited = class.store.reset(id, class.now())?;
        class.store.note(class.now(), Some(who), "reset password", &invited.login)?;
        Ok(invited)
    });
    invited.await.map(axum::Json)
}

/// The reason of a disqualification.
#[derive(Deserialize, ToSchema)]
struct Disqualification {
    /// Null to take a disqualification back.
    reason: Option<String>,
}

/// Disqualifies a person, or takes that back.
#[utoipa::path(post, path = "/api/class/people/{id}/disqualify", params(("id" = i64, Path)),
    request_body = Disqualification, responses((status = 204)))]
async fn disqualify(
    Instructor(member): Instructor,
    Path(id): Path<PersonId>,
    Json(request): Json<Disqualification>,
) -> Result<StatusCode, ApiError> {
    let who = member.person.id;
    aside(&member.class, move |class| {
        class.store.disqualify(id, request.reason.as_deref())?;
        let login = class.store.person(id)?.login;
        let (action, detail) = match request.reason {
            Some(reason) => ("disqualify", format!("{login}: {reason}")),
            None => ("requalify", login),
        };
        class.store.note(class.now(), Some(who), action, &detail)?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the versions of a person, the newest first.
#[utoipa::path(get, path = "/api/class/people/{id}/submissions", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Version>)))]
async fn versions(
    Instructor(member): Instructor,
    Path(id): Path<PersonId>,
) -> Result<axum::Json<Vec<Version>>, ApiError> {
    aside(&member.class, move |class| class.store.versions(id)).await.map(axum::Json)
}
