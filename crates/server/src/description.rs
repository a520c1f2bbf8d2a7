//! The description of the API in the form in which it is served.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

/// The schema of the requests over the socket of the analysis.
const SOCKET_REQUEST: &str = "AnalysisRequest";

/// The description as JSON. Every field of an answer is required, because the
/// server writes `null` for a missing value; fields of requests may be left out.
pub(super) fn complete(api: &OpenApi) -> Value {
    let mut description = serde_json::to_value(api).expect("a description is JSON");
    let mut requests = BTreeSet::from([SOCKET_REQUEST.to_owned()]);
    let paths = description["paths"].as_object_mut().into_iter().flatten();
    for (path, operations) in paths {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            find_schemas(&operation["requestBody"], &mut requests);
            add_common_errors(method, operation, path.starts_with("/api/class"));
        }
    }
    let Some(schemas) = description["components"]["schemas"].as_object_mut() else {
        return description;
    };
    loop {
        let mut nested = requests.clone();
        for name in &requests {
            find_schemas(schemas.get(name).unwrap_or(&Value::Null), &mut nested);
        }
        if nested.len() == requests.len() {
            break;
        }
        requests = nested;
    }
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !requests.contains(*name)) {
        require_all(schema);
    }
    description
}

/// Adds the errors that the server has in common for all operations of a kind.
fn add_common_errors(method: &str, operation: &mut Value, is_class: bool) {
    let has_parameter = |place: &str| {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.into_iter().any(|parameter| parameter["in"] == place)
    };
    let has_body = operation["requestBody"].is_object();
    let is_socket = operation["responses"]["101"].is_object();
    let common = [
        ("400", has_body || has_parameter("query"), "The request cannot be read."),
        ("401", is_class, "Nobody is logged in."),
        (
            "403",
            method != "get" || is_socket || is_class,
            "The request comes from a page of another site, or is for instructors.",
        ),
        ("404", has_parameter("path") || is_class, "There is nothing of this name."),
        ("409", is_class && method != "get", "It cannot be done as things stand."),
        ("408", true, "The request or its answer took too long."),
        ("413", true, "The body of the request is too large."),
        ("415", has_body, "The body of the request is not JSON."),
        ("421", true, "The server is not called by this name."),
        ("422", has_body || is_class, "The request makes no sense."),
        ("429", is_class && method != "get", "There is too much of it already."),
        ("426", is_socket, "The request does not ask for a WebSocket."),
        ("500", true, "The server failed."),
        ("503", is_socket, "Too many sockets are open."),
    ];
    for (status, can_occur, description) in common {
        if can_occur && operation["responses"][status].is_null() {
            operation["responses"][status] = json!({
                "description": description,
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}
                },
            });
        }
    }
}

/// Adds the names of the schemas that a part of the description refers to.
fn find_schemas(part: &Value, names: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            if let Some(Value::String(path)) = fields.get("$ref") {
                names.extend(path.rsplit('/').next().map(str::to_owned));
            }
            fields.values().for_each(|value| find_schemas(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| find_schemas(value, names)),
        _ => {}
    }
}

/// Marks all properties in a schema as required.
fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                let names = properties.keys().cloned().map(Value::String).collect();
                fields.insert("required".to_owned(), Value::Array(names));
            }
            fields.values_mut().for_each(require_all);
        }
        Value::Array(values) => values.iter_mut().for_each(require_all),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::complete;
    use crate::router;

    /// The types of the browser app are generated from this file.
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/openapi.json");

    #[test]
    fn the_browser_app_has_the_description_of_this_server() {
        let description = complete(&router::api().1);
        let mut text = serde_json::to_string_pretty(&description).expect("it is JSON");
        text.push('\n');
        if std::env::var_os("OUTFLANK_RENEW").is_some() {
            fs::write(FILE, &text).expect("the file can be written");
        }
        let file = fs::read_to_string(Path::new(FILE)).unwrap_or_default();
        assert!(
            file == text,
            "web/src/api/openapi.json is not the description of this server: run 'npm run api' in \
             web/, which renews it and the types that are generated from it"
        );
    }

    #[test]
    fn answers_have_all_fields_and_requests_may_leave_some_out() {
        let schemas = &complete(&router::api().1)["components"]["schemas"];
        let required =
            |name: &str| schemas[name]["required"].as_array().cloned().unwrap_or_default();
        assert!(required("Game").contains(&"clock".into()));
        assert!(required("NewGame").contains(&"rules".into()));
        assert!(!required("NewGame").contains(&"clock".into()));
        assert!(!required("NewClock").contains(&"increment".into()));
        for message in ["AnalysisRequest", "AnalysisMessage", "GameMessage"] {
            assert!(schemas.get(message).is_some(), "{message}");
        }
    }
}
