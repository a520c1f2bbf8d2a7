//! The curve of a game with its errors, axes and legend.

use outflank_core::{Color, Move};
use outflank_engine::{Grade, Review, ReviewedMove};
use outflank_formats::Record;

use super::axes::{Axes, BOTTOM, LEFT, MIDDLE, RIGHT, TOP};
use super::mark;
use super::svg::{Point, Svg, at};
use crate::caption;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 600;

const NAME: &str = "font-size=\"19\" font-weight=\"bold\" fill=\"#15231c\"";
const DETAIL: &str = "font-size=\"14\" font-weight=\"normal\" fill=\"#55635b\"";
const RESULT: &str = "font-size=\"19\" font-weight=\"bold\" fill=\"#15231c\" text-anchor=\"end\"";
const EVENT: &str = "font-size=\"14\" fill=\"#55635b\" text-anchor=\"end\"";
const TICK: &str = "font-size=\"13\" fill=\"#55635b\" text-anchor=\"middle\"";
const SCORE: &str = "font-size=\"13\" fill=\"#55635b\" text-anchor=\"end\"";
const PASS: &str = "fill=\"#ffffff\" stroke=\"#15231c\" stroke-width=\"1.8\"";
const PROVEN: &str = "fill=\"#2e7d54\"";
const CURVE: &str =
    "fill=\"none\" stroke=\"#15231c\" stroke-width=\"2.2\" stroke-linejoin=\"round\"";
/// The outline keeps a label legible on black and on white.
const LABEL: &str = "font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" \
                     fill=\"#15231c\" stroke=\"#ffffff\" stroke-width=\"3.5\" \
                     stroke-linejoin=\"round\" paint-order=\"stroke\"";

/// The scores of a game over its plies, from black's view.
pub struct Graph<'a> {
    record: &'a Record,
    review: &'a Review,
    /// The score after each ply; the first is of the position at the start.
    curve: Vec<i32>,
}

impl<'a> Graph<'a> {
    /// The graph of a game with at least one move.
    pub fn new(record: &'a Record, review: &'a Review) -> Self {
        let start = review.moves.first().map_or(0, |first| match first.color() {
            Color::Black => first.best_score.discs(),
            Color::White => -first.best_score.discs(),
        });
        let after = review.moves.iter().map(|reviewed| reviewed.score_for(Color::Black).discs());
        Self { record, review, curve: std::iter::once(start).chain(after).collect() }
    }

    /// Draws the graph as the text of an SVG file.
    pub fn draw(&self) -> String {
        let [black, white] = Color::BOTH.map(|color| caption::player(self.record, color));
        let axes = Axes::of(&self.curve);
        let mut svg = Svg::new(WIDTH, HEIGHT, &format!("{black} - {white}"));
        // Without it a dark viewer would show dark text on dark.
        svg.rectangle(at(0.0, 0.0), WIDTH.into(), HEIGHT.into(), "fill=\"#fbfcfa\"");
        self.draw_heading(&mut svg);
        draw_axes(&mut svg, &axes);
        self.draw_curve(&mut svg, &axes);
        self.draw_marks(&mut svg, &axes);
        draw_legend(&mut svg);
        svg.finish()
    }

    fn draw_heading(&self, svg: &mut Svg) {
        for (color, y) in Color::BOTH.into_iter().zip([36.0, 67.0]) {
            draw_disc(svg, color, at(LEFT + 9.0, y - 6.5));
            let summary = self.review.summary(color);
            let detail = match (summary.accuracy(), summary.average_loss()) {
                (Some(accuracy), Some(loss)) => {
                    format!("accuracy {accuracy:.0}%, {loss:.1} discs lost per move")
                }
                _ => String::new(),
            };
            let name = caption::player(self.record, color);
            svg.text_and(at(LEFT + 28.0, y), (NAME, &name), (DETAIL, &detail));
        }
        let mut facts = caption::game(self.record).into_iter();
        svg.text(at(RIGHT, 36.0), RESULT, facts.next().unwrap_or_default());
        svg.text(at(RIGHT, 67.0), EVENT, facts.collect::<Vec<_>>().join(", "));
    }

    fn draw_curve(&self, svg: &mut Svg, axes: &Axes) {
        for (color, fill) in
            [(Color::Black, "fill=\"#24342c\""), (Color::White, "fill=\"#ffffff\"")]
        {
            svg.shape(&area(axes, &self.curve, color), fill);
        }
        svg.line(at(LEFT, MIDDLE), at(RIGHT, MIDDLE), "stroke=\"#2e7d54\" stroke-width=\"1.5\"");
        let points: Vec<_> =
            self.curve.iter().enumerate().map(|(ply, score)| axes.point(ply, *score)).collect();
        svg.path(&points, CURVE);
        for run in self.review.moves.chunk_by(|one, next| one.exact == next.exact) {
            if let (Some(first), Some(last)) = (run.first().filter(|ply| ply.exact), run.last()) {
                let (from, to) = (axes.x(first.ply - 1), axes.x(last.ply));
                svg.rectangle(at(from, BOTTOM), to - from, 4.0, PROVEN);
            }
        }
    }

    fn draw_marks(&self, svg: &mut Svg, axes: &Axes) {
        for reviewed in self.review.moves.iter().filter(|reviewed| reviewed.played == Move::Pass) {
            draw_pass(svg, axes, reviewed);
        }
        for reviewed in self.review.moves.iter().filter(|reviewed| reviewed.grade.is_error()) {
            draw_error(svg, axes, reviewed);
        }
    }
}

