//! Games of the engine against itself, and what is learnt from them.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;

use outflank_core::{Board, InstructionSet, Kernel, Rule, Task};
use outflank_durable::FolderClaim;
use outflank_engine::reference;
use outflank_eval::{Evaluation, PatternState, Patterns, UNIT, Weights};
use outflank_train::{Dataset, FitSettings, FolderError, SelfPlay, fit, selfplay, win_scale};
use outflank_work::Threads;
use tempfile::TempDir;

fn settings(rule: Rule) -> SelfPlay {
    SelfPlay {
        rule,
        games: 600,
        depth: 1,
        exact: 8,
        opening: (4, 40),
        temperature: 4.0,
        beside: 0,
        seed: 3,
        weights: 0,
    }
}

fn play(folder: &Path, settings: SelfPlay, threads: usize) -> Dataset {
    selfplay(folder, settings, None, &Threads::new(threads).unwrap(), &|_| {}).unwrap();
    Dataset::read_folder(folder).unwrap()
}

#[test]
fn boards_near_the_end_are_labelled_with_their_exact_score() {
    for rule in Rule::BOTH {
        let folder = TempDir::new().unwrap();
        let dataset = play(folder.path(), settings(rule), 2);
        let near = dataset.samples.iter().filter(|sample| sample.board.empties().len() <= 7);
        let mut count = 0;
        for sample in near.step_by(5) {
            let exact = reference::solve(rule, sample.board).discs();
            assert_eq!(i32::from(sample.result), exact, "{rule} {:?}", sample.board);
            assert_eq!(sample.search.map(i32::from), Some(exact));
            count += 1;
        }
        assert!(count > 100, "{count}");
    }
}

#[test]
fn positions_are_unique_and_do_not_depend_on_threads() {
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let dataset = play(one.path(), settings(Rule::Reversi), 1);
    assert_eq!(dataset, play(two.path(), settings(Rule::Reversi), 2));
    assert!(dataset.samples.is_sorted_by(|a, b| a.board < b.board));
    assert!(dataset.samples.iter().all(|sample| sample.board.canonical().0 == sample.board));
    // A longer run begins with the same games.
    let longer = SelfPlay { games: 850, ..settings(Rule::Reversi) };
    let more = play(one.path(), longer, 2);
    assert!(more.samples.len() > dataset.samples.len());
    // So does one that is made longer twice, by less than is kept together.
    let twice = play(two.path(), SelfPlay { games: 630, ..longer }, 1);
    assert!(twice.samples.len() > dataset.samples.len());
    assert_eq!(play(two.path(), longer, 1), more);
    let boards: Vec<Board> = more.samples.iter().map(|sample| sample.board).collect();
    assert!(dataset.samples.iter().all(|sample| boards.binary_search(&sample.board).is_ok()));
}

#[test]
fn moves_that_were_not_played_give_more_positions_of_the_same_games() {
    let (alone, more) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let plain = settings(Rule::Reversed);
    let dataset = play(alone.path(), plain, 1);
    let wider = SelfPlay { beside: 2, ..plain };
    let summary = selfplay(more.path(), wider, None, &Threads::new(2).unwrap(), &|_| {}).unwrap();
    assert!(summary.positions > dataset.samples.len() * 2, "{summary:?}");
    let line = Dataset::read_folder(more.path()).unwrap();
    let read = |folder: &TempDir, name| fs::read(folder.path().join(name)).unwrap();
    let beside = read(&more, "beside.data");
    let samples = Dataset::from_bytes(&beside).unwrap().samples;
    assert_eq!(samples.len() + line.samples.len(), summary.positions);
    let is_in_line =
        |board| line.samples.binary_search_by_key(&board, |sample| sample.board).is_ok();
    assert!(samples.iter().all(|sample| !is_in_line(sample.board)), "learnt twice");
    for sample in samples.iter().filter(|sample| sample.board.empties().len() <= 6).take(50) {
        let exact = reference::solve(Rule::Reversed, sample.board).discs();
        assert_eq!(sample.search.map(i32::from), Some(exact));
    }
    // Any number of threads gives the same bytes.
    let again = TempDir::new().unwrap();
    selfplay(again.path(), wider, None, &Threads::new(1).unwrap(), &|_| {}).unwrap();
    assert_eq!(read(&again, "beside.data"), beside);
    // What measures a fit is of the same kind as what it learns.
    let held_out =
        |folder| Dataset::from_bytes(&read(folder, "held-out.data")).unwrap().samples.len();
    assert!(held_out(&more) > held_out(&alone) * 2);
    // A fit learns from them too.
    let weights = TempDir::new().unwrap();
    let folders = [more.path().to_owned()];
    let steps = FitSettings { steps: 1, ..FitSettings::default() };
    let fitted = fit(weights.path(), &folders, steps, None, &|_| {}).unwrap();
    assert_eq!(fitted.weights.provenance.positions, summary.positions as u64);
}

