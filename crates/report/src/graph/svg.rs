//! A small writer of SVG.

use std::fmt::{Display, Write};

/// A place in the picture, from its top left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

pub(super) const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A picture that is being drawn. Looks are attributes written out, because
/// they are constants of the code; only texts come from outside, and these are
/// escaped.
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// An empty picture. The title is for screen readers.
    pub(super) fn new(width: u32, height: u32, title: &str) -> Self {
        let mut svg = Self { text: String::new() };
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'Noto Sans', 'Segoe UI', Helvetica, Arial, sans-serif\">"
        ));
        svg.put(format_args!("<title>{}</title>", escape(title)));
        svg
    }

    pub(super) fn rectangle(&mut self, corner: Point, width: f64, height: f64, look: &str) {
        let Point { x, y } = corner;
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {look}/>"
        ));
    }

    pub(super) fn line(&mut self, from: Point, to: Point, look: &str) {
        self.path(&[from, to], look);
    }

    pub(super) fn circle(&mut self, center: Point, radius: f64, look: &str) {
        let Point { x, y } = center;
        self.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {look}/>"));
    }

    /// Straight lines from point to point.
    pub(super) fn path(&mut self, points: &[Point], look: &str) {
        self.put(format_args!("<path d=\"{}\" {look}/>", outline(points)));
    }

    /// Straight lines from point to point and back to the first.
    pub(super) fn shape(&mut self, points: &[Point], look: &str) {
        self.put(format_args!("<path d=\"{}Z\" {look}/>", outline(points)));
    }

    pub(super) fn text(&mut self, place: Point, look: &str, content: impl Display) {
        let Point { x, y } = place;
        let content = escape(&content.to_string());
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" {look}>{content}</text>"));
    }

    /// A text whose second part has another style.
    pub(super) fn text_and(&mut self, place: Point, first: (&str, &str), then: (&str, &str)) {
        let Point { x, y } = place;
        let ((look, content), (then_look, then)) = (first, then);
        let (content, then) = (escape(content), escape(then));
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" {look}>{content}\
             <tspan dx=\"12\" {then_look}>{then}</tspan></text>"
        ));
    }

    /// Draws a group. Its title is shown as a tooltip.
    pub(super) fn group(&mut self, look: &str, title: &str, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g {look}><title>{}</title>", escape(title)));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// The whole text.
    pub(super) fn finish(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.text
    }

    fn put(&mut self, line: std::fmt::Arguments) {
        // A string takes all that is written.
        let _ = writeln!(self.text, "{line}");
    }
}

fn outline(points: &[Point]) -> String {
    let mut outline = String::new();
    for (command, Point { x, y }) in std::iter::once('M').chain(std::iter::repeat('L')).zip(points)
    {
        let _ = write!(outline, "{command}{x:.1} {y:.1}");
    }
    outline
}

/// Escapes the special characters of XML and removes the forbidden ones.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}
