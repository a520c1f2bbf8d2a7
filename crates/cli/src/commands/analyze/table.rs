//! The review as a table for people.

use std::io::Write;

use anstyle::Color::Ansi;
use anstyle::{AnsiColor, Style};
use outflank_core::Color;
use outflank_engine::{Grade, Review, ReviewedMove, SearchScore, Summary};
use outflank_formats::Record;

use crate::failure::Failure;
use outflank_report::caption;

const HEADING: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();

/// Prints the players, a line for each move and a line for each side.
pub(super) fn print(record: &Record, review: &Review) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let [black, white] = Color::BOTH.map(|color| caption::player(record, color));
    writeln!(out, "{HEADING}{black} - {white}{HEADING:#}")?;
    writeln!(out, "{}\n", caption::game(record).join(", "))?;
    writeln!(
        out,
        "{HEADING}{:>3}  {:<5}  {:<4} {:>5}  {:<4} {:>5}  {:>4}  {:<11}  {:>5}  {:>6}{HEADING:#}",
        "ply", "side", "move", "score", "best", "score", "loss", "grade", "depth", "margin"
    )?;
    for reviewed in &review.moves {
        writeln!(out, "{}", line(reviewed))?;
    }
    writeln!(
        out,
        "\n{HEADING}{:<5}  {:>7}  {:>9}  {:>8}  {:>4}  {:>4}  {:>10}  {:>7}  {:>7}{HEADING:#}",
        "side",
        "choices",
        "loss/move",
        "accuracy",
        "best",
        "good",
        "inaccuracy",
        "mistake",
        "blunder"
    )?;
    for color in Color::BOTH {
        writeln!(out, "{}", summary_line(color, review.summary(color)))?;
    }
    Ok(())
}

fn line(reviewed: &ReviewedMove) -> String {
    let style = style(reviewed.grade);
    let loss = reviewed.loss();
    // The best move is shown only if it is better than the move played.
    let (best, best_score, loss) = if loss == 0 {
        ("-".to_owned(), "-".to_owned(), "-".to_owned())
    } else {
        (reviewed.best.to_string(), signed(reviewed.best_score), loss.to_string())
    };
    let (depth, margin) = if reviewed.exact {
        ("exact".to_owned(), "-".to_owned())
    } else {
        let depth = if reviewed.is_book { "book".to_owned() } else { reviewed.depth.to_string() };
        (depth, reviewed.margin.to_string())
    };
    let doubt = if reviewed.is_within_margin() { "?" } else { "" };
    let grade = format!("{}{doubt}", reviewed.grade);
    format!(
        "{:>3}  {:<5}  {style}{:<4}{style:#} {:>5}  {best:<4} {best_score:>5}  {loss:>4}  \
         {style}{grade:<11}{style:#}  {QUIET}{depth:>5}  {margin:>6}{QUIET:#}",
        reviewed.ply,
        reviewed.color(),
        reviewed.played,
        signed(reviewed.score)
    )
}

fn summary_line(color: Color, summary: &Summary) -> String {
    let loss = summary.average_loss().map_or("-".to_owned(), |loss| format!("{loss:.2}"));
    let accuracy = summary.accuracy().map_or("-".to_owned(), |share| format!("{share:.1}%"));
    format!(
        "{color:<5}  {:>7}  {loss:>9}  {accuracy:>8}  {:>4}  {:>4}  {:>10}  {:>7}  {:>7}",
        summary.choices(),
        summary.count(Grade::Best),
        summary.count(Grade::Good),
        summary.count(Grade::Inaccuracy),
        summary.count(Grade::Mistake),
        summary.count(Grade::Blunder)
    )
}

/// A score with its sign; a draw has none.
fn signed(score: SearchScore) -> String {
    if score == SearchScore::DRAW { "0".to_owned() } else { score.to_string() }
}

fn style(grade: Grade) -> Style {
    let colored = |color| Style::new().fg_color(Some(Ansi(color)));
    match grade {
        Grade::Forced => QUIET,
        Grade::Best => colored(AnsiColor::Green),
        Grade::Good => Style::new(),
        Grade::Inaccuracy => colored(AnsiColor::Yellow),
        Grade::Mistake => colored(AnsiColor::Magenta).bold(),
        Grade::Blunder => colored(AnsiColor::Red).bold(),
    }
}
