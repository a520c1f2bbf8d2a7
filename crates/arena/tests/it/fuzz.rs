//! A fuzz of the referee: agents that commit a random misdeed at a random moment.
//!
//! `make test` plays a few games. The whole fuzz, with times and a summary:
//! `OUTFLANK_FUZZ_GAMES=1000 cargo nextest run -p outflank-arena --test it fuzz:: --no-capture`.
//! `OUTFLANK_FUZZ_SEED=N` chooses other misdeeds.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use outflank_arena::FaultKind::{
    self, Crash, IllegalMove, OutOfMemory, Protocol, Start, Timeout, TooManyProcesses,
    TooMuchOutput,
};
use outflank_arena::Platform::{self, Course, Strict};
use outflank_arena::{GameEnding, MatchGame, PlayerName, Terms, TimeLimits};
use outflank_core::Color;
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

use crate::common::{file, play, tight};
use crate::hostile::{ALONE, left_over};

/// A misdeed, the right reasons for a loss on either platform, and whether it may be
/// without consequences there.
struct Misdeed {
    name: &'static str,
    strict: Reasons,
    course: Reasons,
    /// Whether it can also happen while the agent gets ready.
    is_early: bool,
}

#[derive(Clone, Copy)]
struct Reasons {
    kinds: &'static [FaultKind],
    may_be_none: bool,
}

const fn of(kinds: &'static [FaultKind]) -> Reasons {
    Reasons { kinds, may_be_none: false }
}

const fn none_or(kinds: &'static [FaultKind]) -> Reasons {
    Reasons { kinds, may_be_none: true }
}

const fn misdeed(name: &'static str, reasons: Reasons) -> Misdeed {
    Misdeed { name, strict: reasons, course: reasons, is_early: false }
}

const fn early(name: &'static str, reasons: Reasons) -> Misdeed {
    Misdeed { name, strict: reasons, course: reasons, is_early: true }
}

const fn soft(name: &'static str, strict: Reasons, course: Reasons) -> Misdeed {
    Misdeed { name, strict, course, is_early: false }
}

const MISDEEDS: &[Misdeed] = &[
    early("raise_error", of(&[Crash])),
    early("raise_escapes", of(&[Crash])),
    early("leave", of(&[Crash])),
    early("leave_politely", of(&[Crash])),
    early("segfault", of(&[Crash])),
    early("kill_itself", of(&[Crash])),
    early("recurse", of(&[Crash])),
    misdeed("sleep", of(&[Timeout])),
    misdeed("spin", of(&[Timeout])),
    // On the course the list is taken, and the game goes on. What does not end after that has
    // no time for its next move.
    soft("spin_with_a_move", of(&[Timeout]), none_or(&[])),
    soft("hold", of(&[Timeout]), none_or(&[Timeout])),
    misdeed("hold_an_empty_list", of(&[Timeout])),
    soft("swallow", of(&[Timeout]), none_or(&[Timeout])),
    misdeed("give_nothing", of(&[IllegalMove])),
    misdeed("give_none", of(&[Protocol])),
    misdeed("give_words", of(&[Protocol])),
    misdeed("give_a_number", of(&[Protocol])),
    misdeed("give_off_the_board", of(&[IllegalMove])),
    misdeed("give_a_huge_number", of(&[IllegalMove])),
    misdeed("give_an_occupied_square", of(&[IllegalMove])),
    misdeed("delete_its_list", of(&[Crash])),
    misdeed("fork_many", of(&[TooManyProcesses])),
    misdeed("start_threads", of(&[TooManyProcesses])),
    early("allocate", of(&[OutOfMemory])),
    early("ask_for_too_much", of(&[OutOfMemory])),
    early("write_a_huge_file", of(&[TooMuchOutput])),
    early("write_beside_itself", of(&[Crash])),
    soft("print_much", of(&[TooMuchOutput]), none_or(&[])),
    misdeed("forge_a_list", of(&[Protocol])),
    misdeed("forge_a_fault", of(&[OutOfMemory])),
    misdeed("forge_garbage", of(&[Protocol])),
    misdeed("close_descriptors", of(&[Crash])),
    misdeed("scribble", of(&[Timeout])),
    early("leave_a_daemon", none_or(&[])),
    early("leave_threads", none_or(&[])),
    misdeed("hide_its_list", none_or(&[])),
    early("raise_its_limits", none_or(&[Crash])),
    early("lift_the_handler", none_or(&[])),
];

/// A misdeed and its moment: 0 at import, 1 in `__init__`, then the moves.
struct Plan {
    misdeed: &'static Misdeed,
    moment: usize,
    folder: PathBuf,
}

impl Plan {
    /// A random plan in a folder of its own.
    fn new(random: &mut impl Rng, folder: PathBuf) -> Self {
        let misdeed = &MISDEEDS[random.random_range(0..MISDEEDS.len())];
        let moment = random.random_range(if misdeed.is_early { 0..14 } else { 2..14 });
        fs::create_dir_all(&folder).unwrap();
        fs::copy(file("fuzz/agent.py"), folder.join("agent.py")).unwrap();
        fs::copy(file("agents/first_moves.py"), folder.join("first_moves.py")).unwrap();
        let when = match moment {
            0 => "import".to_owned(),
            1 => "init".to_owned(),
            _ => (moment - 1).to_string(),
        };
        fs::write(folder.join("plan.txt"), format!("{} {when}", misdeed.name)).unwrap();
        Self { misdeed, moment, folder }
    }

