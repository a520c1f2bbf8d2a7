//! The result of an experiment.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

/// A table with a report's figures beside ours.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// A note below the table.
    pub(super) note: String,
}

#[derive(Clone)]
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
            let width = cells.clone().chain([*heading]).map(str::len).max().unwrap_or_default();
            let is_text = self.rows.iter().all(|row| matches!(row[column], Cell::Text(_)));
            for (line, cell) in lines.iter_mut().zip(std::iter::once(*heading).chain(cells)) {
                let cell =
                    if is_text { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") };
                line.push_str(&cell);
            }
        }
        for line in lines {
            writeln!(out, "{}", line.trim_end())?;
        }
        if !self.note.is_empty() {
            writeln!(out, "  {}", self.note)?;
        }
        Ok(())
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
        outflank_report::print_json(out, &json!({ "experiment": experiment, "note": self.note }))
    }
}
