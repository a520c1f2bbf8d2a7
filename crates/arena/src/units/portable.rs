//! The files of players, packed for other machines and unpacked there.

use std::fs;
use std::path::{Component, Path, PathBuf};

use outflank_work::{Inputs, ItemError};

use crate::programs::AgentFiles;
use crate::{EngineBook, EngineWeights, GenomeName, PlayerName};

/// The folder of an agent that has one.
const AGENT: &str = "agent";

/// The name of a player on other machines. Its files become inputs, whose names begin with the
/// number of the player. The error is a sentence.
pub(super) fn pack(
    name: &PlayerName,
    number: usize,
    inputs: &mut Inputs,
) -> Result<PlayerName, String> {
    if let PlayerName::Python(path) = name {
        return pack_agent(path, number, inputs).map(PlayerName::Python);
    }
    let mut name = name.clone();
    for (part, path) in files(&mut name)? {
        let bytes =
            fs::read(&*path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let place = format!("{number}/{part}");
        *path = place.clone().into();
        inputs.add(place, bytes);
    }
    Ok(name)
}

/// The player of a packed name, with its files in `folder`.
pub(super) fn unpack(name: &str, folder: &Path) -> Result<PlayerName, ItemError> {
    let mut name: PlayerName = name.parse().map_err(ItemError::new)?;
    if let PlayerName::Python(path) = &mut name {
        *path = folder.join(&path);
        return Ok(name);
    }
    for (_, path) in files(&mut name).map_err(ItemError)? {
        *path = folder.join(&path);
    }
    Ok(name)
}

/// Writes the files of all players below a folder.
pub(super) fn write_files(inputs: &Inputs, folder: &Path) -> Result<(), ItemError> {
    for (place, bytes) in inputs.iter() {
        let place = Path::new(place);
        if !place.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(ItemError(format!("{} leads out of its folder", place.display())));
        }
        let path = folder.join(place);
        let wrong = |error| ItemError(format!("cannot write {}: {error}", path.display()));
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(wrong)?;
        if !path.exists() {
            outflank_durable::write_file(&path, bytes).map_err(wrong)?;
        }
    }
    Ok(())
}

/// The files of a player other than a Python agent.
fn files(name: &mut PlayerName) -> Result<Vec<(&'static str, &mut PathBuf)>, String> {
    Ok(match name {
        PlayerName::Engine(engine) => {
            let mut files = Vec::new();
            if let Some(EngineWeights::File(path)) = &mut engine.weights {
                files.push(("weights", path));
            }
            if let Some(EngineBook::File(path)) = &mut engine.book {
                files.push(("book", path));
            }
            files
        }
        PlayerName::Classic(classic) => match &mut classic.genome {
            GenomeName::File(path) => vec![("genome", path)],
            GenomeName::Report(_) | GenomeName::Shipped(_) => Vec::new(),
        },
        PlayerName::Zero(zero) => zero.network.iter_mut().map(|path| ("network", path)).collect(),
        PlayerName::Random | PlayerName::Greedy => Vec::new(),
        PlayerName::Python(_)
        | PlayerName::Gtp(_)
        | PlayerName::NBoard(_)
        | PlayerName::Custom(_) => {
            return Err(format!("{name} exists on this machine only"));
        }
    })
}

/// Packs a Python agent. Returns its path on other machines.
fn pack_agent(path: &Path, number: usize, inputs: &mut Inputs) -> Result<PathBuf, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
    let files = AgentFiles::open(path).map_err(|error| wrong(&error))?;
    let Some(folder) = &files.folder else {
        let bytes = fs::read(&files.file).map_err(|error| wrong(&error))?;
        // Not the file of a folder that is an agent, which sees the whole folder.
        let place = format!("{number}/single.py");
        inputs.add(place.clone(), bytes);
        return Ok(place.into());
    };
    for part in files.parts().map_err(|error| wrong(&error))? {
        let real = part.canonicalize().map_err(|error| wrong(&error))?;
        let inner = part.strip_prefix(folder).ok().and_then(Path::to_str);
        let (Some(inner), true) = (inner, real.starts_with(folder)) else {
            return Err(wrong(&format!("{} leads out of its folder", part.display())));
        };
        if real.is_file() {
            let bytes = fs::read(&real).map_err(|error| wrong(&error))?;
            inputs.add(format!("{number}/{AGENT}/{inner}"), bytes);
        }
    }
    Ok(format!("{number}/{AGENT}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_has_its_files_on_the_other_machine_and_nothing_else() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let at = |name: &str| here.path().join(name);
        fs::create_dir_all(at("mine/tables")).unwrap();
        for (name, text) in [
            ("some, weights", "w"),
            ("mine/agent.py", "class AI: pass"),
            ("mine/tables/one.txt", "1"),
            ("other.py", "class AI: pass"),
        ] {
            fs::write(at(name), text).unwrap();
        }
        let mut weights: PlayerName = "engine:depth=3,weights=x".parse().unwrap();
        *files(&mut weights).unwrap()[0].1 = at("some, weights");
        let agents = [at("mine"), at("other.py")].map(PlayerName::Python);
        let mut inputs = Inputs::default();
        let mut unpacked = Vec::new();
        for (number, name) in std::iter::once(&weights).chain(&agents).enumerate() {
            let packed = pack(name, number, &mut inputs).unwrap().to_string();
            unpacked.push(unpack(&packed, there.path()).unwrap());
        }
        write_files(&inputs, there.path()).unwrap();
        let expected = there.path().join("0/weights").display().to_string();
        assert_eq!(unpacked[0].to_string(), format!("engine:depth=3,weights={expected}"));
        assert_eq!(fs::read(there.path().join("0/weights")).unwrap(), b"w");
        assert_eq!(fs::read(there.path().join("1/agent/tables/one.txt")).unwrap(), b"1");
        for (agent, place) in agents.iter().zip(&unpacked[1..]) {
            let hash = |name: &PlayerName| crate::Agent::of(name).unwrap().hash;
            assert_eq!(hash(agent), hash(place));
        }
        let gtp: PlayerName = "gtp:engine".parse().unwrap();
        assert!(pack(&gtp, 0, &mut inputs).unwrap_err().contains("this machine only"));
        let mut hostile = Inputs::default();
        hostile.add("0/../../out", *b"x");
        assert!(write_files(&hostile, there.path()).is_err());
    }
}
