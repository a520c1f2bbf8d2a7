//! Bars of a report's figures beside ours.

use super::svg::{Svg, at};

/// The length of the axis, and with it the space for the numbers of the longest bars.
const AXIS: f64 = 490.0;
const BESIDE_LABELS: u32 = 600;
/// The least space for labels, and the space of a letter.
const LABELS: u32 = 300;
const LETTER: u32 = 7;
const TOP: f64 = 64.0;
const BAR: f64 = 13.0;
const GROUP: f64 = GROUP_PIXELS as f64;
const GROUP_PIXELS: u32 = 38;
/// The height of everything but the groups.
const HEADING: u32 = 110;
const REPORT: &str = "fill=\"#d55e00\"";
const OURS: &str = "fill=\"#0072b2\"";
const TEXT: &str = "font-size=\"13\" fill=\"#15231c\"";
const TICK: &str = "font-size=\"12\" fill=\"#55635b\" text-anchor=\"middle\"";

/// A figure of a report beside ours.
pub struct BarGroup {
    /// What is measured.
    pub label: String,
    /// The figure of the report, if it has one.
    pub report: Option<f64>,
    /// Ours, if there is one.
    pub ours: Option<f64>,
    /// The standard error of ours.
    pub error: Option<f64>,
}

/// Bars of a report's figures beside ours.
pub struct Bars {
    /// The title.
    pub title: String,
    /// The unit of the figures.
    pub unit: String,
    /// Each step of the axis is ten times the one before.
    pub is_logarithmic: bool,
    /// The figures from top to bottom.
    pub groups: Vec<BarGroup>,
}

impl Bars {
    /// Draws the bars as the text of an SVG file.
    pub fn draw(&self) -> String {
        let pixels = HEADING + GROUP_PIXELS * self.groups.len() as u32;
        let height = f64::from(pixels);
        let left = f64::from(self.label_pixels());
        let width = self.label_pixels() + BESIDE_LABELS;
        let mut svg = Svg::new(width, pixels, &self.title);
        svg.rectangle(at(0.0, 0.0), width.into(), height, "fill=\"#fbfcfa\"");
        svg.text(
            at(16.0, 26.0),
            "font-size=\"16\" font-weight=\"bold\" fill=\"#15231c\"",
            &self.title,
        );
        let legend = [(left + 90.0, REPORT, "report"), (left, OURS, "ours")];
        for (x, look, name) in legend.into_iter().skip(usize::from(!self.has_report())) {
            svg.rectangle(at(x, 38.0), 14.0, 12.0, look);
            svg.text(at(x + 20.0, 49.0), TEXT, name);
        }
        let bottom = height - 40.0;
        let ticks = self.ticks();
        let ends = [ticks[0], ticks[ticks.len() - 1]];
        for tick in &ticks {
            let x = self.place(*tick, ends);
            svg.line(at(x, TOP), at(x, bottom), "stroke=\"#dfe5e1\" stroke-width=\"1\"");
            svg.text(at(x, bottom + 16.0), TICK, tick);
        }
        svg.text(at(left + AXIS / 2.0, bottom + 34.0), TICK, &self.unit);
        for (number, group) in self.groups.iter().enumerate() {
            self.draw_group(&mut svg, group, TOP + GROUP * number as f64, ends);
        }
        svg.finish()
    }

    fn has_report(&self) -> bool {
        self.groups.iter().any(|group| group.report.is_some())
    }

    /// The space for the longest label. The axis begins beside it.
    fn label_pixels(&self) -> u32 {
        let letters = self.groups.iter().map(|group| group.label.chars().count()).max();
        (LETTER * letters.unwrap_or_default() as u32 + 20).max(LABELS)
    }

