//! What holds a sandbox, stops it, and ends it.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use outflank_arena::{
    FaultKind, GameEnding, Match, Platform, Player, PlayerName, Pondering, Sandboxing, Terms,
    TimeLeft, TimeLimits,
};
use outflank_core::{Color, Game, Move, Rule};

use crate::common::{programs_of, python, terms};

fn player(name: &PlayerName, terms: &Terms) -> Box<dyn Player> {
    name.player(Rule::Reversi, Color::Black, 1, terms).unwrap_or_else(|error| panic!("{error}"))
}

/// Waits until something holds, and tells what was seen last.
fn wait_for<T: std::fmt::Debug>(look: impl Fn() -> T, is_so: impl Fn(&T) -> bool) {
    let start = Instant::now();
    while !is_so(&look()) {
        assert!(start.elapsed() < Duration::from_secs(30), "still {:?}", look());
        sleep(Duration::from_millis(5));
    }
}

/// The arena of the test below, in a process of its own.
#[test]
#[ignore = "it is killed"]
fn arena_to_be_killed() {
    let limits = TimeLimits { move_time: Some(Duration::from_mins(5)), game_time: None };
    let terms = Terms { limits, ..terms(Platform::Strict) };
    let mut player = player(&python("hostile/outlives.py"), &terms);
    player.choose(&Game::new(), TimeLeft { move_time: limits.move_time, game_time: None }).unwrap();
}

#[test]
fn nothing_survives_a_killed_arena() {
    let mut arena = Command::new(std::env::current_exe().unwrap());
    arena.args(["--exact", "sandbox::arena_to_be_killed", "--ignored"]);
    let mut arena = arena.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Bubblewrap twice, the agent, and six children.
    wait_for(|| programs_of(arena.id()).len(), |count| *count >= 9);
    arena.kill().unwrap();
    arena.wait().unwrap();
    wait_for(|| programs_of(arena.id()), Vec::is_empty);
}

#[test]
fn a_program_that_is_dropped_at_once_costs_no_wait() {
    let start = Instant::now();
    for _ in 0..4 {
        drop(player(&python("agents/first.py"), &terms(Platform::Strict)));
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(programs_of(std::process::id()), [""; 0].map(PathBuf::from));
}

/// The processor time of some processes and all that they have started.
fn processor_time(programs: &[PathBuf]) -> Duration {
    let ticks = |program: &PathBuf| {
        let stat = fs::read_to_string(program.join("stat")).ok()?;
        let fields: Vec<_> = stat.rsplit_once(") ")?.1.split(' ').collect();
        fields.get(11..13)?.iter().map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>()
    };
    Duration::from_millis(10 * programs.iter().filter_map(ticks).sum::<u64>())
}

/// An agent that has moved once and whose turn is over.
fn after_a_move(name: &str, terms: &Terms) -> Box<dyn Player> {
    let clock = TimeLeft { move_time: Some(Duration::from_secs(20)), game_time: None };
    let mut player = player(&python(name), terms);
    player.prepare().unwrap();
    player.end_turn();
    player.choose(&Game::new(), clock).unwrap();
    player.end_turn();
    player
}

/// With a sandbox the kernel stops a program if the arena may make a control group.
/// Without one signals do.
const BOTH: [Sandboxing; 2] = [Sandboxing::Required, Sandboxing::Off];

#[test]
fn a_program_does_not_run_in_the_turn_of_its_opponent() {
    for sandbox in BOTH {
        let terms = Terms { sandbox, ..terms(Platform::Strict) };
        let mut player = after_a_move("hostile/spins.py", &terms);
        let programs = programs_of(std::process::id());
        assert!(programs.len() >= 9, "{programs:?}");
        let before = processor_time(&programs);
        sleep(Duration::from_millis(200));
        // The kernel counts in hundredths of a second.
        let used = processor_time(&programs).saturating_sub(before);
        assert!(used <= Duration::from_millis(20), "{sandbox:?}: {used:?} in 200 ms");
        // In its own turn it runs again.
        let clock = TimeLeft { move_time: Some(Duration::from_secs(20)), game_time: None };
        player.choose(&Game::new(), clock).unwrap();
        wait_for(|| processor_time(&programs), |time| *time > before + Duration::from_millis(30));
    }
}

#[test]
fn players_have_cores_of_their_own() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let players = ["agents/tells_its_cores.py"; 2].map(python);
    let terms = terms(Platform::Strict);
    let played = Match { rule: Rule::Reversi, players, concurrency: 1, seed: 1, terms };
    let openings = &mut [late_position()].into_iter();
    let tally = played.play(openings, &mut |pair, _| {
        for game in pair.games {
            let [black, white] = game.played.logs.map(|log| {
                let cores = log.split_whitespace().map(|core| core.parse::<usize>().unwrap());
                cores.collect::<Vec<_>>()
            });
            assert_eq!(black.len(), white.len());
            // One core has to be shared.
            let is_shared = black.iter().any(|core| white.contains(core));
            assert_eq!(is_shared, cores < 2, "{black:?} and {white:?}");
        }
        ControlFlow::Break(())
    });
    tally.unwrap();
}

