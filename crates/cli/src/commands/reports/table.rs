//! The result of an experiment.

use std::io::{self, Write};

use outflank_report::experiments::ExperimentSection;
use outflank_report::graph::{BarGroup, Bars};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A table with a report's figures beside ours.
#[derive(Serialize, Deserialize)]
pub(super) struct Table {
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// A note below the table.
    pub(super) note: String,
    /// What differs from the report.
    pub(super) differs: String,
    pub(super) chart: Chart,
}

/// The columns of a table that its chart shows.
#[derive(Serialize, Deserialize)]
pub(super) struct Chart {
    /// Those that name a row.
    pub(super) labels: Vec<usize>,
    /// That of the report's figure.
    pub(super) report: Option<usize>,
    /// That of ours.
    pub(super) ours: usize,
    pub(super) unit: String,
    pub(super) is_logarithmic: bool,
}

/// The headings of a table.
pub(super) fn columns<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) enum Cell {
    Text(String),
    /// A number and how many digits of it are behind the point.
    Number(f64, usize),
    /// The same with its error.
    Measured(f64, f64, usize),
    /// No report says so.
    Missing,
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn count(number: impl Into<f64>) -> Self {
        Self::Number(number.into(), 0)
    }

    /// The number and its error, as a chart needs them.
    fn figure(&self) -> (Option<f64>, Option<f64>) {
        match self {
            Self::Number(number, _) => (Some(*number), None),
            Self::Measured(number, error, _) => (Some(*number), Some(*error)),
            Self::Text(_) | Self::Missing => (None, None),
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number, digits) => format!("{number:.digits$}"),
            Self::Measured(number, error, digits) => {
                format!("{number:.digits$} +- {error:.digits$}")
            }
            Self::Missing => "-".to_owned(),
        }
    }
}

impl Table {
    /// Prints it for people: texts to the left, numbers to the right.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let shown: Vec<Vec<_>> =
            self.rows.iter().map(|row| row.iter().map(Cell::shown).collect()).collect();
        writeln!(out, "{}", self.title)?;
        let mut lines = vec![String::new(); shown.len() + 1];
        for (column, heading) in self.columns.iter().enumerate() {
            let cells = shown.iter().map(|row| row[column].as_str());
            let width =
                cells.clone().chain([heading.as_str()]).map(str::len).max().unwrap_or_default();
            let is_text = self.rows.iter().all(|row| matches!(row[column], Cell::Text(_)));
            for (line, cell) in lines.iter_mut().zip(std::iter::once(heading.as_str()).chain(cells))
            {
                let cell =
                    if is_text { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") };
                line.push_str(&cell);
            }
        }
        for line in lines {
            writeln!(out, "{}", line.trim_end())?;
        }
        for text in [&self.note, &self.differs].into_iter().filter(|text| !text.is_empty()) {
            writeln!(out, "  {text}")?;
        }
        Ok(())
    }

    /// The table with its chart, as a section of the page.
    pub(super) fn section(&self, name: &str, settings: &str) -> ExperimentSection {
        let Chart { labels, report, ours, unit, is_logarithmic } = &self.chart;
        let group = |row: &Vec<Cell>| {
            let label = |column: &usize| match &row[*column] {
                // A number alone does not say what it counts.
                number @ Cell::Number(..) => {
                    format!("{} {}", self.columns[*column], number.shown())
                }
                cell => cell.shown(),
            };
            let label: Vec<_> = labels.iter().map(label).collect();
            let (ours, error) = row[*ours].figure();
            let report = report.and_then(|column| row[column].figure().0);
            BarGroup { label: label.join(", "), report, ours, error }
        };
        let chart = Bars {
            title: self.title.clone(),
            unit: unit.clone(),
            is_logarithmic: *is_logarithmic,
            groups: self.rows.iter().map(group).collect(),
        };
        let shown = |cell: &Cell| cell.shown().replace("+-", "±");
        let rows = self.rows.iter().map(|row| row.iter().map(shown).collect());
        ExperimentSection {
            name: name.to_owned(),
            title: self.title.clone(),
            settings: settings.to_owned(),
            differs: self.differs.clone(),
            note: self.note.replace("+-", "±"),
            chart: chart.draw(),
            columns: self.columns.clone(),
            rows: rows.collect(),
        }
    }

    /// Prints an object for each row and one for the note. Missing and infinite values are
    /// null. Errors are separate fields.
    pub(super) fn print_json(&self, out: &mut impl Write, experiment: &str) -> io::Result<()> {
        for row in &self.rows {
            let mut line = Map::new();
            line.insert("experiment".to_owned(), experiment.into());
            for (column, cell) in self.columns.iter().zip(row) {
                let key = column.replace([' ', '/'], "_");
                let value = match cell {
                    Cell::Text(text) => text.as_str().into(),
                    Cell::Number(number, 0) if number.fract() == 0.0 => (*number as i64).into(),
                    Cell::Number(number, _) => Value::from(*number),
                    Cell::Measured(number, error, _) => {
                        line.insert(format!("{key}_error"), Value::from(*error));
                        Value::from(*number)
                    }
                    Cell::Missing => Value::Null,
                };
                line.insert(key, value);
            }
            outflank_report::print_json(out, &line)?;
        }
        outflank_report::print_json(
            out,
            &json!({ "experiment": experiment, "note": self.note, "differs": self.differs }),
        )
    }
}
