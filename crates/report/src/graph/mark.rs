//! The mark of a bad move on the curve.

use outflank_engine::Grade;

use super::svg::{Point, Svg, at};

/// Draws the mark of a grade. Its shape shows the grade without colour: a disc, a
/// triangle or a diamond.
pub(super) fn draw(svg: &mut Svg, grade: Grade, center: Point) {
    let Point { x, y } = center;
    let look = format!(
        "fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"1.8\" stroke-linejoin=\"round\"",
        color(grade)
    );
    match grade {
        Grade::Mistake => {
            svg.shape(&[at(x, y - 8.0), at(x + 7.5, y + 5.5), at(x - 7.5, y + 5.5)], &look);
        }
        Grade::Blunder => {
            svg.shape(&[at(x, y - 8.5), at(x + 8.5, y), at(x, y + 8.5), at(x - 8.5, y)], &look);
        }
        _ => svg.circle(center, 5.5, &look),
    }
}

/// The colour of a grade, from a palette for colour blindness.
pub(super) const fn color(grade: Grade) -> &'static str {
    match grade {
        Grade::Blunder => "#c8102e",
        Grade::Mistake => "#e8730c",
        Grade::Inaccuracy => "#e3b505",
        Grade::Forced | Grade::Best | Grade::Good => "#2e7d54",
    }
}
