use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_core::{Color, Game, Rule, Score};
use outflank_work::{Threads, WorkError};

use super::reports::Reports;
use super::{FinishedGame, GameRunner, PlannedGame, Run, RunClient, StopConditions, Stored};
use crate::{
    Fault, FaultKind, GameEnding, Match, PlayedGame, PlayerError, PlayerName, Slot, Terms,
};

/// Writes down what it receives, and ends the run after some reports.
#[derive(Default)]
struct Recorder {
    stored: Vec<usize>,
    reported: Vec<usize>,
    max_reports: Option<usize>,
}

impl RunClient for Recorder {
    type Game = usize;
    type Error = String;

    fn store(&mut self, games: Vec<FinishedGame>) -> Result<Stored<usize>, String> {
        let numbers = games.iter().map(|game| game.number);
        self.stored.extend(numbers.clone());
        Ok(ControlFlow::Continue(numbers.map(|number| (number, number)).collect()))
    }

    fn report(&mut self, number: usize, game: usize) -> ControlFlow<()> {
        assert_eq!(number, game);
        self.reported.push(number);
        if Some(self.reported.len()) == self.max_reports {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn player_error(&self, number: usize, color: Color, error: PlayerError) -> String {
        format!("game {number}, {color}: {error}")
    }

    fn work_error(&self, error: WorkError) -> String {
        error.to_string()
    }
}

fn finished(number: usize, ending: GameEnding) -> FinishedGame {
    let played = PlayedGame {
        rule: Rule::Reversi,
        game: Game::new(),
        opening: 0,
        moves: Vec::new(),
        ending,
        score: Score::new(0).unwrap(),
        logs: Default::default(),
    };
    FinishedGame { number, slot: Match::slot(number), seed: 1, played }
}

fn missing_weights() -> PlayerError {
    let name: PlayerName = "engine:weights=no-such.weights".parse().unwrap();
    name.player(Rule::Reversi, Color::Black, 1, &Terms::default()).err().unwrap()
}

#[test]
fn an_error_is_reported_in_its_turn() {
    let sentence = format!("game 2, white: {}", missing_weights());
    for (max_reports, expected) in [(None, Err(sentence)), (Some(2), Ok(ControlFlow::Break(())))] {
        let mut ended = vec![Err((2, Color::White, missing_weights()))];
        ended.extend([1, 0].map(|number| Ok(finished(number, GameEnding::PlayedOut))));
        let mut client = Recorder { max_reports, ..Recorder::default() };
        let mut reports = Reports::new(BTreeMap::new(), &mut client);
        let flow = reports.receive(ended, &AtomicBool::new(false));
        assert_eq!(flow, expected);
        assert_eq!((client.stored, client.reported), (vec![1, 0], vec![0, 1]));
    }
}

#[test]
fn a_fault_after_a_stop_does_not_count() {
    let fault = Fault::new(FaultKind::Crash, "killed");
    let fault = GameEnding::Fault { color: Color::Black, fault };
    for (is_stopped, expected) in [(false, vec![0, 1]), (true, vec![0])] {
        let ended = vec![Ok(finished(0, GameEnding::PlayedOut)), Ok(finished(1, fault.clone()))];
        let mut client = Recorder::default();
        let stop = AtomicBool::new(is_stopped);
        let mut reports = Reports::new(BTreeMap::new(), &mut client);
        assert!(reports.receive(ended, &stop).unwrap().is_continue());
        assert_eq!(reports.run().reported, expected.len());
        assert_eq!((&client.stored, &client.reported), (&expected, &expected));
    }
}

/// A queue of games of two random players, without end.
fn queue(player: &PlayerName) -> impl Iterator<Item = PlannedGame<'_>> + Send {
    (0..).map(move |number| PlannedGame {
        slot: Slot { round: 0, pair: number, game: 0 },
        opening: Game::new(),
        players: [&PlayerName::Random, player],
        seed: number.into(),
    })
}

fn run(player: &PlayerName, known: &[usize], client: &mut Recorder) -> Result<Run, String> {
    let terms = Terms::default();
    let stop = AtomicBool::new(false);
    let runner = GameRunner {
        rule: Rule::Reversi,
        terms: &terms,
        players: vec![&PlayerName::Random, player],
        runner: &Threads::new(3).unwrap(),
        adjudication: None,
        stop: StopConditions::by_flag(&stop),
    };
    let known = known.iter().map(|number| (*number, *number)).collect();
    runner.play(queue(player), known, client)
}

#[test]
fn known_games_are_reported_but_not_played() {
    let mut client = Recorder { max_reports: Some(9), ..Recorder::default() };
    let ended = run(&PlayerName::Random, &[0, 3, 4], &mut client).unwrap();
    assert_eq!(ended, Run { reported: 9, is_ended_by_client: true });
    assert_eq!(client.reported, (0..9).collect::<Vec<_>>());
    client.stored.sort_unstable();
    assert_eq!(client.stored[..6], [1, 2, 5, 6, 7, 8]);
}

#[test]
fn a_failure_empties_no_queue_without_end() {
    let missing: PlayerName = "engine:weights=no-such.weights".parse().unwrap();
    let mut client = Recorder::default();
    let error = run(&missing, &[0, 1], &mut client).unwrap_err();
    assert!(error.starts_with("game 2, white: cannot use the weights"), "{error}");
    assert_eq!(client.reported, [0, 1]);
}
