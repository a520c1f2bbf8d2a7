//! The self-contained page of a tournament.
//!
//! The page is a component of the browser app, built by Vite into one file. This module
//! fills in the title and the data. A binary without the built page writes a plain page
//! with the standings ([decision](../../../docs/decisions/0010-tournament-page.md)).

use serde::Serialize;

use crate::StandingLine;

/// The page that `make web` built; empty if it was not built. The build script copies it.
const BUILT: &str = include_str!(concat!(env!("OUT_DIR"), "/tournament.html"));

/// The page of a binary without the built page.
const PLAIN: &str = include_str!("page/plain.html");

/// The page of a tournament: its title, its standings, and the data of the script.
pub fn tournament(title: &str, standings: &[StandingLine], data: &impl Serialize) -> String {
    let data = serde_json::to_string(data).expect("the data of a page is JSON");
    let data = embedded(&data);
    if BUILT.is_empty() {
        return plain(title, standings, &data);
    }
    filled(BUILT, &[("title", &escape(title)), ("data", &data)])
}

/// JSON inside a script element: no text in it may look like a tag.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The standings as a table, without a script.
fn plain(title: &str, standings: &[StandingLine], data: &str) -> String {
    let rows: String = standings.iter().map(StandingLine::html_row).collect();
    let title = escape(title);
    filled(PLAIN, &[("title", &title), ("heading", &title), ("standings", &rows), ("data", data)])
}

/// The template with each mark replaced once, in this order. Inserted text is never searched
/// for marks.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    for (name, value) in values {
        let mark = format!("{{{{{name}}}}}");
        let (before, after) = rest.split_once(&mark).expect("the template has all marks in order");
        page.push_str(before);
        page.push_str(value);
        rest = after;
    }
    page + rest
}

/// A text between HTML tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{PLAIN, embedded, escape, filled, plain};

    #[test]
    fn inserted_text_is_never_taken_for_a_mark_or_a_tag() {
        assert_eq!(filled("{{a}}-{{b}}", &[("a", "{{b}}"), ("b", "x")]), "{{b}}-x");
        assert_eq!(escape("<b>&\""), "&lt;b&gt;&amp;&quot;");
        assert_eq!(embedded(r#"{"a":"</script>&"}"#), r#"{"a":"\u003c/script\u003e\u0026"}"#);
    }

    #[test]
    fn a_page_without_the_browser_app_says_so_and_keeps_the_data() {
        let page = plain("A <cup>", &[], r#"{"played":0}"#);
        assert!(page.contains("<title>A &lt;cup&gt;</title>"));
        assert!(page.contains("<h1>A &lt;cup&gt;</h1>"));
        assert!(page.contains("make web"));
        assert!(page.contains(r#"id="data">{"played":0}</script>"#));
        assert_eq!(PLAIN.matches("<script").count(), 1);
    }
}