    fn player(&self) -> PlayerName {
        format!("python:{}", self.folder.display()).parse().unwrap()
    }

    /// The mistake of the referee in a game, if there is one.
    fn mistake(&self, game: &MatchGame, color: Color, platform: Platform) -> Option<String> {
        let who = format!("{} at {} on {platform} as {color}", self.misdeed.name, self.moment);
        let reasons = match platform {
            Strict => self.misdeed.strict,
            Course => self.misdeed.course,
        };
        let own = game.played.moves.iter().filter(|played| played.color == color);
        let moves = own.filter(|played| played.played.square().is_some()).count();
        match &game.played.ending {
            GameEnding::Fault { color: loser, fault } if *loser == color => {
                let is_right = match self.moment {
                    0 | 1 if reasons.kinds.contains(&Crash) => fault.kind == Start,
                    0 | 1 => fault.kind == Start || reasons.kinds.contains(&fault.kind),
                    _ => reasons.kinds.contains(&fault.kind),
                };
                let is_clean =
                    !fault.detail.contains(char::is_control) && fault.detail.chars().count() < 510;
                // It loses at its moment or, if the game went on, at the next move.
                let is_then = moves + 2 >= self.moment;
                (!(is_right && is_clean && is_then)).then(|| format!("{who}: {fault}"))
            }
            ending => {
                let is_done = moves + 2 > self.moment && !reasons.may_be_none;
                // The other side may not have got ready.
                let is_begun = self.moment > 1 || moves > 0;
                (is_done && is_begun).then(|| format!("{who}: no consequences: {ending:?}"))
            }
        }
    }
}

/// Tight terms with more time, for many games at once.
fn patient(platform: Platform) -> Terms {
    let limits = TimeLimits { move_time: Some(Duration::from_millis(700)), game_time: None };
    Terms { limits, ..tight(platform, Duration::from_secs(20)) }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The memory of this process, in MiB.
fn memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = text.split(' ').nth(1).unwrap().parse().unwrap();
    (pages * 4096) >> 20
}

#[test]
fn the_referee_is_right_about_every_misdeed_and_nothing_is_left() {
    let _alone = ALONE.lock();
    let games = number("OUTFLANK_FUZZ_GAMES", 16);
    let seed = number("OUTFLANK_FUZZ_SEED", 1);
    let temporary = tempfile::tempdir().unwrap();
    // What is found out once is found out before anything is counted.
    let first = crate::common::python("agents/first.py");
    play([first, "random".parse().unwrap()], &patient(Course)).unwrap();
    let descriptors = || fs::read_dir("/proc/self/fd").unwrap().count();
    let (open, used, start) = (descriptors(), memory(), Instant::now());
    let pairs = Mutex::new(0..games / 2);
    let wrong = Mutex::new(Vec::new());
    let endings = Mutex::new(BTreeMap::<String, u32>::new());
    let next = || pairs.lock().unwrap().next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(pair) = next() {
                    let mistakes = fuzz_pair(seed, pair, temporary.path(), &endings);
                    wrong.lock().unwrap().extend(mistakes);
                }
            });
        }
    });
    println!("{games} games in {:.0?}", start.elapsed());
    println!("descriptors {open} to {}, memory {used} to {} MiB", descriptors(), memory());
    for (ending, count) in endings.into_inner().unwrap() {
        println!("{count:>6} {ending}");
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(left_over(), [""; 0], "processes are left");
    assert_eq!(descriptors(), open, "descriptors are left");
    assert!(memory() <= used + 64, "memory is left: {used} to {} MiB", memory());
    let left = fs::read_dir(temporary.path()).unwrap().count();
    assert_eq!(left, 0, "files are left");
}

/// Plays two games of two random plans and tells the mistakes of the referee.
fn fuzz_pair(
    seed: u64,
    pair: u64,
    folder: &Path,
    endings: &Mutex<BTreeMap<String, u32>>,
) -> Vec<String> {
    let mut random = StdRng::seed_from_u64(seed << 32 | pair);
    let platform = if pair.is_multiple_of(2) { Course } else { Strict };
    let plans = ["a", "b"].map(|side| Plan::new(&mut random, folder.join(format!("{pair}{side}"))));
    let mut wrong = Vec::new();
    match play(plans.each_ref().map(Plan::player), &patient(platform)) {
        Err(error) => wrong.push(format!("pair {pair}: {error}")),
        Ok(games) => {
            for game in &games {
                let ending = match &game.played.ending {
                    GameEnding::Fault { fault, .. } => fault.kind.to_string(),
                    ending => format!("{ending:?}"),
                };
                *endings.lock().unwrap().entry(ending).or_default() += 1;
                let [one, other] = &plans;
                wrong.extend(one.mistake(game, game.color, platform));
                wrong.extend(other.mistake(game, !game.color, platform));
            }
        }
    }
    for plan in &plans {
        // Nothing but the three files that the test wrote may be there.
        let count = fs::read_dir(&plan.folder).unwrap().count();
        wrong.extend((count != 3).then(|| format!("{}: {count} files", plan.misdeed.name)));
        fs::remove_dir_all(&plan.folder).unwrap();
    }
    wrong
}
