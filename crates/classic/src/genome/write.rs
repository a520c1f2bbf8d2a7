//! Writing a genome file.

use crate::Genome;
use crate::gene::{Group, Shape};

/// The genome as TOML, a map as the triangle it is.
pub(super) fn write(genome: &Genome) -> String {
    let mut text = format!(
        "form = \"{}\"\nrules = \"{}\"\nprovenance = {}\n\n[genes]\n",
        genome.form,
        genome.rule,
        quoted(&genome.provenance)
    );
    let mut values = genome.values.iter().copied();
    for group in genome.form.groups() {
        let rows = group.rows();
        let rows = rows.iter().map(|row| values.by_ref().take(row.len()).map(number).collect());
        text.push_str(&written(group, &rows.collect::<Vec<_>>()));
    }
    text
}

fn written(group: &Group, rows: &[Vec<String>]) -> String {
    let name = group.name;
    match group.shape {
        Shape::Number => format!("{name} = {}\n", rows[0][0]),
        Shape::List(columns) => {
            format!("# {}\n{name} = [{}]\n", columns.join(", "), rows[0].join(", "))
        }
        Shape::Table(parts, columns) => {
            let rows = rows.iter().zip(parts);
            let lines = rows.map(|(row, part)| format!("    [{}], # {part}\n", row.join(", ")));
            format!("# {}\n{name} = [\n{}]\n", columns.join(", "), lines.collect::<String>())
        }
        Shape::Map => {
            let width = rows.iter().flatten().map(String::len).max().unwrap_or_default();
            let line = |(indent, row): (usize, &Vec<String>)| {
                let cells: Vec<_> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
                format!("    {}[{}],\n", " ".repeat(indent * (width + 2)), cells.join(", "))
            };
            let lines: String = rows.iter().enumerate().map(line).collect();
            format!(
                "# a1 to d1, b2 to d2, c3 to d3, d4; other squares by symmetry\n{name} = [\n{lines}]\n"
            )
        }
    }
}

/// A number as short as it can be read back.
fn number(value: f64) -> String {
    // Debug writes very large and small numbers with an exponent, and the others with a
    // point, which whole numbers do not need.
    let written = format!("{value:?}");
    written.strip_suffix(".0").map_or(written.clone(), str::to_owned)
}

/// A text in quotes, as TOML reads it.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
