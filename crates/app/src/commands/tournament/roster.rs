//! Who takes part.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;
use outflank_arena::{Entrant, PlayerName, Terms};
use outflank_core::Rule;

use crate::cli::Label;
use crate::failure::Failure;

/// The agents in a folder, by the names of their files.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<Label>, Failure> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut agents = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot).map_err(Failure::Input)? {
        let path = entry.with_context(cannot).map_err(Failure::Input)?.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension == "py") {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            agents.push(Label { name, player: PlayerName::Python(path) });
        }
    }
    if agents.is_empty() {
        return Err(Failure::input(format!("there is no .py file in {}", folder.display())));
    }
    agents.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(agents)
}

/// Makes sure that all can play, and that no two go by the same name.
pub(super) fn entrants(
    labels: Vec<Label>,
    rule: Rule,
    terms: &Terms,
) -> Result<Vec<Entrant>, Failure> {
    if labels.len() < 2 {
        return Err(Failure::input(format!(
            "a tournament needs two players or more, found {}: give a file, a folder of agents or \
             --player",
            labels.len()
        )));
    }
    let mut taken = BTreeSet::new();
    let mut entrants = Vec::new();
    for Label { name, player } in labels {
        let own = name.clone();
        let name = name.unwrap_or_else(|| player.to_string());
        let player = alone(player);
        if name.trim().is_empty() {
            return Err(Failure::input(format!("the name of {player} is empty")));
        }
        let name = match own {
            Some(name) if taken.contains(&name) => {
                let name = name.escape_debug();
                return Err(Failure::input(format!("two players go by the name '{name}'")));
            }
            Some(name) => name,
            // Players that are listed twice without a name are told apart.
            None => apart(&name, &taken),
        };
        taken.insert(name.clone());
        entrants.push(Entrant::new(name, player, rule, terms).map_err(super::failure)?);
    }
    Ok(entrants)
}

/// A name that is not taken: the name itself, or with a number behind it.
fn apart(name: &str, taken: &BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 1;
    while taken.contains(&free) {
        number += 1;
        free = format!("{name} #{number}");
    }
    free
}

/// An engine that says nothing about it thinks on one thread, so that games
/// repeat and can be played side by side.
fn alone(mut player: PlayerName) -> PlayerName {
    if let PlayerName::Engine(engine) = &mut player {
        engine.threads.get_or_insert(1);
        engine.hash_mib.get_or_insert(16);
    }
    player
}

/// The number of the player who goes by a name.
pub(super) fn find(entrants: &[Entrant], name: &str) -> Result<usize, Failure> {
    let by_name = entrants.iter().position(|entrant| entrant.name == name);
    let found = by_name.or_else(|| {
        let mut players =
            entrants.iter().enumerate().filter(|(_, entrant)| entrant.player.to_string() == name);
        let (at, _) = players.next()?;
        players.next().is_none().then_some(at)
    });
    found.ok_or_else(|| {
        let name = name.escape_debug();
        let names: Vec<_> = entrants.iter().take(12).map(|entrant| entrant.name.as_str()).collect();
        let more = if entrants.len() > names.len() { ", ..." } else { "" };
        Failure::input(format!(
            "nobody goes by the name '{name}': there are {}{more}",
            names.join(", ")
        ))
    })
}
