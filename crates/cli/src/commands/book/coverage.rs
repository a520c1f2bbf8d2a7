//! `outflank book coverage`

use std::io::{self, Write};

use outflank_book::Book;
use outflank_core::{Game, Position};
use outflank_report::{count, print_json};
use serde::Serialize;

use super::load;
use crate::cli::BookCoverage;
use crate::failure::Failure;
use crate::files;
use crate::one_game::{Input, read_items};

/// How long games stay inside a book.
#[derive(Default, Serialize)]
struct Coverage {
    rules: &'static str,
    games: u64,
    /// The mean number of plies inside the book.
    mean_plies: f64,
    /// The share of the games that are inside after each ply, from the first.
    inside: Vec<f64>,
    /// The mean loss of a move inside the book, in discs.
    mean_loss: f64,
    #[serde(skip)]
    counts: Vec<u64>,
    #[serde(skip)]
    moves: u64,
    #[serde(skip)]
    losses: u64,
}

pub(crate) fn run(options: &BookCoverage) -> Result<(), Failure> {
    let book = load(&options.book)?;
    let plies = options.plies as usize;
    let mut coverage =
        Coverage { rules: book.rule().name(), counts: vec![0; plies], ..Coverage::default() };
    for path in &options.games {
        for file in files::inputs(path, |file| files::by_name(file).is_some())? {
            let text = file.to_str();
            let text = text.ok_or_else(|| Failure::input("the name of a file is no text"))?;
            let Input { items, name } = read_items(text, book.rule(), None)?;
            for item in items {
                let item = item.map_err(|error| files::cannot_read(&name, error))?;
                coverage.add(&book, item.into_record().game());
            }
        }
    }
    coverage.finish()?;
    let mut out = io::stdout().lock();
    if options.json {
        print_json(&mut out, &coverage)?;
        return Ok(());
    }
    writeln!(out, "{:>4} {:>8}", "ply", "inside")?;
    for (ply, share) in coverage.inside.iter().enumerate() {
        writeln!(out, "{:>4} {:>6.1} %", ply + 1, share * 100.0)?;
    }
    let Coverage { rules, games, mean_plies, mean_loss, .. } = coverage;
    let games = count(games);
    writeln!(out, "{games} games of {rules} stay inside for {mean_plies:.1} plies on average")?;
    writeln!(out, "a move inside loses {mean_loss:.2} discs on average")?;
    Ok(())
}

impl Coverage {
    /// Adds a game that begins at the start position.
    fn add(&mut self, book: &Book, game: &Game) {
        if game.start() != Position::default() || game.moves().is_empty() {
            return;
        }
        self.games += 1;
        for (count, (position, played)) in self.counts.iter_mut().zip(game.plies()) {
            let Some(square) = played.square() else {
                *count += 1;
                continue;
            };
            let moves = book.moves(position.board());
            let Some(found) = moves.iter().find(|found| found.played == square) else { return };
            *count += 1;
            self.moves += 1;
            self.losses += u64::from(moves[0].value.abs_diff(found.value));
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if self.games == 0 {
            return Err(Failure::input("there is no game from the start position"));
        }
        let share = |count: &u64| *count as f64 / self.games as f64;
        self.inside = self.counts.iter().map(share).collect();
        self.mean_plies = self.inside.iter().sum();
        self.mean_loss = self.losses as f64 / self.moves.max(1) as f64;
        Ok(())
    }
}
