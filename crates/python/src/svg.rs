//! A board as a picture, for notebooks.

use std::fmt::Write as _;

use outflank_core::{Color, Move, Position, Square};

/// The side of a square.
const CELL: usize = 40;
/// Where the coordinates stand.
const EDGE: usize = 20;

/// The picture of a position, with dots where the side to move may play and
/// the last move marked.
pub(crate) fn draw(position: Position, last: Option<Move>) -> String {
    let (width, size) = (CELL * 8, CELL * 8 + EDGE * 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
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
    if let Some((x, y)) = last.and_then(Move::square).map(center) {
        add(&mut svg, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#d33\"/>"));
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

fn add(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("a string takes all that is written");
}
