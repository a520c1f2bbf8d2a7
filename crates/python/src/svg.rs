//! A board as an SVG picture, for notebooks.

use std::fmt::Write as _;

use outflank_core::{Color, Move, Position, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::value_error;
use crate::input::{MoveArg, Number, whole};

/// The side of a square.
const CELL: usize = 40;
/// The width of the edge with the coordinates.
const EDGE: usize = 20;
/// The side of the picture in its own units, and its default size in pixels.
const SIDE: usize = CELL * 8 + EDGE * 2;
/// The default colour of an arrow.
const ARROW_COLOR: &str = "#e8a33d";

/// The options of a picture.
#[derive(Default)]
pub(crate) struct Drawing {
    /// The move to mark.
    pub(crate) last: Option<Move>,
    /// The size in pixels.
    pub(crate) size: Option<usize>,
    pub(crate) arrows: Vec<Arrow>,
}

impl Drawing {
    /// A drawing of the default size with the last move marked.
    pub(crate) fn of(last: Option<Move>) -> Self {
        Self { last, ..Self::default() }
    }

    /// A drawing with options as Python gives them.
    pub(crate) fn with(
        last: Option<Move>,
        size: Option<Number<'_>>,
        arrows: Vec<Arrow>,
    ) -> PyResult<Self> {
        let size = size.map(|size| whole("size", &size, 16..=10_000)).transpose()?;
        Ok(Self { last, size, arrows })
    }
}

/// An arrow from one square to another: a pair of squares, or a triple with a
/// colour; or a text such as "d3c5".
pub(crate) struct Arrow {
    from: Square,
    to: Square,
    color: String,
}

impl FromPyObject<'_, '_> for Arrow {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let square = |given: MoveArg| {
            given.0.square().ok_or_else(|| value_error("an arrow joins two squares, not a pass"))
        };
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_str()?;
            let ends = text.split_at_checked(2);
            let ends = ends.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
            let (from, to) = ends.ok_or_else(|| {
                value_error(format!("'{text}' is not an arrow: expected two squares such as d3c5"))
            })?;
            return Ok(Self { from, to, color: ARROW_COLOR.to_owned() });
        }
        if let Ok((from, to)) = object.extract::<(MoveArg, MoveArg)>() {
            return Ok(Self {
                from: square(from)?,
                to: square(to)?,
                color: ARROW_COLOR.to_owned(),
            });
        }
        let Ok((from, to, color)) = object.extract::<(MoveArg, MoveArg, String)>() else {
            let found = object.repr()?;
            return Err(PyTypeError::new_err(format!(
                "{found} is not an arrow: expected (from, to), (from, to, color) or \"d3c5\""
            )));
        };
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '#';
        if color.is_empty() || !color.chars().all(is_plain) {
            return Err(value_error(format!("'{color}' is not a colour: expected red or #d33")));
        }
        Ok(Self { from: square(from)?, to: square(to)?, color })
    }
}

/// The picture of a position. Dots show the legal moves.
pub(crate) fn draw(position: Position, drawing: &Drawing) -> String {
    let (width, size) = (CELL * 8, drawing.size.unwrap_or(SIDE));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" \
         width=\"{size}\" height=\"{size}\" font-family=\"sans-serif\" font-size=\"12\" \
         text-anchor=\"middle\" role=\"img\"><title>{} to move</title>\
         <rect x=\"{EDGE}\" y=\"{EDGE}\" width=\"{width}\" height=\"{width}\" fill=\"#2e7d4f\"/>",
        position.to_move(),
    );
    draw_grid(&mut svg);
    let legal = position.board().legal_moves();
    for square in Square::ALL {
        let (x, y) = center(square);
        match position.color_at(square) {
            Some(color) => disc(&mut svg, (x, y), color),
            None if legal.has(square) => {
                add(
                    &mut svg,
                    format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#1c5435\"/>"),
                );
            }
            None => {}
        }
    }
    if let Some((x, y)) = drawing.last.and_then(Move::square).map(center) {
        add(&mut svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#d33\"/>"));
    }
    for arrow in &drawing.arrows {
        draw_arrow(&mut svg, arrow);
    }
    svg.push_str("</svg>");
    svg
}

fn center(square: Square) -> (usize, usize) {
    (EDGE + square.column() * CELL + CELL / 2, EDGE + square.row() * CELL + CELL / 2)
}

fn draw_grid(svg: &mut String) {
    let end = EDGE + CELL * 8;
    for line in 0..=8 {
        let at = EDGE + CELL * line;
        add(
            svg,
            format_args!("<path d=\"M{EDGE} {at}H{end}M{at} {EDGE}V{end}\" stroke=\"#163\"/>"),
        );
    }
    for (place, letter) in ('a'..='h').enumerate() {
        let (along, number) = (EDGE + CELL * place + CELL / 2, place + 1);
        add(svg, format_args!("<text x=\"{along}\" y=\"14\">{letter}</text>"));
        add(svg, format_args!("<text x=\"10\" y=\"{}\">{number}</text>", along + 4));
    }
}

fn disc(svg: &mut String, (x, y): (usize, usize), color: Color) {
    let fill = match color {
        Color::Black => "#111",
        Color::White => "#f7f7f7",
    };
    add(
        svg,
        format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"#111\"/>"),
    );
}

/// Draws a shaft and a head; an arrow from a square to itself is a ring.
fn draw_arrow(svg: &mut String, arrow: &Arrow) {
    /// The length of the head, and half of its width.
    const HEAD: (f64, f64) = (14.0, 8.0);
    let Arrow { from, to, color } = arrow;
    let [(x0, y0), (x1, y1)] = [*from, *to].map(|square| {
        let (x, y) = center(square);
        (x as f64, y as f64)
    });
    let length = (x1 - x0).hypot(y1 - y0);
    if length == 0.0 {
        let ring = format_args!(
            "<circle class=\"arrow\" cx=\"{x0}\" cy=\"{y0}\" r=\"17\" fill=\"none\" \
             stroke=\"{color}\" stroke-width=\"4\"/>"
        );
        return add(svg, ring);
    }
    let (along_x, along_y) = ((x1 - x0) / length, (y1 - y0) / length);
    let (base_x, base_y) = (x1 - along_x * HEAD.0, y1 - along_y * HEAD.0);
    let (side_x, side_y) = (-along_y * HEAD.1, along_x * HEAD.1);
    add(
        svg,
        format_args!(
            "<g class=\"arrow\" opacity=\"0.85\"><path d=\"M{x0:.1} {y0:.1}L{base_x:.1} \
             {base_y:.1}\" stroke=\"{color}\" stroke-width=\"6\"/><path d=\"M{x1:.1} {y1:.1}\
             L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{color}\"/></g>",
            base_x + side_x,
            base_y + side_y,
            base_x - side_x,
            base_y - side_y,
        ),
    );
}

fn add(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("writing to a string does not fail");
}
