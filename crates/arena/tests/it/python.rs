//! Agents of the course platform.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::ops::ControlFlow;
use std::process::Command;
use std::time::{Duration, Instant};

use outflank_arena::{
    FaultKind, GameEnding, Match, Platform, Player, PlayerName, Processes, Resources, Sandboxing,
    Terms, TimeLeft, TimeLimits,
};
use outflank_core::{Color, Game, Rule};

use crate::common::{assert_played_out, play, python, terms};

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
    let limits = TimeLimits { move_time: Some(Duration::from_millis(60)), game_time: None };
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

/// An agent that never lets the interpreter go had a second more for each move.
#[test]
fn what_an_agent_adds_after_the_limit_is_not_played() {
    let limit = Duration::from_millis(300);
    let clock = TimeLeft { move_time: Some(limit), game_time: None };
    for agent in ["agents/holds.py", "agents/holds_a_new_list.py"] {
        let mut player = player(&python(agent), &terms(Platform::Course));
        player.prepare().unwrap();
        let reply = player.choose(&Game::new(), clock).unwrap();
        assert!(reply.is_late, "{agent}");
        // The first move is in its list at the limit, the last is added a second later.
        assert_eq!(reply.played.to_string(), "d3", "{agent}: {:?}", reply.candidates);
        assert_eq!(reply.candidates.len(), 5, "{agent}: {:?}", reply.candidates);
    }
}

#[test]
fn a_list_with_another_name_is_seen_too() {
    let clock = TimeLeft { move_time: Some(Duration::from_secs(1)), game_time: None };
    let mut player = player(&python("agents/other_name.py"), &terms(Platform::Course));
    player.prepare().unwrap();
    let reply = player.choose(&Game::new(), clock).unwrap();
    assert_eq!((reply.is_late, reply.candidates.len()), (true, 4), "{:?}", reply.candidates);
}

#[test]
fn a_list_is_what_it_would_be_without_us() {
    let mut player = player(&python("agents/lists.py"), &terms(Platform::Course));
    let clock = TimeLeft { move_time: Some(Duration::from_secs(5)), game_time: None };
    for _ in 0..3 {
        let reply = player.choose(&Game::new(), clock).unwrap();
        assert_eq!(reply.played.to_string(), "c4", "{:?}", reply.candidates);
    }
    assert_eq!(player.take_log(), "");
}

#[test]
fn on_the_course_an_agent_may_print_as_much_as_it_likes() {
    let games = play(
        [python("hostile/prints_much.py"), random()],
        &Terms {
            resources: Resources { output_kib: 64, ..terms(Platform::Course).resources },
            ..terms(Platform::Course)
        },
    );
    let games = games.unwrap();
    assert_played_out(&games);
    for game in games {
        let log = &game.played.logs[game.color as usize];
        assert!(log.starts_with("first words\n"), "{}", &log[..20]);
        assert!(log.len() < 66_000, "{}", log.len());
        let end = "KiB were kept]\n";
        assert!(
            log.ends_with(end) && log.contains("\n[only the first 64 KiB of "),
            "{}",
            log.len()
        );
    }
}

#[test]
fn an_agent_that_lost_on_time_finds_in_its_log_where_it_was() {
    for platform in Platform::ALL {
        for game in play([python("hostile/sleeps_in_go.py"), random()], &terms(platform)).unwrap() {
            let log = &game.played.logs[game.color as usize];
            assert!(log.starts_with("the time limit was exceeded here:\n"), "{log}");
            assert!(log.contains("sleeps_in_go.py\", line 10, in go\n"), "{log}");
        }
    }
}