/// The area between the curve and the zero line on the side of `color`.
fn area(axes: &Axes, curve: &[i32], color: Color) -> Vec<Point> {
    let mut points = vec![axes.point(0, 0)];
    let is_inside = |y: f64| match color {
        Color::Black => y <= MIDDLE,
        Color::White => y >= MIDDLE,
    };
    let mut last: Option<Point> = None;
    for (ply, score) in curve.iter().enumerate() {
        let point = axes.point(ply, *score);
        if let Some(last) = last
            && (last.y < MIDDLE) != (point.y < MIDDLE)
        {
            let share = (MIDDLE - last.y) / (point.y - last.y);
            points.push(at(last.x + share * (point.x - last.x), MIDDLE));
        }
        points.push(if is_inside(point.y) { point } else { at(point.x, MIDDLE) });
        last = Some(point);
    }
    points.push(axes.point(curve.len() - 1, 0));
    points
}

fn draw_axes(svg: &mut Svg, axes: &Axes) {
    svg.rectangle(at(LEFT, TOP), RIGHT - LEFT, BOTTOM - TOP, "fill=\"#d5e6da\"");
    for score in axes.scores() {
        let y = axes.point(0, score).y;
        svg.line(at(LEFT, y), at(RIGHT, y), "stroke=\"#bcd3c3\" stroke-width=\"1\"");
        let sign = if score > 0 { "+" } else { "" };
        let text = format!("{sign}{score}").replace('-', "\u{2212}");
        svg.text(at(LEFT - 10.0, y + 4.5), SCORE, text);
    }
    for ply in axes.plies() {
        svg.text(at(axes.x(ply), BOTTOM + 22.0), TICK, ply);
    }
    svg.text(at(LEFT - 10.0, BOTTOM + 22.0), SCORE, "ply");
    svg.text(at(LEFT - 10.0, TOP - 14.0), SCORE, "discs");
    svg.text(at(26.0, f64::midpoint(TOP, MIDDLE)), &sideways(TOP), "black ahead");
    svg.text(at(26.0, f64::midpoint(MIDDLE, BOTTOM)), &sideways(MIDDLE), "white ahead");
}

/// The look of a text that is read from below, beside the half of the graph
/// that begins at `top`.
fn sideways(top: f64) -> String {
    let middle = top + (MIDDLE - TOP) / 2.0;
    format!("{TICK} transform=\"rotate(-90 26 {middle:.1})\"")
}

fn draw_pass(svg: &mut Svg, axes: &Axes, reviewed: &ReviewedMove) {
    let point = axes.point(reviewed.ply, reviewed.score_for(Color::Black).discs());
    let title = format!("{}. {} passes", reviewed.ply, reviewed.color());
    svg.group("class=\"pass\"", &title, |svg| {
        svg.line(
            at(point.x, TOP),
            at(point.x, BOTTOM),
            "stroke=\"#6b8575\" stroke-width=\"1\" stroke-dasharray=\"3 4\"",
        );
        svg.circle(point, 4.0, PASS);
    });
}

/// Marks an error where it led. The label is on the side that the curve went
/// to, so that labels of the two colours never meet.
fn draw_error(svg: &mut Svg, axes: &Axes, reviewed: &ReviewedMove) {
    let ReviewedMove { ply, played, grade, best, .. } = reviewed;
    let point = axes.point(*ply, reviewed.score_for(Color::Black).discs());
    let is_near = |edge: f64| (point.y - edge).abs() < 26.0;
    let is_above = match reviewed.color() {
        Color::Black => is_near(BOTTOM),
        Color::White => !is_near(TOP),
    };
    let color = reviewed.color();
    let loss = reviewed.loss();
    let title = format!("{ply}. {color} {played}: {grade}, {loss} discs worse than {best}");
    svg.group(&format!("class=\"{grade}\""), &title, |svg| {
        mark::draw(svg, *grade, point);
        svg.text(
            at(point.x, if is_above { point.y - 12.0 } else { point.y + 20.0 }),
            LABEL,
            played,
        );
    });
}

fn draw_disc(svg: &mut Svg, color: Color, center: Point) {
    let fill = match color {
        Color::Black => "#15231c",
        Color::White => "#ffffff",
    };
    svg.circle(center, 8.5, &format!("fill=\"{fill}\" stroke=\"#15231c\" stroke-width=\"1.8\""));
}

fn draw_legend(svg: &mut Svg) {
    let y = 572.0;
    let mut x = LEFT + 9.0;
    let losses = [Grade::INACCURACY_LOSS, Grade::MISTAKE_LOSS, Grade::BLUNDER_LOSS];
    for (grade, discs) in
        [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].into_iter().zip(losses)
    {
        mark::draw(svg, grade, at(x, y - 4.5));
        svg.text(at(x + 16.0, y), DETAIL, format_args!("{grade}: {discs} discs or more"));
        x += 236.0;
    }
    svg.circle(at(x, y - 4.5), 4.0, PASS);
    svg.text(at(x + 14.0, y), DETAIL, "pass");
    svg.rectangle(at(RIGHT - 154.0, y - 6.5), 26.0, 4.0, PROVEN);
    svg.text(at(RIGHT, y), EVENT, "proven to the end");
}
