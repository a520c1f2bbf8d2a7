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
use outflank_train::genetic::{Champion, Contest, Generation, Run, RunError, Settings};
use outflank_train::{AgentContest, FolderError};
use serde::Serialize;

use crate::cli::Evolve;
use crate::encounter::{self, Encounter};
use crate::failure::Failure;
use crate::screen::{count, print_json, tell};
use crate::{files, progress};
use plan::Search;

/// How often the picture is drawn while the run goes on.
const REDRAWN: Duration = Duration::from_secs(5);

/// The last object that is printed, and the file of the validation.
#[derive(Serialize)]
struct Summary<'a> {
    form: &'static str,
    rules: &'static str,
    seed: u64,
    generations: u32,
    /// The games of all generations.
    games: u64,
    champion: Found<'a>,
    /// The champion's matches.
    validation: &'a [Encounter],
}

/// The agent that was found.
#[derive(Serialize)]
struct Found<'a> {
    file: &'a str,
    /// The generation that it comes from.
    generation: u32,
    /// The part of its games against the starting agent that it won.
    rate: Option<f64>,
}

pub(crate) fn run(options: &Evolve) -> Result<(), Failure> {
    let search = Search::new(options)?;
    if options.resume && !options.folder.join("run.json").exists() {
        let folder = options.folder.display();
        return Err(Failure::input(format!("there is no run in {folder} to go on with")));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or_else(cores, usize::from);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| Failure::Run(error.into()))?;

    let Search { start, space, settings, effort } = &search;
    let per_generation = settings.games_per_generation(space);
    let bar = progress::bar(u64::from(settings.generations) * per_generation, "games");
    let on_game = || bar.inc(1);
    let contest = AgentContest::new(search.form(), *effort, &on_game);
    let mut run = Run::open(&options.folder, space.clone(), start.values(), *settings, &contest)
        .map_err(failure)?;
    files::sweep(&options.folder)?;
    evolve(&mut run, &search, options, &bar)?;
    bar.finish_and_clear();

    let champion = champion(&run)?;
    let file = options.folder.join(CHAMPION);
    let matches = validation::play(&search, options, threads, &first(options)?, champion)?;
    let summary = Summary {
        form: search.form().name(),
        rules: search.form().rule().name(),
        seed: settings.seed,
        generations: run.generation(),
        games: run.log().iter().map(|line| line.games).sum(),
        champion: Found {
            file: &file.display().to_string(),
            generation: champion.generation,
            rate: champion.rate,
        },
        validation: &matches,
    };
    let mut text = serde_json::to_string_pretty(&summary).expect("a summary is plain data");
    text.push('\n');
    files::write_bytes(&options.folder.join("validation.json"), text.as_bytes())?;
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
    if !matches.is_empty() {
        writeln!(out)?;
        encounter::print(&mut out, &matches)?;
    }
    Ok(())
}

const CHAMPION: &str = "champion.toml";

/// Goes through the generations, and tells of each.
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
    if done > 0 {
        let folder = options.folder.display();
        bar.suspend(|| tell(&format!("{folder} goes on after {done} generations")));
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
    }
    // A run that had come to its end may lack what is written after it.
    keep(run, search, &options.folder)?;
    picture::write(run.log(), search, &options.folder)
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
    write_genome(&folder.join(CHAMPION), search, champion, provenance)
}

fn write_genome(
    path: &Path,
    search: &Search,
    champion: &Champion,
    provenance: String,
) -> Result<(), Failure> {
    let values = champion.genes.values().to_vec();
    let genome = Genome::new(search.form(), values, provenance)
        .expect("a search keeps to the bounds of the form's genes");
    files::write_bytes(path, genome.to_toml().as_bytes())
}

/// The settings in one line that can stand between quotes.
fn written(settings: &Settings) -> String {
    let text = serde_json::to_string(settings).expect("settings are plain data");
    text.replace('"', "").replace(':', ": ").replace(',', ", ")
}

/// The best agent of the whole run; without a hall of fame that of the last
/// generation.
fn champion<'r, C: Contest>(run: &'r Run<'_, C>) -> Result<&'r Champion, Failure> {
    let famous = run.hall().members().first();
    famous
        .or_else(|| run.last().map(|last| &last.champion))
        .ok_or_else(|| Failure::input("there is no generation yet"))
}

/// The best agent of generation 0.
fn first(options: &Evolve) -> Result<Champion, Failure> {
    let first = Generation::read(&options.folder, 0).map_err(failure)?;
    let first = first.ok_or_else(|| Failure::input("there is no generation yet"))?;
    Ok(first.champion)
}

/// A failure of a run: of the machine if a file could not be used, else of what
/// was given.
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