#[test]
fn an_agent_of_one_file_is_told_how_to_use_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("agents/ann.py");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    let name: PlayerName = format!("python:{}", path.display()).parse().unwrap();
    let hint = "an agent of one file sees no other file: put its files in a folder of its own, \
                with this one as agent.py";
    for (source, beside, is_told) in [
        ("import helper", "helper.py", true),
        ("import parts.search", "parts", true),
        ("open('weights.npy')", "weights.npy", true),
        ("import no_such_module", "helper.py", false),
    ] {
        std::fs::write(&path, format!("{source}\nclass AI: pass\n")).unwrap();
        std::fs::write(path.with_file_name(beside), "").unwrap();
        let fault = player(&name, &terms(Platform::Course)).prepare().unwrap_err();
        assert_eq!(fault.kind, FaultKind::Start);
        assert_eq!(fault.detail.ends_with(hint), is_told, "{fault}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_numba_keeps_is_there_in_the_next_game_of_the_same_version_only() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let terms = Terms { cache: Some(cache.clone()), ..terms(Platform::Course) };
    // Four games, the first of which compiles.
    let logs = logs("agents/compiles.py", &terms);
    assert_eq!(logs, ["compiled\n", "cached\n", "cached\n", "cached\n"]);
    // Another version has a cache of its own.
    let own = folder.path().join("other");
    std::fs::create_dir(&own).unwrap();
    let source = std::fs::read_to_string(crate::common::file("agents/compiles.py")).unwrap();
    std::fs::write(own.join("agent.py"), source.replace("first_moves", "helper")).unwrap();
    std::fs::copy(crate::common::file("agents/first_moves.py"), own.join("helper.py")).unwrap();
    let name: PlayerName = format!("python:{}", own.display()).parse().unwrap();
    let mut other = player(&name, &terms);
    other.prepare().unwrap();
    assert_eq!(other.take_log(), "compiled\n");
    drop(other);
    let versions: Vec<_> = std::fs::read_dir(cache.join("numba")).unwrap().flatten().collect();
    assert_eq!(versions.len(), 2);
    for version in versions {
        let kept = std::fs::read_dir(version.path().join("agent")).unwrap().flatten();
        let names: Vec<_> = kept.map(|entry| entry.file_name().into_string().unwrap()).collect();
        assert_eq!(names, ["f.nbi"]);
    }
}

#[test]
fn elsewhere_who_is_late_loses() {
    let limits = TimeLimits { move_time: Some(Duration::from_millis(60)), game_time: None };
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
    let limits = TimeLimits {
        move_time: Some(Duration::from_millis(60)),
        game_time: Some(Duration::from_millis(300)),
    };
    let terms = Terms { limits, ..terms(Platform::Course) };
    for game in play([python("agents/deepens.py"), random()], &terms).unwrap() {
        let GameEnding::Fault { color, fault } = &game.played.ending else {
            panic!("it was late");
        };
        assert_eq!((*color, fault.kind), (game.color, FaultKind::Timeout));
        let own = game.played.moves.iter().filter(|played| played.color == game.color);
        let charged: Vec<_> = own.map(|played| played.time.saturating_sub(played.delay)).collect();
        let (last, before) = charged.split_last().unwrap();
        let before: Duration = before.iter().sum();
        assert!(before < Duration::from_millis(300), "{charged:?}");
        if fault.detail == "no time was left in the game" {
            assert!(before + *last >= Duration::from_millis(300), "{charged:?}");
        } else {
            // Its last move began with less time than it needs to make a list.
            assert!(fault.detail.contains(", all that was left in the game; "), "{fault:?}");
            assert!(before + *last > Duration::from_millis(240), "{charged:?}");
        }
    }
}

#[test]
fn a_list_that_is_empty_at_the_limit_of_the_game_is_a_timeout() {
    let limits = TimeLimits { move_time: None, game_time: Some(Duration::from_millis(100)) };
    let terms = Terms { limits, ..terms(Platform::Course) };
    for game in play([python("hostile/sleeps_in_go.py"), random()], &terms).unwrap() {
        let GameEnding::Fault { fault, .. } = &game.played.ending else {
            panic!("it was late");
        };
        let detail = "no answer within 100.0ms, all that was left in the game; its list was empty";
        assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Timeout, detail));
    }
}

#[test]
fn what_an_agent_prints_is_its_log() {
    let limits = TimeLimits { move_time: Some(Duration::from_secs(5)), game_time: None };
    let mut player =
        player(&python("agents/tells.py"), &Terms { limits, ..terms(Platform::Course) });
    player.choose(&Game::new(), TimeLeft::default()).unwrap();
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
        let clock = TimeLeft { move_time: Some(Duration::from_secs(5)), game_time: None };
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
