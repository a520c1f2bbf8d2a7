//! A search finds the target, repeats exactly, and survives a kill.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_train::FolderError;
use outflank_train::genetic::{
    Bounds, Breeding, CmaEs, Coding, Contest, ContestResult, Crossover, Founders, Generation,
    GenerationOpenings, Immigrants, Islands, Mutation, Opening, Optimiser, Preset, RateSchedule,
    Run, RunError, RunSettings, Scoring, Selection, SettingsError, Space, read_log,
};

/// The best agent.
const TARGET: [f64; 6] = [2.0, -3.0, 7.0, 0.0, -8.0, 5.0];

/// The agent nearer to the target wins. Openings favour a side slightly.
struct Nearer;

fn distance(genes: &[f64]) -> f64 {
    genes.iter().zip(TARGET).map(|(gene, target)| (gene - target).powi(2)).sum::<f64>().sqrt()
}

impl Contest for Nearer {
    type Player = f64;

    fn description(&self) -> String {
        "nearer to the target".into()
    }

    fn player(&self, genes: &[f64]) -> f64 {
        distance(genes)
    }

    fn play(&self, first: &mut f64, second: &mut f64, opening: Opening) -> ContestResult {
        let luck = match opening {
            Opening::Start => 0.0,
            Opening::Random(number) => (number % 200) as f64 / 1000.0 - 0.1,
        };
        ContestResult { margin: ((*second - *first + luck) * 100.0).clamp(-64.0, 64.0) as i32 }
    }
}

const START: [f64; 6] = [0.0; 6];

fn space(coding: Coding) -> Space {
    Space::new(vec![Bounds { low: -10.0, high: 10.0 }; 6], coding).unwrap()
}

const MODERN: Breeding = Breeding {
    population: 16,
    founders: Founders::Mutants,
    selection: Selection::Tournament(3),
    crossover: Crossover::Blend { alpha: 0.3 },
    mutation: Mutation::Gaussian {
        rate: RateSchedule::Constant(0.5),
        strength: RateSchedule::Exponential { from: 0.1, half_life: 8 },
    },
    elites: 1,
    immigrants: Immigrants { default: 1, random: 1 },
    islands: Islands::ONE,
};

const CMA_ES: CmaEs = CmaEs { population: None, spread: 0.3, panel: 4 };

fn settings(optimiser: Optimiser) -> RunSettings {
    RunSettings {
        generations: 40,
        optimiser,
        scoring: Scoring::WinsMinusLosses,
        openings: GenerationOpenings::Random(3),
        measure: 5,
        hall: 5,
        seed: 11,
    }
}

fn on_islands() -> RunSettings {
    let islands = Islands { count: 3, every: 4, migrants: 2 };
    settings(Optimiser::Genetic(Breeding { islands, ..MODERN }))
}

/// Runs to the end, or to a generation. Returns the distance of the champion from
/// the target.
fn run(folder: &Path, coding: Coding, settings: RunSettings, until: u32) -> f64 {
    let mut run = Run::open(folder, space(coding), &START, settings, &Nearer).unwrap();
    while run.generation() < until && run.step().unwrap().is_some() {}
    distance(run.last().unwrap().champion.genes.values())
}

/// The distances of the first and the last champion from the target.
fn progress(coding: Coding, settings: RunSettings) -> (f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let last = run(folder.path(), coding, settings, u32::MAX);
    let first = Generation::read(folder.path(), 0).unwrap().unwrap();
    (distance(first.champion.genes.values()), last)
}

#[test]
fn the_settings_of_the_reports_come_near_the_target() {
    for preset in Preset::ALL {
        let mut plan = preset.plan();
        plan.settings.generations = 60;
        plan.settings.seed = 5;
        let (first, last) = progress(plan.coding, plan.settings);
        assert!(last < 4.0 && last < first / 2.0, "{}: {first} to {last}", preset.name());
    }
}

#[test]
fn the_other_modes_of_report_002_come_near_the_target() {
    for selection in [Selection::BestAndHalf, Selection::HalfReplaced] {
        let mut plan = Preset::Report002.plan();
        let Optimiser::Genetic(breeding) = &mut plan.settings.optimiser else { unreachable!() };
        breeding.selection = selection;
        let (first, last) = progress(plan.coding, plan.settings);
        assert!(last < first / 2.0, "{selection:?}: {first} to {last}");
    }
}

#[test]
fn tournaments_islands_and_cma_es_find_the_target() {
    let alone = settings(Optimiser::Genetic(MODERN));
    let cma_es = RunSettings { generations: 60, ..settings(Optimiser::CmaEs(CMA_ES)) };
    for (name, settings) in [("alone", alone), ("islands", on_islands()), ("CMA-ES", cma_es)] {
        let (first, last) = progress(Coding::Real, settings);
        assert!(last < 1.0 && last < first, "{name}: {first} to {last}");
    }
}

