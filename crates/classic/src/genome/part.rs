//! A genome for display: names with numbers, tables and boards.

use outflank_core::Square;

use super::Genome;
use crate::gene::{Group, Shape, Values};

/// The genes with one name, and their values.
#[derive(Clone, Debug, PartialEq)]
pub struct GenomePart {
    /// The name, such as `mobility`.
    pub name: &'static str,
    /// The values.
    pub values: PartValues,
}

/// The values of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum PartValues {
    /// A number.
    Number(f64),
    /// A table. A list is a table with one row without a name.
    Table {
        /// The names of the rows, which are parts of the game.
        rows: &'static [&'static str],
        /// The names of the columns.
        columns: &'static [&'static str],
        /// The values row by row.
        values: Vec<Vec<f64>>,
    },
    /// A value for each square, in the order of their numbers.
    Squares(Box<[f64; 64]>),
}

impl Genome {
    /// The values under their names, in the order of the file.
    pub fn parts(&self) -> Vec<GenomePart> {
        let mut values = Values(&self.values);
        let groups = self.form.groups().iter();
        let part = |group: &Group| GenomePart {
            name: group.name,
            values: match group.shape {
                Shape::Number => PartValues::Number(values.number()),
                Shape::List(columns) => {
                    let values = vec![columns.iter().map(|_| values.number()).collect()];
                    PartValues::Table { rows: &[], columns, values }
                }
                Shape::Table(rows, columns) => {
                    let mut row = |_| columns.iter().map(|_| values.number()).collect();
                    PartValues::Table { rows, columns, values: rows.iter().map(&mut row).collect() }
                }
                Shape::Map => {
                    let map = values.map();
                    PartValues::Squares(Box::new(Square::ALL.map(|square| map.at(square))))
                }
            },
        };
        groups.map(part).collect()
    }
}
