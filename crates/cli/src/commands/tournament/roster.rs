//! The players of a tournament.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use outflank_arena::{AgentFolder, Entrant, PlayerName, Terms};
use outflank_core::Rule;

use crate::failure::Failure;
use crate::screen::tell;
use outflank_arena::NamedPlayer;

/// The agents in a folder, by the names of their files. What is left out is named.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<NamedPlayer>, Failure> {
    let read = AgentFolder::read(folder);
    let AgentFolder { agents, left_out, .. } = read
        .with_context(|| format!("cannot read {}", folder.display()))
        .map_err(Failure::Input)?;
    for entry in left_out {
        tell(&format!("{entry}"));
    }
    if agents.is_empty() {
        return Err(Failure::input(format!("there is no agent in {}", folder.display())));
    }
    Ok(agents)
}

/// Makes sure that all can play, and that no two go by the same name.
pub(super) fn entrants(
    labels: Vec<NamedPlayer>,
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
    // All names are checked before a file is read or a program is looked for.
    let mut taken = BTreeSet::new();
    let mut named = Vec::new();
    for NamedPlayer { name: own, player } in labels {
        let name = match own {
            Some(name) => checked(name, &player, &taken)?,
            // Players listed twice without a name get a number.
            None => apart(&player.to_string(), &taken),
        };
        taken.insert(name.clone());
        named.push((name, alone(player)));
    }
    keep_apart(&named)?;
    let entrant = |(name, player)| Entrant::new(name, player, rule, terms).map_err(super::failure);
    named.into_iter().map(entrant).collect()
}

/// A name that can be shown and that no other player has.
fn checked(name: String, player: &PlayerName, taken: &BTreeSet<String>) -> Result<String, Failure> {
    let shown = name.escape_debug();
    if name.trim().is_empty() {
        return Err(Failure::input(format!("the name of {player} is empty")));
    }
    if name.contains(char::is_control) {
        return Err(Failure::input(format!("the name '{shown}' has a control character")));
    }
    if taken.contains(&name) {
        return Err(Failure::input(format!("two players go by the name '{shown}'")));
    }
    Ok(name)
}

/// Makes sure that no agent is in the folder of another, which could read it.
fn keep_apart(named: &[(String, PlayerName)]) -> Result<(), Failure> {
    for (name, player) in named {
        let inside = named.iter().find(|(_, other)| player.can_read(other));
        if let Some((other, _)) = inside {
            return Err(Failure::input(format!(
                "{name} could read the files of {other}: give each agent a folder of its own"
            )));
        }
    }
    Ok(())
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

/// The index of the player with this name.
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
            "no player has the name '{name}': the players are {}{more}",
            names.join(", ")
        ))
    })
}
