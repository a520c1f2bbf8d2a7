//! `outflank evolve`

mod picture;
mod plan;
mod table;
mod validation;

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use outflank_classic::Genome;
use outflank_train::genetic::{
    Champion, ChampionSummary, Contest, Generation, Run, RunError, RunFolder, RunSettings,
    RunSummary,
};
use outflank_train::{AgentContest, FolderError};

use crate::cli::Evolve;
use crate::encounter;
use crate::failure::Failure;
use crate::screen::tell;
use crate::{files, progress};
use outflank_report::{count, print_json};
use plan::Search;

/// The interval between drawings of the picture during a run.
const REDRAWN: Duration = Duration::from_secs(5);

pub(crate) fn run(options: &Evolve) -> Result<(), Failure> {
    let search = Search::new(options)?;
    if options.resume && RunFolder::open(&options.folder).is_none() {
        let folder = options.folder.display();
        return Err(Failure::input(format!("there is no run in {folder} to resume")));
    }
    let at_once = options.at_once.games();
    let runner = options.at_once.cluster().runner(at_once)?;

    let Search { start, space, settings, effort } = &search;
    let per_generation = settings.games_per_generation(space);
    let games = u64::from(settings.generations) * per_generation;
    let bar = progress::bar(games, "games");
    let on_game = || bar.inc(1);
    let contest = AgentContest::new(search.form(), *effort, &on_game)
        .under(search.rule())
        .played_by(runner.as_ref());
    let mut run = Run::open(&options.folder, space.clone(), start.values(), *settings, &contest)
        .map_err(failure)?;
    for path in &options.join {
        let genome = plan::genome_of(path, Some(search.form()), Some(search.rule()))?;
        run.join(genome.values()).map_err(failure)?;
    }
    evolve(&mut run, &search, options, &bar)?;
    bar.finish_and_clear();

    let champion = champion(&run)?;
    let file = RunFolder::champion_file(&options.folder);
    if options.pause && !run.is_over() {
        let sentence = format!(
            "paused before generation {}: the same command continues, and --join FILE adds an \
             agent, such as {} adjusted by hand",
            run.generation(),
            file.display()
        );
        tell(&sentence);
        return Ok(());
    }
    let validation = validation::play(&search, options, at_once, &first(options)?, champion)?;
    let summary = RunSummary {
        form: search.form().name().to_owned(),
        rules: search.rule().name().to_owned(),
        seed: settings.seed,
        generations: run.generation(),
        games: run.log().iter().map(|line| line.games).sum(),
        champion: ChampionSummary {
            file: file.display().to_string(),
            generation: champion.generation,
            rate: champion.rate,
        },
        validation,
    };
    summary.write(&options.folder).map_err(super::train::failure)?;
    let mut out = io::stdout().lock();
    if options.json {
        return Ok(print_json(&mut out, &summary)?);
    }
    writeln!(
        out,
        "champion of generation {} after {} games: {}",
        champion.generation,
        count(summary.games),
        file.display()
    )?;
    if !summary.validation.is_empty() {
        writeln!(out)?;
        encounter::print(&mut out, &summary.validation)?;
    }
    Ok(())
}

/// Runs the generations and reports each of them.
fn evolve<C: Contest>(
    run: &mut Run<'_, C>,
    search: &Search,
    options: &Evolve,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    let Search { space, settings, .. } = search;
    let per_generation = settings.games_per_generation(space);
    let done = run.generation();
    bar.set_position(u64::from(done) * per_generation);
    bar.reset_eta();
    if done > 0 && !progress::is_quiet() {
        let folder = options.folder.display();
        bar.suspend(|| tell(&format!("{folder} resumes after {done} generations")));
    }
    if !options.json && !run.is_over() {
        bar.suspend(|| writeln!(io::stdout(), "{}", table::HEADER))?;
    }
    let mut drawn = Instant::now();
    while let Some(line) = run.step().map_err(failure)? {
        // Games of identical agents were not played.
        bar.set_position(u64::from(line.generation + 1) * per_generation);
        bar.suspend(|| {
            let mut out = io::stdout().lock();
            if options.json {
                print_json(&mut out, line)
            } else {
                writeln!(out, "{}", table::row(line))
            }
        })?;
        keep(run, search, &options.folder)?;
        if drawn.elapsed() >= REDRAWN {
            picture::write(run.log(), search, &options.folder)?;
            drawn = Instant::now();
        }
        if options.pause {
            break;
        }
    }
    // A finished run may lack the files that are written after its last generation.
    keep(run, search, &options.folder)?;
    picture::write(run.log(), search, &options.folder)?;
    picture::write_weights(&genome(search, champion(run)?, String::new()), &options.folder)
}

/// Writes the champion so far.
fn keep<C: Contest>(run: &Run<'_, C>, search: &Search, folder: &Path) -> Result<(), Failure> {
    let champion = champion(run)?;
    let provenance = format!(
        "Outflank {}, outflank evolve: the champion of generation {} of {}. {}, {}. Settings: {}.",
        env!("CARGO_PKG_VERSION"),
        champion.generation,
        run.generation(),
        search.form(),
        search.effort,
        written(&search.settings)
    );
    write_genome(&RunFolder::champion_file(folder), search, champion, provenance)
}

fn write_genome(
    path: &Path,
    search: &Search,
    champion: &Champion,
    provenance: String,
) -> Result<(), Failure> {
    write_toml(path, &genome(search, champion, provenance))
}

fn write_toml(path: &Path, genome: &Genome) -> Result<(), Failure> {
    files::write_bytes(path, genome.to_toml().as_bytes())
}

fn genome(search: &Search, champion: &Champion, provenance: String) -> Genome {
    let values = champion.genes.values().to_vec();
    Genome::new(search.form(), values, provenance)
        .and_then(|genome| genome.for_rule(search.rule()))
        .expect("a search keeps to the bounds of the form's genes")
}

/// The settings in one line that can stand between quotes.
fn written(settings: &RunSettings) -> String {
    let text = serde_json::to_string(settings).expect("settings are plain data");
    text.replace('"', "").replace(':', ": ").replace(',', ", ")
}

/// The best agent of the whole run.
fn champion<'r, C: Contest>(run: &'r Run<'_, C>) -> Result<&'r Champion, Failure> {
    run.champion().ok_or_else(|| Failure::input("there is no generation yet"))
}

/// The best agent of generation 0.
fn first(options: &Evolve) -> Result<Champion, Failure> {
    let first = Generation::read(&options.folder, 0).map_err(failure)?;
    let first = first.ok_or_else(|| Failure::input("there is no generation yet"))?;
    Ok(first.champion)
}

/// A failed run: exit code 1 if a file could not be used, otherwise bad input.
fn failure(error: RunError) -> Failure {
    match error {
        // The settings themselves are too many for a sentence.
        RunError::Folder(FolderError::OtherRun { path, .. }) => Failure::input(format!(
            "{0} holds another run, that of {0}/run.json: give the same settings, or another folder",
            path.display()
        )),
        RunError::Folder(error) => super::train::failure(error),
        _ => Failure::Input(error.into()),
    }
}
