//! Agents of the course platform.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod common;

use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{assert_played_out, play, python, terms};
use outflank_arena::{
    Clock, FaultKind, GameEnding, Limits, Match, Platform, Player, PlayerName, Processes,
    Sandboxing, Terms,
};
use outflank_core::{Color, Game, Rule};

fn random() -> PlayerName {
    "random".parse().unwrap()
}

fn player(name: &PlayerName, terms: &Terms) -> Box<dyn Player> {
    name.player(Rule::Reversi, Color::Black, 1, terms).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn an_agent_plays_whole_games() {
    for platform in Platform::ALL {
        let games = play([python("agents/first.py"), random()], &terms(platform)).unwrap();
        assert_played_out(&games);
        for game in &games {
            let own = game.played.moves.iter().filter(|played| played.color == game.color);
            for played in own.filter(|played| played.played.square().is_some()) {
                assert_eq!(played.candidates.last(), Some(&played.played));
                assert!(!played.is_late);
            }
        }
    }
}

#[test]
fn an_agent_plays_without_a_sandbox_too() {
    let terms = Terms { sandbox: Sandboxing::Off, ..terms(Platform::Course) };
    assert_played_out(&play([python("agents/first.py"), random()], &terms).unwrap());
}

#[test]
fn on_the_course_the_last_move_is_taken_when_the_clock_strikes() {
    let limits = Limits { move_time: Some(Duration::from_millis(60)), game_time: None };
    for agent in ["agents/deepens.py", "agents/compiled.py"] {
        let terms = Terms { limits, ..terms(Platform::Course) };
        let games = play([python(agent), random()], &terms).unwrap();
        assert_played_out(&games);
        for game in &games {
            let own = game.played.moves.iter().filter(|played| played.color == game.color);
            for played in own.filter(|played| played.played.square().is_some()) {
                assert!(played.is_late, "{agent}: {played:?}");
                assert!(played.time >= Duration::from_millis(60), "{agent}: {played:?}");
                assert_eq!(played.candidates.last(), Some(&played.played));
            }
        }
    }
}

#[test]
fn elsewhere_who_is_late_loses() {
    let limits = Limits { move_time: Some(Duration::from_millis(60)), game_time: None };
    let terms = Terms { limits, ..terms(Platform::Strict) };
    for game in play([python("agents/deepens.py"), random()], &terms).unwrap() {
        let GameEnding::Fault { color, fault } = &game.played.ending else {
            panic!("it was late");
        };
        assert_eq!((*color, fault.kind), (game.color, FaultKind::Timeout));
        assert_eq!(game.played.winner(), Some(!game.color));
    }
}

#[test]
fn the_time_of_a_game_ends_it_on_the_course() {
    let limits = Limits {
        move_time: Some(Duration::from_millis(60)),
        game_time: Some(Duration::from_millis(300)),
    };
    let terms = Terms { limits, ..terms(Platform::Course) };
    for game in play([python("agents/deepens.py"), random()], &terms).unwrap() {
        let GameEnding::Fault { color, fault } = &game.played.ending else {
            panic!("it was late");
        };
        assert_eq!((*color, fault.kind), (game.color, FaultKind::Timeout));
        assert_eq!(fault.detail, "no time was left in the game");
        let own = game.played.moves.iter().filter(|played| played.color == game.color);
        assert!((3..=5).contains(&own.count()));
    }
}

#[test]
fn what_an_agent_prints_is_its_log() {
    let limits = Limits { move_time: Some(Duration::from_secs(5)), game_time: None };
    let mut player =
        player(&python("agents/tells.py"), &Terms { limits, ..terms(Platform::Course) });
    player.choose(&Game::new(), Clock::default()).unwrap();
    assert_eq!(player.take_log(), "made with 8 -1 5 as number 1\n");
    assert_eq!(player.take_log(), "");
}

/// What an agent that counts its games logs in each of four.
fn logs(agent: &str, terms: &Terms) -> Vec<String> {
    let players = [python(agent), random()];
    let rule = Rule::Reversi;
    let played = Match { rule, players, concurrency: 1, seed: 1, terms: terms.clone() };
    let mut logs = Vec::new();
    let tally = played.play(&mut [Game::new(), Game::new()].into_iter(), &mut |pair, _| {
        logs.extend(pair.games.map(|game| game.played.logs[game.color as usize].clone()));
        ControlFlow::Continue(())
    });
    assert_eq!(tally.unwrap().games(), 4);
    logs
}

#[test]
fn processes_are_kept_from_game_to_game_by_choice() {
    let usual = terms(Platform::Course);
    let kept = Terms { processes: Processes::Kept, ..usual.clone() };
    for (terms, numbers) in [(usual, [1, 1, 1, 1]), (kept, [1, 2, 3, 4])] {
        let expected = [-1, 1, -1, 1].into_iter().zip(numbers);
        let expected =
            expected.map(|(color, number)| format!("made with 8 {color} 0.5 as number {number}\n"));
        assert_eq!(logs("agents/tells.py", &terms), expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_process_that_was_at_fault_is_not_kept() {
    let terms = Terms { processes: Processes::Kept, ..terms(Platform::Course) };
    for log in logs("hostile/raises.py", &terms) {
        assert!(log.contains("Error"), "{log}");
    }
}

#[test]
fn without_numpy_it_is_said_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let told = terms(Platform::Course).python.map_or("python3".into(), |path| path);
    let told = std::env::var_os("OUTFLANK_PYTHON").map_or(told, Into::into);
    let bare = folder.path().join("bare");
    let made = Command::new(told).args(["-m", "venv", "--without-pip"]).arg(&bare).status();
    assert!(made.unwrap().success());
    let terms = Terms { python: Some(bare.join("bin/python3")), ..terms(Platform::Course) };
    let fault = player(&python("agents/first.py"), &terms).prepare().unwrap_err();
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.detail.contains("No module named 'numpy'"), "{fault}");
    assert!(fault.detail.contains("/bare/bin/python3 -m pip install numpy"), "{fault}");
}

#[test]
fn what_cannot_be_started_is_refused() {
    let refused = |name: &str, terms: &Terms| {
        let name: PlayerName = name.parse().unwrap();
        let made = name.player(Rule::Reversi, Color::Black, 1, terms);
        made.err().expect("it cannot be started").to_string()
    };
    let usual = terms(Platform::Course);
    assert_eq!(
        refused("python:no/such.py", &usual),
        "cannot use the agent no/such.py: No such file or directory (os error 2)"
    );
    assert_eq!(
        refused("gtp:no-such-engine -x", &usual),
        "cannot start no-such-engine: no such program"
    );
    let terms = Terms { python: Some("no-such-python".into()), ..usual };
    assert_eq!(
        refused(&python("agents/first.py").to_string(), &terms),
        "cannot run the Python interpreter no-such-python: no such program; name one with --python \
         or OUTFLANK_PYTHON"
    );
}

/// Prints what asking an agent costs beyond its thinking; the bound is wide
/// because machines that test are busy.
#[test]
fn asking_an_agent_costs_little() {
    for platform in Platform::ALL {
        let mut player = player(&python("agents/at_once.py"), &terms(platform));
        player.prepare().unwrap();
        let game = Game::new();
        let clock = Clock { move_time: Some(Duration::from_secs(5)), game_time: None };
        let mut times: Vec<_> = (0..400)
            .map(|_| {
                let start = Instant::now();
                player.choose(&game, clock).unwrap();
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / 400;
        println!("{platform}: median {:?}, mean {mean:?}, worst {:?}", times[200], times[399]);
        assert!(times[200] < Duration::from_millis(1), "{platform}: {:?}", times[200]);
    }
}
