//! A board with a number on each square.

use outflank_core::{Color, Position, Square};

use super::svg::{Svg, at};

const CELL: f64 = 64.0;
const MARGIN: f64 = 36.0;
const SIZE: u32 = 600;

/// The part of each square in the value of a position. Squares that are good for the side to
/// move are green, bad ones are red, and the more so the larger the part.
pub struct HeatMap<'a> {
    /// The position.
    pub position: Position,
    /// A value for each square, a1 to h8.
    pub values: &'a [f64],
}

impl HeatMap<'_> {
    /// Draws the board as the text of an SVG file.
    pub fn draw(&self) -> String {
        let mover = self.position.to_move();
        let title = format!("The part of each square in the value for {mover}, in discs");
        let mut svg = Svg::new(SIZE, SIZE, &title);
        svg.rectangle(at(0.0, 0.0), SIZE.into(), SIZE.into(), "fill=\"#fbfcfa\"");
        let largest = self.values.iter().map(|value| value.abs()).fold(0.01, f64::max);
        let label = "font-size=\"14\" fill=\"#55635b\" text-anchor=\"middle\"";
        for (place, (name, number)) in ('a'..='h').zip(1..=8).enumerate() {
            let along = MARGIN + CELL * (place as f64 + 0.5);
            svg.text(at(along, MARGIN - 10.0), label, name);
            svg.text(at(MARGIN - 16.0, along + 5.0), label, number);
        }
        for (square, value) in Square::ALL.iter().zip(self.values) {
            self.draw_square(&mut svg, *square, *value, largest);
        }
        let note = "font-size=\"14\" fill=\"#15231c\" text-anchor=\"middle\"";
        svg.text(at(f64::from(SIZE) / 2.0, f64::from(SIZE) - 24.0), note, &title);
        svg.finish()
    }

    fn draw_square(&self, svg: &mut Svg, square: Square, value: f64, largest: f64) {
        let (row, column) = (square.row() as f64, square.column() as f64);
        let corner = at(MARGIN + CELL * column, MARGIN + CELL * row);
        let middle = at(corner.x + CELL / 2.0, corner.y + CELL / 2.0);
        let color = if value >= 0.0 { "#009e73" } else { "#d55e00" };
        // A square root keeps small parts visible beside a large one.
        let opacity = (value.abs() / largest).sqrt();
        svg.rectangle(corner, CELL, CELL, "fill=\"#ffffff\" stroke=\"#bcd3c3\"");
        let look = format!("fill=\"{color}\" fill-opacity=\"{opacity:.2}\"");
        svg.rectangle(corner, CELL, CELL, &look);
        let disc = match self.position.color_at(square) {
            Some(Color::Black) => Some("fill=\"#15231c\""),
            Some(Color::White) => Some("fill=\"#ffffff\" stroke=\"#15231c\" stroke-width=\"1.5\""),
            None => None,
        };
        if let Some(look) = disc {
            svg.circle(at(middle.x, middle.y - 8.0), 16.0, look);
        }
        let number =
            "font-size=\"13\" font-weight=\"bold\" fill=\"#15231c\" text-anchor=\"middle\"";
        let below = if disc.is_some() { 26.0 } else { 5.0 };
        svg.text(at(middle.x, middle.y + below), number, format_args!("{value:+.2}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{HeatMap, Position};

    #[test]
    fn every_square_has_its_number() {
        let values: Vec<_> = (0..64).map(|number| f64::from(number) - 31.5).collect();
        let drawn = HeatMap { position: Position::default(), values: &values }.draw();
        assert!(drawn.contains(">-31.50<") && drawn.contains(">+31.50<"), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 4);
    }
}