/// Prints what it costs to stop a program after each move and to wake it; the
/// bound is wide because machines that test are busy.
#[test]
fn stopping_a_program_costs_little() {
    for sandbox in BOTH {
        let terms = Terms { sandbox, ..terms(Platform::Strict) };
        let mut player = after_a_move("agents/at_once.py", &terms);
        let clock = TimeLeft { move_time: Some(Duration::from_secs(5)), game_time: None };
        let mut times: Vec<_> = (0..100)
            .map(|_| {
                let start = Instant::now();
                player.choose(&Game::new(), clock).unwrap();
                let middle = Instant::now();
                player.end_turn();
                (middle.duration_since(start), middle.elapsed())
            })
            .collect();
        times.sort_unstable();
        let asked = times[50].0;
        times.sort_unstable_by_key(|(_, stopped)| *stopped);
        println!("{sandbox:?}: median {asked:?} for a move, {:?} to stop", times[50].1);
        assert!(times[50].1 < Duration::from_millis(20), "{:?}", times[50]);
    }
}

#[test]
fn a_program_may_ponder_by_choice() {
    for sandbox in BOTH {
        let terms = Terms { sandbox, pondering: Pondering::Allowed, ..terms(Platform::Strict) };
        let _player = after_a_move("hostile/spins.py", &terms);
        let programs = programs_of(std::process::id());
        let before = processor_time(&programs);
        wait_for(|| processor_time(&programs), |time| *time > before + Duration::from_millis(30));
    }
}

#[test]
fn a_program_that_wakes_itself_loses() {
    let terms = Terms { sandbox: Sandboxing::Off, ..terms(Platform::Strict) };
    let mut player = after_a_move("hostile/wakes_itself.py", &terms);
    wait_for(|| programs_of(std::process::id()), Vec::is_empty);
    let fault = player.choose(&Game::new(), TimeLeft::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
    assert!(fault.detail.starts_with("it ran in its opponent's turn"), "{fault}");
}

/// A position with few moves left.
fn late_position() -> Game {
    let mut game = Game::new();
    while game.position().board().empties().len() > 12 {
        let square = game.position().board().legal_moves().first();
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

/// Programs that keep the machine busy until this value is dropped.
struct Load(Vec<std::process::Child>);

impl Load {
    fn of(programs: usize) -> Self {
        let spin = || {
            let mut command = Command::new("timeout");
            command.args(["20", "sh", "-c", "while :; do :; done"]).spawn().unwrap()
        };
        Self((0..programs).map(|_| spin()).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for program in &mut self.0 {
            // `timeout` passes the signal on to what it runs.
            let _ = Command::new("kill").arg(program.id().to_string()).status();
            let _ = program.wait();
        }
    }
}

#[test]
fn nobody_loses_on_time_because_the_machine_is_busy() {
    let limits = TimeLimits { move_time: Some(Duration::from_millis(100)), game_time: None };
    let terms = Terms { limits, ..terms(Platform::Strict) };
    let engine = "engine:time=100ms,threads=1,hash=1,weights=hand-made".parse().unwrap();
    // The agent works for 40 ms of processor time on each move.
    let players = [python("agents/works.py"), engine];
    let played = Match { rule: Rule::Reversi, players, concurrency: 1, seed: 1, terms };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = Load::of((4 * cores).min(64));
    let mut games = Vec::new();
    let openings = &mut [late_position()].into_iter();
    let tally = played.play(openings, &mut |pair, _| {
        games.extend(pair.games);
        ControlFlow::Break(())
    });
    drop(load);
    tally.unwrap();
    for game in games {
        assert_eq!(game.played.ending, GameEnding::PlayedOut, "{:?}", game.played.moves);
        let longest = game.played.moves.iter().map(|seen| seen.time).max().unwrap();
        println!("{longest:?} at most for a move of 100 ms");
    }
}

#[test]
fn files_in_memory_count() {
    let limits = TimeLimits { move_time: Some(Duration::from_secs(20)), game_time: None };
    let terms = Terms { limits, ..terms(Platform::Strict) };
    let [without, with] = ["agents/first.py", "agents/keeps_files.py"].map(|name| {
        let mut player = player(&python(name), &terms);
        player.prepare().unwrap();
        player
    });
    let mib = |player: &dyn Player| player.usage().unwrap().memory >> 20;
    // The watcher looks every few milliseconds.
    wait_for(|| (mib(&*without), mib(&*with)), |(without, with)| *with >= without + 38);
}

#[test]
fn common_libraries_still_work() {
    let limits = TimeLimits { move_time: Some(Duration::from_secs(20)), game_time: None };
    let terms = Terms { limits, ..terms(Platform::Strict) };
    player(&python("agents/uses_libraries.py"), &terms)
        .choose(&Game::new(), TimeLeft { move_time: limits.move_time, game_time: None })
        .unwrap();
}
