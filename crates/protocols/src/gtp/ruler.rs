//! The commands with which `GoGui` asks for the rules of games other than Go.

use std::fmt::Write as _;

use outflank_core::{Color, Game, Rule, Square};

/// The name of a game: a capital and small letters, nothing else.
pub(super) const fn game_id(rule: Rule) -> &'static str {
    match rule {
        Rule::Reversi => "Othello",
        Rule::Reversed => "Antiothello",
    }
}

/// The board from its top row. `GoGui` counts rows from the bottom, as Go does,
/// so the row it calls 8 comes first and each square keeps its name.
pub(super) fn board(game: &Game) -> String {
    let mut text = String::new();
    for row in Square::ALL.chunks(8).rev() {
        text.push('\n');
        for (at, square) in row.iter().enumerate() {
            let mark = game.position().color_at(*square).map_or('.', Color::letter);
            let gap = if at == 0 { "" } else { " " };
            let _ = write!(text, "{gap}{mark}");
        }
    }
    text
}

/// The legal squares, `pass` if there is none, and nothing when the game is over.
pub(super) fn legal_moves(game: &Game) -> String {
    if game.must_pass() {
        return "pass".to_owned();
    }
    let names: Vec<_> =
        game.position().board().legal_moves().iter().map(|square| square.to_string()).collect();
    names.join(" ")
}

/// A sentence for the dialog at the end of a game.
pub(super) fn final_result(rule: Rule, game: &Game) -> String {
    let Some(score) = game.result(rule, Color::Black) else {
        return "the game is not over".to_owned();
    };
    let [black, white] = Color::BOTH.map(|color| game.position().discs(color).len());
    let winner = match score.discs() {
        0 => "Draw".to_owned(),
        discs if discs > 0 => format!("Black wins by {discs}"),
        discs => format!("White wins by {}", -discs),
    };
    format!("{winner}: {black} black and {white} white discs")
}
