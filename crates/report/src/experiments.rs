//! The page of experiments: each with a chart, its settings and a table.

use std::fmt::Write as _;

use crate::page::escape;

/// An experiment as the page shows it.
pub struct ExperimentSection {
    /// The name on the command line.
    pub name: String,
    /// The title.
    pub title: String,
    /// The settings with which it was run.
    pub settings: String,
    /// What differs from the report.
    pub differs: String,
    /// How the figures were measured, and what they show.
    pub note: String,
    /// The chart as SVG.
    pub chart: String,
    /// The headings of the table.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

const STYLE: &str = "body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; \
    font: 1rem/1.5 system-ui, sans-serif; color: #15231c; background: #fff; } \
    svg { max-width: 100%; height: auto; } \
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; } \
    th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #ccc; text-align: right; } \
    th:first-child, td:first-child { text-align: left; } td:last-child { white-space: nowrap; } \
    .table { overflow-x: auto; } section { margin-top: 3rem; } dt { font-weight: 600; }";

/// The page with all experiments. It needs nothing but itself.
pub fn page(title: &str, introduction: &str, sections: &[ExperimentSection]) -> String {
    let title = escape(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>{}</p>\n<ul>\n",
        escape(introduction)
    );
    for ExperimentSection { name, title, .. } in sections {
        let _ = writeln!(page, "<li><a href=\"#{}\">{}</a></li>", escape(name), escape(title));
    }
    page.push_str("</ul>\n");
    for section in sections {
        write_section(&mut page, section);
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn write_section(page: &mut String, section: &ExperimentSection) {
    let ExperimentSection { name, title, settings, differs, note, chart, columns, rows } = section;
    let _ = writeln!(page, "<section id=\"{}\">\n<h2>{}</h2>", escape(name), escape(title));
    let _ = writeln!(page, "{chart}<div class=\"table\"><table>");
    let cells = |tag: &str, cells: &[String]| -> String {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)));
        cells.collect::<Vec<_>>().concat()
    };
    let _ = writeln!(page, "<thead><tr>{}</tr></thead><tbody>", cells("th", columns));
    for row in rows {
        let _ = writeln!(page, "<tr>{}</tr>", cells("td", row));
    }
    page.push_str("</tbody></table></div>\n<dl>\n");
    for (term, text) in [("Settings", settings), ("What differs", differs), ("Note", note)] {
        if !text.is_empty() {
            let _ = writeln!(page, "<dt>{term}</dt><dd>{}</dd>", escape(text));
        }
    }
    page.push_str("</dl>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::{ExperimentSection, page};

    #[test]
    fn a_section_has_its_chart_table_and_settings() {
        let text = |text: &str| text.to_owned();
        let section = ExperimentSection {
            name: text("time-by-depth"),
            title: text("Time & depth"),
            settings: text("50 boards"),
            differs: String::new(),
            note: text("faster"),
            chart: text("<svg></svg>"),
            columns: vec![text("depth"), text("ours")],
            rows: vec![vec![text("5"), text("<1")]],
        };
        let page = page("Reports", "All of them.", &[section]);
        for part in [
            "<a href=\"#time-by-depth\">Time &amp; depth</a>",
            "<svg></svg>",
            "<tr><th>depth</th><th>ours</th></tr>",
            "<td>&lt;1</td>",
            "<dt>Settings</dt><dd>50 boards</dd>",
        ] {
            assert!(page.contains(part), "no {part} in {page}");
        }
        assert!(!page.contains("What differs"));
    }
}
