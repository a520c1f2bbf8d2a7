//! `outflank evolve`: agents that join by hand, and the continuous form.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

fn evolve(folder: &Path, arguments: &str) -> Answer {
    let arguments = arguments.split_whitespace();
    outflank(&["evolve", text(folder)].into_iter().chain(arguments).collect::<Vec<_>>())
}

#[test]
fn a_run_stops_after_a_generation_and_an_agent_joins_by_hand() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let settings = "--preset report-000 --population 6 --generations 2 --depth 1 --measure 0 \
                    --validate 0";
    let first = evolve(&run, &format!("{settings} --pause")).ok();
    assert!(first.err.contains("paused before generation 1"), "{}", first.err);
    assert!(!run.join("generations/000001.json").exists());
    let adjusted = folder.path().join("adjusted.toml");
    let champion = fs::read_to_string(run.join("champion.toml")).unwrap();
    // The scale of the matrix is changed by hand; the matrix itself is fixed.
    let scale = champion.lines().find(|line| line.starts_with("position_scale")).unwrap();
    fs::write(&adjusted, champion.replace(scale, "position_scale = [0.125, 0.25, 0.375]")).unwrap();
    evolve(&run, &format!("{settings} --pause --join {}", text(&adjusted))).ok();
    let second = fs::read_to_string(run.join("generations/000001.json")).unwrap();
    assert!(second.contains("0.125,0.25,0.375"), "{second}");
    // Two agents that both stay play one generation.
    let two = folder.path().join("two");
    let few = settings.replace("--population 6 --generations 2", "--population 2 --generations 1");
    evolve(&two, &few).ok();
}

#[test]
fn a_continuous_champion_has_a_picture_of_its_weights() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let tiny = "--form continuous --population 6 --generations 3 --openings 1 --depth 1 --measure 2 \
                --validate 4";
    let out = evolve(&run, tiny).ok().out;
    assert!(out.contains("\ngenome:evolved-evolved,depth=1 "), "{out}");
    let picture = fs::read_to_string(run.join("weights.svg")).unwrap();
    assert!(picture.contains(">parity<") && picture.contains(">own quiet moves<"), "{picture}");
}

#[test]
fn the_continuous_form_is_evolved_for_reversi_too() {
    let folder = TempDir::new().unwrap();
    let run = folder.path().join("run");
    let tiny = "--form continuous --population 6 --generations 2 --openings 1 --depth 1 --measure 2 \
                --validate 4";
    let out = evolve(&run, &format!("{tiny} --rules reversi")).ok().out;
    for opponent in
        ["/start.toml,depth=1 ", "\nclassic:corner,depth=1 ", "\nclassic:staged,depth=1 "]
    {
        assert!(out.contains(opponent), "no {opponent} in {out}");
    }
    let champion = run.join("champion.toml");
    assert!(fs::read_to_string(&champion).unwrap().contains("rules = \"reversi\""));
    let other = folder.path().join("other");
    // A champion of one game is no start for the other.
    let sentence = format!(
        "cannot use the genome {}: it is for reversi, and the game is reversed",
        champion.display()
    );
    evolve(&other, &format!("{tiny} --rules reversed --genome {}", text(&champion)))
        .refused(&sentence);
    evolve(&other, "--form staged --rules reversed")
        .refused("staged plays reversi only, not reversed");
}
