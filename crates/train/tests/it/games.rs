//! Games of the engine against itself, and what is learnt from them.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::path::Path;

use outflank_core::{Board, InstructionSet, Kernel, Rule, Task};
use outflank_durable::FolderClaim;
use outflank_engine::{Engine, reference};
use outflank_eval::{Evaluation, PatternState, Patterns, UNIT};
use outflank_train::{Dataset, FitSettings, FolderError, SelfPlay, fit, selfplay, win_scale};
use tempfile::TempDir;

fn settings(rule: Rule) -> SelfPlay {
    SelfPlay {
        rule,
        games: 600,
        depth: 1,
        exact: 8,
        opening: (4, 40),
        temperature: 4.0,
        seed: 3,
        weights: 0,
    }
}

fn play(folder: &Path, settings: SelfPlay, threads: usize) -> Dataset {
    selfplay(folder, settings, threads, &Engine::hand_made, &|_| {}).unwrap();
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
        let fitted = fit(weights.path(), &folders, FitSettings::default(), &|_| {}).unwrap();
        let second = fit(weights.path(), &folders, FitSettings::default(), &|_| {});
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