#[test]
fn a_fit_that_doubts_everything_keeps_the_weights_it_starts_from() {
    let (games, weights) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    play(games.path(), settings(Rule::Reversi), 2);
    let folders = [games.path().to_owned()];
    let start = Weights::built_in(Rule::Reversi);
    let fitted = |doubt: f32| {
        let settings = FitSettings { phase_doubt: doubt, steps: 3, ..FitSettings::default() };
        let folder = weights.path().join(doubt.to_string());
        fit(&folder, &folders, settings, Some(&start), &|_| {}).unwrap().weights
    };
    let same = fitted(1e12);
    assert_eq!(same.phases, start.phases);
    assert_eq!(same.bias[10..50], start.bias[10..50]);
    assert_ne!(fitted(64.0).phases, start.phases);
}

struct Judge<'a>(&'a Patterns, Board);

impl Task for Judge<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        self.0.evaluate(kernel, PatternState::of(self.1), self.1)
    }
}

#[test]
fn what_was_learnt_is_nearer_to_the_results_than_nothing() {
    for rule in Rule::BOTH {
        let (games, weights) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let longer = SelfPlay { games: 3000, ..settings(rule) };
        let dataset = play(games.path(), longer, 2);
        let folders = [games.path().to_owned()];
        let fitted = fit(weights.path(), &folders, FitSettings::default(), None, &|_| {}).unwrap();
        let second = fit(weights.path(), &folders, FitSettings::default(), None, &|_| {});
        assert!(matches!(second, Err(FolderError::Claim(_))), "the folder is still claimed");
        assert_eq!(fitted.weights.rule, rule);
        assert_eq!(fitted.weights.provenance.positions, dataset.samples.len() as u64);
        // On games that were left out, in every part that has some.
        for part in 1..6 {
            let name = format!("part-{part}");
            let steps = || fitted.steps.iter().filter(|step| step.part == name);
            let best = steps().map(|step| step.held_out).fold(f32::INFINITY, f32::min);
            assert!(best < steps().next().unwrap().held_out, "{name}");
        }
        let patterns = Patterns::new(&fitted.weights);
        let late = dataset.samples.iter().filter(|sample| sample.board.empties().len() < 20);
        let (mut missed, mut all) = (0.0, 0.0);
        for sample in late {
            let value = InstructionSet::best().run(Judge(&patterns, sample.board));
            let value = f64::from(value) / f64::from(UNIT);
            missed += (f64::from(sample.result) - value).powi(2);
            all += f64::from(sample.result).powi(2);
        }
        assert!(missed < all * 0.5, "{rule}: {missed} of {all}");
        let scale = win_scale(&[dataset]);
        assert!(scale.0[1] < scale.0[3], "{scale:?}");
        drop(fitted);
        FolderClaim::take(weights.path()).unwrap();
    }
}