    fn draw_group(&self, svg: &mut Svg, group: &BarGroup, top: f64, ends: [f64; 2]) {
        let label = format!("{TEXT} text-anchor=\"end\"");
        let left = f64::from(self.label_pixels());
        svg.text(at(left - 10.0, top + 22.0), &label, &group.label);
        // Alone, our bar stands beside the middle of its label.
        let first = if self.has_report() { top + 4.0 } else { top - 4.0 };
        let bars = [(group.report, None, REPORT), (group.ours, group.error, OURS)];
        for (number, (value, error, look)) in bars.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let y = first + (BAR + 2.0) * number as f64;
            let end = self.place(value, ends);
            svg.rectangle(at(left, y), (end - left).max(1.0), BAR, look);
            let mut text_at = end;
            if let Some(error) = error.filter(|error| error.is_finite()) {
                let [low, high] = [value - error, value + error].map(|end| self.place(end, ends));
                let middle = y + BAR / 2.0;
                svg.line(
                    at(low, middle),
                    at(high, middle),
                    "stroke=\"#15231c\" stroke-width=\"2\"",
                );
                text_at = high;
            }
            let figure = match error {
                Some(error) => format!("{value:.1} ± {error:.1}"),
                None => short(value),
            };
            svg.text(at(text_at + 6.0, y + BAR - 2.0), TEXT, figure);
        }
    }

    fn place(&self, value: f64, [low, high]: [f64; 2]) -> f64 {
        let part = if self.is_logarithmic {
            (value.max(low) / low).log10() / (high / low).log10()
        } else {
            (value - low) / (high - low)
        };
        f64::from(self.label_pixels()) + AXIS * part.clamp(0.0, 1.0)
    }

    fn ticks(&self) -> Vec<f64> {
        let values = self.groups.iter().flat_map(|group| [group.report, group.ours]).flatten();
        let highest = values.clone().fold(0.0, f64::max);
        if self.is_logarithmic {
            let lowest = values.filter(|value| *value > 0.0).fold(highest, f64::min);
            let from = lowest.max(1e-9).log10().floor() as i32;
            let to = (highest.max(1e-9).log10().ceil() as i32).max(from + 1);
            // Powers of ten from their texts are exact.
            return (from..=to).filter_map(|power| format!("1e{power}").parse().ok()).collect();
        }
        let ten = 10_f64.powf(highest.max(1e-9).log10().floor());
        let steps = [0.1, 0.2, 0.5, 1.0, 2.0].map(|step| step * ten);
        let step = steps.into_iter().find(|step| highest / step <= 8.0).unwrap_or(2.0 * ten);
        let past = |number: &f64| number * step < highest + step;
        let numbers = std::iter::successors(Some(0.0), |number| Some(number + 1.0));
        // Tenths that were multiplied are not quite tenths.
        let round = |number: f64| (number * step * 1e6).round() / 1e6;
        let ticks: Vec<_> = numbers.take_while(past).map(round).collect();
        if ticks.len() > 1 { ticks } else { vec![0.0, 1.0] }
    }
}

/// Three digits that count.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        0.01.. => 4,
        _ => 7,
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{BarGroup, Bars};

    fn bars(is_logarithmic: bool) -> String {
        let group = |label: &str, report, ours| BarGroup {
            label: label.to_owned(),
            report,
            ours: Some(ours),
            error: (!is_logarithmic).then_some(2.0),
        };
        let groups = vec![group("one", Some(4.1877), 0.002), group("two <", None, 34.5)];
        Bars { title: "Times".to_owned(), unit: "seconds".to_owned(), is_logarithmic, groups }
            .draw()
    }

    #[test]
    fn figures_stand_beside_each_other() {
        let drawn = bars(true);
        assert_eq!(drawn.matches("<rect").count(), 1 + 2 + 3, "{drawn}");
        assert!(drawn.contains(">0.001<") && drawn.contains(">100<"), "{drawn}");
        assert!(drawn.contains(">4.19<") && drawn.contains(">two &lt;<"), "{drawn}");
        assert!(bars(false).contains("34.5 ± 2.0<"));
    }

    #[test]
    fn the_longest_label_has_space() {
        let drawn = |label: &str| {
            let group =
                BarGroup { label: label.to_owned(), report: None, ours: Some(1.0), error: None };
            let (title, unit) = ("Games".to_owned(), "percent".to_owned());
            Bars { title, unit, is_logarithmic: false, groups: vec![group] }.draw()
        };
        assert!(drawn("one").contains("width=\"900\""));
        assert!(drawn(&"w".repeat(80)).contains("width=\"1180\""));
    }

    #[test]
    fn without_figures_of_a_report_the_legend_has_none() {
        let drawn = |report| {
            let (title, unit) = ("Games".to_owned(), "percent".to_owned());
            let group = BarGroup { label: "one".to_owned(), report, ours: Some(1.0), error: None };
            Bars { title, unit, is_logarithmic: false, groups: vec![group] }.draw()
        };
        assert!(!drawn(None).contains(">report<"));
        assert!(drawn(Some(2.0)).contains(">report<"));
    }
}
