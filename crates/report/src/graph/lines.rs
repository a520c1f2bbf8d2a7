//! A line chart over two axes, for training logs.

use super::svg::{Point, Svg, at};

const WIDTH: u32 = 900;
const HEIGHT: u32 = 480;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 740.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 428.0;

const TITLE: &str = "font-size=\"18\" font-weight=\"bold\" fill=\"#15231c\"";
const NUMBER: &str = "font-size=\"13\" fill=\"#55635b\" text-anchor=\"end\"";
const TICK: &str = "font-size=\"13\" fill=\"#55635b\" text-anchor=\"middle\"";
const GRID: &str = "stroke=\"#dfe5e1\" stroke-width=\"1\"";
/// Distinguishable with colour blindness too.
const COLORS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#15231c"];

/// One line of a picture.
pub struct GraphLine {
    /// The name in the event.
    pub name: String,
    /// The points from left to right.
    pub points: Vec<(f64, f64)>,
    /// Lines of the same group have the same colour.
    pub group: usize,
    /// True for a dashed line.
    pub is_dashed: bool,
}

/// Lines over two axes. The vertical one begins at zero, or at the lowest negative value.
pub struct Lines {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub across: &'static str,
    /// The lines.
    pub all: Vec<GraphLine>,
}

impl Lines {
    /// Draws the lines as the text of an SVG file.
    pub fn draw(&self) -> String {
        let points = || self.all.iter().flat_map(|line| &line.points);
        let widest = points().map(|point| point.0).fold(1.0, f64::max);
        let highest = points().map(|point| point.1).fold(1.0, f64::max);
        let lowest = points().map(|point| point.1).fold(0.0, f64::min);
        let (x_step, y_step) = (step(widest), step(highest - lowest));
        let top = (highest / y_step).ceil() * y_step;
        let bottom = (lowest / y_step).floor() * y_step;
        let place = |(x, y): (f64, f64)| -> Point {
            let part = (y - bottom) / (top - bottom);
            at(LEFT + (RIGHT - LEFT) * x / widest, BOTTOM - (BOTTOM - TOP) * part)
        };
        let mut svg = Svg::new(WIDTH, HEIGHT, &self.title);
        svg.rectangle(at(0.0, 0.0), WIDTH.into(), HEIGHT.into(), "fill=\"#fbfcfa\"");
        svg.text(at(LEFT, 32.0), TITLE, &self.title);
        let mut y = bottom;
        while y <= top + y_step / 2.0 {
            let Point { y: height, .. } = place((0.0, y));
            svg.line(at(LEFT, height), at(RIGHT, height), GRID);
            // Tenths that were added up are not quite tenths.
            svg.text(at(LEFT - 8.0, height + 4.5), NUMBER, (y * 10.0).round() / 10.0);
            y += y_step;
        }
        let mut x = 0.0;
        while x <= widest {
            svg.text(at(place((x, 0.0)).x, BOTTOM + 20.0), TICK, x);
            x += x_step;
        }
        svg.text(at(f64::midpoint(LEFT, RIGHT), BOTTOM + 42.0), TICK, self.across);
        for (number, line) in self.all.iter().enumerate() {
            let color = COLORS[line.group % COLORS.len()];
            let dash = if line.is_dashed { "stroke-dasharray=\"5 4\"" } else { "" };
            let look = format!(
                "fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-linejoin=\"round\" {dash}"
            );
            let points: Vec<_> = line.points.iter().copied().map(place).collect();
            svg.path(&points, &look);
            let height = TOP + 18.0 * number as f64;
            svg.line(at(RIGHT + 16.0, height), at(RIGHT + 40.0, height), &look);
            let label = "font-size=\"13\" fill=\"#15231c\"";
            svg.text(at(RIGHT + 46.0, height + 4.5), label, &line.name);
        }
        svg.finish()
    }
}

/// A round distance between numbers on an axis of this length.
fn step(length: f64) -> f64 {
    let tens = [0.1, 1.0, 10.0, 100.0, 1000.0, 10_000.0];
    let mut steps = tens.into_iter().flat_map(|ten| [ten, 2.0 * ten, 5.0 * ten]);
    steps.find(|step| length / step <= 9.0).unwrap_or(100_000.0)
}
