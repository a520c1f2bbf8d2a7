//! Files to download.

use std::fmt::Write as _;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use outflank_class::{ClassError, Role, TournamentId, zip_files};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use super::member::Instructor;
use super::names::Names;
use crate::error::ApiError;
use crate::extract::Query;
use crate::state::Shared;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(standings))
        .routes(routes!(grades))
        .routes(routes!(versions))
}

/// A file that browsers save and never show.
pub(super) fn attachment(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let disposition = disposition.unwrap_or(HeaderValue::from_static("attachment"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    (headers, bytes).into_response()
}

/// A field of a CSV file. A text that a spreadsheet would take for a formula is marked as
/// text.
fn field(text: &str) -> String {
    let is_sign = |letter| "=+-@\t\r\n＝＋－＠".contains(letter);
    let is_formula = text.trim_start().starts_with(is_sign);
    let marked = if is_formula { format!("'{text}") } else { text.to_owned() };
    format!("\"{}\"", marked.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_is_never_a_formula() {
        assert_eq!(super::field("=1+1"), "\"'=1+1\"");
        assert_eq!(super::field("＝1+1"), "\"'＝1+1\"");
        assert_eq!(super::field(" @x"), "\"' @x\"");
        assert_eq!(super::field("Ann \"A\" Lee"), "\"Ann \"\"A\"\" Lee\"");
    }
}

/// Downloads the standings of the race as CSV.
#[utoipa::path(get, path = "/api/class/export/standings.csv",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn standings(Instructor(member): Instructor) -> Result<Response, ApiError> {
    let text = aside(&member.class, |class| {
        let mut text = String::from(
            "rank,login,name,points,rating,error,games,wins,draws,losses,version,disqualified\n",
        );
        for row in class.store.standings(false)? {
            let person = class.store.person(row.person)?;
            let rank = row.rank.map(|rank| rank.to_string()).unwrap_or_default();
            let error = row.rating_error.map(|error| format!("{error:.1}")).unwrap_or_default();
            let _ = writeln!(
                text,
                "{rank},{},{},{},{:.1},{error},{},{},{},{},{},{}",
                field(&person.login),
                field(&person.name),
                row.points,
                row.rating,
                row.games,
                row.wins,
                row.draws,
                row.losses,
                row.version,
                field(row.disqualified.as_deref().unwrap_or_default()),
            );
        }
        Ok(text)
    });
    Ok(attachment("standings.csv", "text/csv; charset=utf-8", text.await?.into_bytes()))
}

#[derive(Deserialize)]
struct Wanted {
    tournament: Option<TournamentId>,
}

/// Downloads the results of a tournament for grading as CSV: every student is listed, also
/// who did not play. By default it is the last one that began.
#[utoipa::path(get, path = "/api/class/export/grades.csv",
    params(("tournament" = Option<i64>, Query)),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn grades(
    Instructor(member): Instructor,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    let text = aside(&member.class, move |class| {
        let begun = class.store.tournaments()?.into_iter().find(|one| one.begun.is_some());
        let id = wanted.tournament.or(begun.map(|one| one.id));
        let id = id.ok_or(ClassError::Missing("tournament"))?;
        let names = Names::new(&class.store, Role::Instructor)?;
        let result = class.store.tournament_result(id, &|person| names.person(person))?;
        let lines = serde_json::to_value(&result.standings).unwrap_or_default();
        let mut text = String::from(
            "login,name,rank,points,rating,error,games,wins,draws,losses,disqualified\n",
        );
        for person in class.store.people()?.iter().filter(|one| one.role == Role::Student) {
            let rows = lines.as_array().into_iter().flatten();
            let row = rows.into_iter().find(|row| row["player"] == person.id.0);
            let value = |name: &str| match row.map(|row| &row[name]) {
                Some(serde_json::Value::Number(number)) => match number.as_f64() {
                    Some(float) if number.is_f64() => format!("{float:.1}"),
                    _ => number.to_string(),
                },
                _ => String::new(),
            };
            let names =
                ["rank", "points", "rating", "rating_error", "games", "wins", "draws", "losses"];
            let values = names.map(value).join(",");
            let _ = writeln!(
                text,
                "{},{},{values},{}",
                field(&person.login),
                field(&person.name),
                field(person.disqualified.as_deref().unwrap_or_default())
            );
        }
        Ok(text)
    });
    Ok(attachment("grades.csv", "text/csv; charset=utf-8", text.await?.into_bytes()))
}

/// Downloads the current versions of everyone as a zip file, a folder for each login.
#[utoipa::path(get, path = "/api/class/export/versions.zip",
    responses((status = 200, body = Vec<u8>, content_type = "application/zip")))]
async fn versions(Instructor(member): Instructor) -> Result<Response, ApiError> {
    let who = member.person.id;
    let zipped = aside(&member.class, move |class| {
        let mut files = Vec::new();
        for person in class.store.people()? {
            for version in class.store.versions(person.id)? {
                for (path, content) in class.store.library.files(&version.hash)? {
                    files.push((format!("{}/{}/{path}", person.login, version.number), content));
                }
            }
        }
        class.store.note(class.now(), Some(who), "download all versions", "")?;
        zip_files(&files)
    });
    Ok(attachment("versions.zip", "application/zip", zipped.await?))
}
