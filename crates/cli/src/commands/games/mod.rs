//! `outflank games STORE`

mod list;
mod replay;

use std::io::{self, Write};
use std::path::Path;

use outflank_arena::{Store, StoredGame};
use outflank_formats::course::steps;
use outflank_formats::{Format, Item};

use crate::cli::Games;
use crate::failure::Failure;
use crate::failure::store_failure;
use crate::files;
use outflank_report::course_steps;
use outflank_report::print_json;

pub(crate) fn run(options: &Games) -> Result<(), Failure> {
    let store = Store::open_existing(&options.store).map_err(store_failure)?;
    let mut out = io::stdout().lock();
    if options.events {
        let events = store.events().map_err(store_failure)?;
        return list::events(&mut out, &events, options.json);
    }
    let games = store.summaries(&options.filter()).map_err(store_failure)?;
    if let Some(number) = options.game
        && games.is_empty()
    {
        let name = options.store.display();
        return Err(Failure::input(format!("there is no such game {number} in {name}")));
    }
    if let Some(path) = &options.output {
        return export(&store, games, path, options.to);
    }
    if let Some(path) = &options.course_log {
        let [game] = <[_; 1]>::try_from(games).map_err(|games| {
            let count = games.len();
            Failure::input(format!("a log of the course holds one game, and {count} are meant"))
        })?;
        return course_log(&store.whole(game).map_err(store_failure)?, path);
    }
    if options.game.is_some() {
        for game in games {
            let game = store.whole(game).map_err(store_failure)?;
            if options.json {
                print_json(&mut out, &list::WholeGame::of(&game))?;
            } else {
                replay::show(&game)?;
            }
        }
        return Ok(());
    }
    list::games(&mut out, &games, options.json)
}

/// Writes games in any format.
fn export(
    store: &Store,
    games: Vec<outflank_arena::GameSummary>,
    path: &Path,
    to: Option<Format>,
) -> Result<(), Failure> {
    let format = to.or_else(|| files::by_name(path)).ok_or_else(|| {
        let name = path.display();
        let formats = Format::ALL.map(Format::name).join(", ");
        Failure::input(format!("cannot tell the format of {name}: give it with --to ({formats})"))
    })?;
    files::write_games(path, format, |writer| {
        for game in games {
            let record = store.whole(game).map_err(store_failure)?.record();
            let item = Item::from(record);
            writer.write(item).map_err(|error| files::cannot_write(path, error))?;
        }
        Ok(())
    })
}

/// Writes the judge's log of a game, with all that the store knows of it.
fn course_log(game: &StoredGame, path: &Path) -> Result<(), Failure> {
    let mut text = Vec::new();
    steps::write_with(&mut text, &game.record(), &course_steps(&game.row))
        .map_err(|error| files::cannot_write(path, error))?;
    if files::is_standard(path) {
        io::stdout().write_all(&text)?;
        return Ok(());
    }
    files::write_bytes(path, &text)
}