#[test]
fn agents_move_from_island_to_island_in_a_ring() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), Coding::Real, on_islands(), 5);
    let read = |generation| Generation::read(folder.path(), generation).unwrap().unwrap();
    let best = |generation, island: usize| {
        let mut agents = read(generation).islands[island].clone();
        agents.sort_by_key(|agent| -Scoring::WinsMinusLosses.score(&agent.tally));
        agents[0].genes.clone()
    };
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let arrived = |generation: u32| {
            let best = best(generation - 1, from);
            read(generation).islands[to].iter().any(|agent| agent.genes == best)
        };
        assert!(arrived(4), "the best of island {from} is on {to} after four generations");
        assert!(!arrived(3), "and not before");
    }
}

/// All files of a run but for the time that it took.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [folder.to_owned(), folder.join("generations")] {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && !path.ends_with("log.jsonl") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let mut log = read_log(folder).unwrap();
    for line in &mut log {
        line.seconds = None;
    }
    files.insert("log.jsonl".into(), format!("{log:?}").into_bytes());
    files
}

fn all_optimisers() -> [RunSettings; 3] {
    let short = |settings| RunSettings { generations: 9, ..settings };
    [on_islands(), settings(Optimiser::CmaEs(CMA_ES)), Preset::Report000.plan().settings].map(short)
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_threads() {
    for settings in all_optimisers() {
        let of = |threads: usize, settings: RunSettings| {
            let folder = tempfile::tempdir().unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(folder.path(), Coding::Real, settings, u32::MAX));
            bytes(folder.path())
        };
        let one = of(1, settings);
        assert_eq!(one.len(), 9 + 4, "generations, run, hall, log and lock");
        assert!(one == of(2, settings) && one == of(7, settings), "{settings:?}");
        assert!(one != of(1, RunSettings { seed: 12, ..settings }));
    }
}

#[test]
fn a_killed_run_goes_on_as_if_it_had_not_been() {
    for settings in all_optimisers() {
        let undisturbed = tempfile::tempdir().unwrap();
        run(undisturbed.path(), Coding::Real, settings, u32::MAX);
        let expected = bytes(undisturbed.path());
        for killed in [1, 4, 8] {
            let folder = tempfile::tempdir().unwrap();
            run(folder.path(), Coding::Real, settings, killed);
            // Traces of a kill: a file that was being written, a line of
            // the log that is cut or missing, a hall of fame that is not new.
            let part = folder.path().join("generations/.outflank-x7.tmp");
            fs::write(part, &expected["000008.json"][..50]).unwrap();
            fs::write(folder.path().join(".outflank-x8.tmp"), b"[").unwrap();
            let log = folder.path().join("log.jsonl");
            let text = fs::read(&log).unwrap();
            fs::write(&log, &text[..text.len() - 20]).unwrap();
            fs::remove_file(folder.path().join("hall.json")).unwrap();
            run(folder.path(), Coding::Real, settings, u32::MAX);
            assert!(bytes(folder.path()) == expected, "killed after {killed}: {settings:?}");
        }
    }
}

/// [`Nearer`], cancelled after a number of games.
struct Cancelled {
    left: AtomicUsize,
}

impl Contest for Cancelled {
    type Player = f64;

    fn description(&self) -> String {
        Nearer.description()
    }

    fn player(&self, genes: &[f64]) -> f64 {
        Nearer.player(genes)
    }

    fn play(&self, first: &mut f64, second: &mut f64, opening: Opening) -> ContestResult {
        self.left.fetch_sub(1, Ordering::Relaxed);
        Nearer.play(first, second, opening)
    }

