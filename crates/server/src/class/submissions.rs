//! Submitting agents.

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Response;
use outflank_class::{
    ClassError, ClassSettings, Upload, Version, VersionId, VersionReport, zip_files,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::exports::attachment;
use super::member::{Instructor, Member};
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::Shared;

/// The largest upload of any class, in bytes.
pub(crate) const LARGEST_UPLOAD: usize = (ClassSettings::MAX_UPLOAD_KIB as usize) << 10;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(submissions))
        .routes(routes!(submission))
        .routes(routes!(activate))
        .routes(routes!(check_again))
}

/// The routes with large bodies or answers.
pub(super) fn heavy_routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(submit))
        .routes(routes!(files))
        .layer(DefaultBodyLimit::max(LARGEST_UPLOAD))
}

/// One's own versions.
#[derive(Serialize, ToSchema)]
struct Submissions {
    /// The newest first.
    versions: Vec<Version>,
    /// The version that competes; null if none does.
    current: Option<VersionId>,
}

/// Lists one's own versions.
#[utoipa::path(get, path = "/api/class/submissions", responses((status = 200, body = Submissions)))]
async fn submissions(member: Member) -> Result<axum::Json<Submissions>, ApiError> {
    let (id, current) = (member.person.id, member.person.current);
    let versions = aside(&member.class, move |class| class.store.versions(id)).await?;
    Ok(axum::Json(Submissions { versions, current }))
}

#[derive(Deserialize)]
struct About {
    /// The name of the file.
    #[serde(default)]
    file: String,
    #[serde(default)]
    note: String,
}

/// Submits a version: the body is a Python file, or a zip file of a folder with an `agent.py`.
///
/// Its check begins at once. If it is usable, it competes from then on.
#[utoipa::path(post, path = "/api/class/submissions",
    params(("file" = Option<String>, Query), ("note" = Option<String>, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = Version)))]
async fn submit(
    member: Member,
    Query(about): Query<About>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<(StatusCode, axum::Json<Version>), ApiError> {
    let too_large = |kib: usize| {
        let sentence = format!("The file is too large: {kib} KiB are allowed.");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
    };
    let body = body.map_err(|_| too_large(LARGEST_UPLOAD >> 10))?;
    let most = aside(&member.class, |class| class.store.settings()).await?.upload_kib as usize;
    if body.len() > most << 10 {
        return Err(too_large(most));
    }
    let id = member.person.id;
    let submitted = aside(&member.class, move |class| {
        let upload = Upload::read(&body)?;
        let version = class.store.submit(id, &upload, &about.file, &about.note, class.now())?;
        class.changed();
        Ok(version)
    });
    Ok((StatusCode::CREATED, axum::Json(submitted.await?)))
}

/// A version of the person who asks; for instructors any.
fn own(member: &Member, version: Version) -> Result<Version, ClassError> {
    if version.person == member.person.id || member.is_instructor() {
        return Ok(version);
    }
    Err(ClassError::Missing("version"))
}

/// Shows a version with its report.
#[utoipa::path(get, path = "/api/class/submissions/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = VersionReport)))]
async fn submission(
    member: Member,
    Path(id): Path<VersionId>,
) -> Result<axum::Json<VersionReport>, ApiError> {
    let class = member.class.clone();
    let found = aside(&class, move |class| {
        own(&member, class.store.version(id)?)?;
        class.store.version_report(id)
    });
    found.await.map(axum::Json)
}

/// Makes a usable version the one that competes.
#[utoipa::path(post, path = "/api/class/submissions/{id}/activate", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn activate(member: Member, Path(id): Path<VersionId>) -> Result<StatusCode, ApiError> {
    let person = member.person.id;
    aside(&member.class, move |class| {
        class.store.activate(person, id, class.now())?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a version once more. For instructors.
#[utoipa::path(post, path = "/api/class/submissions/{id}/check", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn check_again(
    Instructor(member): Instructor,
    Path(id): Path<VersionId>,
) -> Result<StatusCode, ApiError> {
    let who = member.person.id;
    aside(&member.class, move |class| {
        class.store.check_again(id, class.now())?;
        class.store.note(class.now(), Some(who), "check again", &format!("version {id}"))?;
        class.changed();
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Downloads the files of a version as a zip file.
#[utoipa::path(get, path = "/api/class/submissions/{id}/files", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/zip")))]
async fn files(member: Member, Path(id): Path<VersionId>) -> Result<Response, ApiError> {
    let class = member.class.clone();
    let zipped = aside(&class, move |class| {
        let version = own(&member, class.store.version(id)?)?;
        zip_files(&class.store.library.files(&version.hash)?)
    });
    Ok(attachment(&format!("version-{id}.zip"), "application/zip", zipped.await?))
}
