//! Genes: the numbers of an evaluation.

use crate::square_map::SquareMap;

/// One number of an evaluation, and the bounds of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// The name: that of its group in the file and its place there, such as
    /// `mobility.late.own` or `position.b2`.
    pub name: String,
    /// The lower bound.
    pub lowest: f64,
    /// The upper bound.
    pub highest: f64,
}

/// The genes with one name in a genome file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// The bounds of each gene.
    pub(crate) range: [f64; 2],
}

/// The layout of a group of genes in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A number.
    Number,
    /// A list of numbers, each with its name.
    List(&'static [&'static str]),
    /// A list for each part of the game, all with the same names.
    Table(&'static [&'static str], &'static [&'static str]),
    /// A [`SquareMap`], written as a triangle of squares. The others follow by
    /// symmetry.
    Map,
}

impl Group {
    /// The names of the genes, row by row.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let name = self.name;
        match self.shape {
            Shape::Number => vec![vec![name.to_owned()]],
            Shape::List(columns) => {
                vec![columns.iter().map(|column| format!("{name}.{column}")).collect()]
            }
            Shape::Table(rows, columns) => rows
                .iter()
                .map(|row| columns.iter().map(|column| format!("{name}.{row}.{column}")).collect())
                .collect(),
            Shape::Map => SquareMap::NAMES
                .iter()
                .map(|row| row.iter().map(|square| format!("{name}.{square}")).collect())
                .collect(),
        }
    }

    /// The genes in their order.
    pub(crate) fn genes(&self) -> impl Iterator<Item = Gene> {
        let [lowest, highest] = self.range;
        self.rows().into_iter().flatten().map(move |name| Gene { name, lowest, highest })
    }
}

/// The values of a genome. An evaluation takes them group by group.
pub(crate) struct Values<'a>(pub(crate) &'a [f64]);

impl Values<'_> {
    pub(crate) fn number(&mut self) -> f64 {
        let [number] = self.list();
        number
    }

    pub(crate) fn list<const N: usize>(&mut self) -> [f64; N] {
        let (list, rest) =
            self.0.split_first_chunk().expect("a genome has as many values as its form has genes");
        self.0 = rest;
        *list
    }

    pub(crate) fn table<const ROWS: usize, const COLUMNS: usize>(
        &mut self,
    ) -> [[f64; COLUMNS]; ROWS] {
        std::array::from_fn(|_| self.list())
    }

    pub(crate) fn map(&mut self) -> SquareMap {
        SquareMap(self.list())
    }
}