    fn is_cancelled(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn a_cancelled_generation_is_not_kept_and_the_run_can_go_on() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for settings in all_optimisers() {
        let undisturbed = tempfile::tempdir().unwrap();
        run(undisturbed.path(), Coding::Real, settings, u32::MAX);
        let games = read_log(undisturbed.path()).unwrap()[0].games as usize;

        let folder = tempfile::tempdir().unwrap();
        let contest = Cancelled { left: AtomicUsize::new(games + 3) };
        pool.install(|| {
            let space = space(Coding::Real);
            let mut run = Run::open(folder.path(), space, &START, settings, &contest).unwrap();
            assert!(run.step().unwrap().is_some());
            assert!(matches!(run.step(), Err(RunError::Cancelled)));
        });
        assert_eq!(contest.left.into_inner(), 0);
        assert_eq!(read_log(folder.path()).unwrap().len(), 1);
        run(folder.path(), Coding::Real, settings, u32::MAX);
        assert!(bytes(folder.path()) == bytes(undisturbed.path()), "{settings:?}");
    }
}

#[test]
fn a_run_can_be_made_longer() {
    let (short, long) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let [settings, ..] = all_optimisers();
    run(short.path(), Coding::Real, RunSettings { generations: 4, ..settings }, u32::MAX);
    assert_eq!(read_log(short.path()).unwrap().len(), 4);
    run(short.path(), Coding::Real, settings, u32::MAX);
    run(long.path(), Coding::Real, settings, u32::MAX);
    assert!(bytes(short.path()) == bytes(long.path()));
}

#[test]
fn the_log_tells_what_the_generations_hold() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), Coding::Real, on_islands(), 3);
    let log = read_log(folder.path()).unwrap();
    let generation = Generation::read(folder.path(), 2).unwrap().unwrap();
    let scores: Vec<_> = generation
        .islands
        .iter()
        .flatten()
        .map(|agent| i64::from(agent.tally.wins) - i64::from(agent.tally.losses))
        .collect();
    assert_eq!(scores.len(), 48);
    assert_eq!(log[2].best, *scores.iter().max().unwrap());
    assert_eq!(log[2].worst, *scores.iter().min().unwrap());
    assert!(log[2].mean.abs() < 1e-12, "what one wins another loses");
    assert!(log[2].diversity > 0.0 && log[2].diversity <= 0.5);
    assert_eq!(log[2].champion, generation.champion.genes.checksum());
    assert_eq!(log[2].rate, generation.champion.rate);
    assert!(log.iter().all(|line| line.seconds.is_some()));
    // Three islands of 16 play all pairs twice from three openings, and three
    // champions play ten games; only the default agent is there twice.
    assert_eq!(log[0].games, 3 * 16 * 15 * 3 + 3 * 10);
}

#[test]
fn a_folder_of_another_run_or_a_changed_file_is_refused() {
    for settings in all_optimisers() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), Coding::Real, settings, 3);
        let open = |settings| {
            Run::open(folder.path(), space(Coding::Real), &START, settings, &Nearer).err()
        };
        let other = open(RunSettings { seed: 99, ..settings });
        assert!(matches!(other, Some(RunError::Folder(FolderError::OtherRun { .. }))));
        let file = folder.path().join("generations/000001.json");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, &text[..text.len() / 2]).unwrap();
        let error = open(settings).unwrap().to_string();
        assert!(error.contains("000001.json"), "{error}");
        fs::write(&file, text.replacen("\"genes\":[", "\"genes\":[1.0,", 3)).unwrap();
        let error = open(settings).unwrap().to_string();
        assert!(error.contains("there are 6 genes, found 7"), "{error}");
    }
}

#[test]
fn a_replay_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(Optimiser::CmaEs(CMA_ES));
    run(folder.path(), Coding::Real, settings, 3);
    let file = folder.path().join("generations/000001.json");
    let mut generation = Generation::read(folder.path(), 1).unwrap().unwrap();
    generation.islands[0].reverse();
    fs::write(&file, serde_json::to_string(&generation).unwrap()).unwrap();
    let error = Run::open(folder.path(), space(Coding::Real), &START, settings, &Nearer).err();
    assert!(matches!(error, Some(RunError::Damaged { .. })));
}

#[test]
fn settings_that_make_no_search_are_refused() {
    let check = |change: fn(&mut Breeding)| {
        let mut breeding = MODERN;
        change(&mut breeding);
        settings(Optimiser::Genetic(breeding)).check(&space(Coding::Real))
    };
    assert_eq!(check(|_| ()), Ok(()));
    let bits = check(|breeding| {
        breeding.mutation = Mutation::BitFlip { rate: RateSchedule::Constant(0.1) };
    });
    assert_eq!(bits, Err(SettingsError::NoBits));
    let rate = check(|breeding| {
        breeding.mutation = Mutation::Gaussian {
            rate: RateSchedule::Linear { from: 0.1, to: 1.5, over: 3 },
            strength: RateSchedule::Constant(0.1),
        };
    });
    assert!(matches!(rate, Err(SettingsError::Number { found: 1.5, .. })));
    let full = check(|breeding| breeding.elites = 14);
    assert_eq!(full, Err(SettingsError::NoChildren { population: 16, kept: 14, joining: 2 }));
    let nobody = check(|breeding| breeding.selection = Selection::Tournament(0));
    assert!(matches!(nobody, Err(SettingsError::Number { .. })));
}
