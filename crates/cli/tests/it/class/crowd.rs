//! A large class: a round robin of a hundred, three hundred sessions that look at the standings,
//! and the same standings as those of `outflank tournament`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::Scope;
use std::time::{Duration, Instant};

use outflank_arena::{PlannedPair, PlayerName, Terms};
use outflank_class::{ClassStore, JobReport, JobTask, NewPerson, Role, WorkQueue as _, WorkerLoad};
use outflank_core::{Game, Rule};
use serde_json::{Value, json};

use super::course::{Course, now};
use crate::common::outflank;
use crate::serve::client::{Visitor, read_answer};

const SEED: u32 = 7;

fn logins(number: u32) -> Vec<String> {
    (1..=number).map(|at| format!("a{at:03}")).collect()
}

/// Plays PKs of players that move at random in place of agents, until nothing waits.
fn work(course: &Course, worker: &str) {
    step_back();
    let store = course.open();
    let never = AtomicBool::new(false);
    while let Some((lease, task)) = store.take(worker, now()).unwrap() {
        let JobTask::Pair { seed, .. } = task else { panic!("all versions are checked") };
        let pair = PlannedPair {
            rule: Rule::Reversi,
            players: [PlayerName::Random, PlayerName::Random],
            opening: Game::new(),
            seed,
            terms: Terms::default(),
            worker: [0, 1],
        };
        let games = pair.play(&|_, _| (), &never).unwrap().unwrap();
        let done = JobReport::Played { games: Box::new(games), load: WorkerLoad::default() };
        assert!(store.finish(&lease, done, now()).unwrap());
    }
}

/// The parts of standings that do not depend on the machine.
fn essence(lines: &Value) -> Vec<Value> {
    let line = |line: &Value| {
        let parts = ["name", "rank", "points", "rating", "rating_error", "games", "wins", "draws"];
        json!(parts.map(|part| line[part].clone()))
    };
    lines.as_array().unwrap().iter().map(line).collect()
}

/// The standings of a tournament of the class, by logins.
fn standings(store: &ClassStore) -> Vec<Value> {
    let people = store.people().unwrap();
    let login = |id| people.iter().find(|one| one.id == id).unwrap().login.clone();
    let id = store.tournaments().unwrap()[0].id;
    let result = store.tournament_result(id, &login).unwrap();
    essence(&serde_json::to_value(result.standings).unwrap())
}

/// The standings of `outflank tournament` with these arguments.
fn tournament(arguments: &[&str]) -> Vec<Value> {
    let seed = SEED.to_string();
    let mut all = vec!["tournament"];
    all.extend(arguments);
    all.extend(["--rules", "reversi", "--platform", "course", "--openings", "start"]);
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("tournament");
    all.extend(["--seed", &seed, "--keep-processes", "--json", "--output"]);
    all.push(output.to_str().unwrap());
    let told = outflank(&all).ok();
    let last: Value = serde_json::from_str(told.out.lines().next_back().unwrap()).unwrap();
    essence(&last["standings"])
}

/// Three hundred sessions of the students that look at the standings, every three seconds.
struct Crowd {
    cookies: Vec<String>,
    stop: AtomicBool,
    times: Mutex<Vec<Duration>>,
}

impl Crowd {
    fn new(store: &ClassStore) -> Self {
        let people = store.people().unwrap();
        let students: Vec<_> = people.iter().filter(|one| one.role == Role::Student).collect();
        let session = |at: usize| store.begin_session(students[at % students.len()].id, now());
        let cookies = (0..300).map(|at| format!("class={}", session(at).unwrap())).collect();
        Self { cookies, stop: AtomicBool::new(false), times: Mutex::default() }
    }

    fn look<'scope>(&'scope self, address: &'scope str, scope: &'scope Scope<'scope, '_>) {
        for cookie in &self.cookies {
            scope.spawn(move || self.look_as(address, cookie));
        }
    }

    /// Somebody who looks again and again, over one connection.
    fn look_as(&self, address: &str, cookie: &str) {
        let request = format!(
            "GET /api/class/standings HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\naccept-encoding: gzip\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).unwrap();
        while !self.is_over() {
            let start = Instant::now();
            stream.write_all(request.as_bytes()).unwrap();
            assert_eq!(read_answer(&mut stream).status, 200);
            self.times.lock().unwrap().push(start.elapsed());
            std::thread::sleep(Duration::from_secs(3));
        }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell(self) {
        let mut times = self.times.into_inner().unwrap();
        times.sort();
        let share = |percent: usize| times[(times.len() - 1) * percent / 100];
        eprintln!(
            "{} looks at the standings by {} sessions: half within {:.1?}, 99 % within {:.1?}, all within {:.1?}",
            times.len(),
            self.cookies.len(),
            share(50),
            share(99),
            share(100)
        );
    }
}

/// Gives this thread the priority of a worker of a class.
fn step_back() {
    #[cfg(target_os = "linux")]
    {
        let thread = rustix::thread::gettid();
        let own = rustix::process::getpriority_process(Some(thread)).unwrap();
        rustix::process::setpriority_process(Some(thread), own + 5).unwrap();
    }
}

#[test]
#[ignore = "plays 4,950 PKs while 300 sessions look at the standings: minutes"]
fn a_class_of_a_hundred_meets_everyone_while_everyone_looks() {
    let logins = logins(100);
    let names: Vec<_> = logins.iter().map(String::as_str).collect();
    let course = Course::with_seed(&names, SEED);
    let store = course.open();
    let person = NewPerson { login: "ins".into(), name: "Ina".into(), role: Role::Instructor };
    let instructor = store.add_people(vec![person], now()).unwrap()[0].id;
    let token = |id| format!("class={}", store.begin_session(id, now()).unwrap());
    let crowd = Crowd::new(&store);
    let (_process, visitor) = course.serve(&["--workers", "0"]);
    let instructor = Visitor { cookie: Some(token(instructor)), ..visitor };
    let plan = json!({"format": "round-robin", "title": "Cup"});
    let begun = Instant::now();
    assert_eq!(instructor.clone().post("/api/class/tournaments", &plan).status, 201);
    eprintln!("4,950 PKs planned in {:.1?}", begun.elapsed());
    let changes = AtomicU32::new(0);
    let slowest = Mutex::new(BTreeMap::<&str, Duration>::new());
    std::thread::scope(|scope| {
        crowd.look(&instructor.address, scope);
        // Workers of a server tell of every PK. These are none, so somebody else tells.
        scope.spawn(|| {
            while !crowd.is_over() {
                instructor.clone().post("/api/class/people", &json!({"people": []})).ok();
                changes.fetch_add(1, Ordering::Relaxed);
                for path in ["dashboard", "tournaments/1", "queue", "pairs"] {
                    let start = Instant::now();
                    instructor.clone().get(&format!("/api/class/{path}")).ok();
                    let mut slowest = slowest.lock().unwrap();
                    let most = slowest.entry(path).or_default();
                    *most = start.elapsed().max(*most);
                }
                std::thread::sleep(Duration::from_millis(300));
            }
        });
        let workers = ["other-1", "other-2"].map(|name| scope.spawn(|| work(&course, name)));
        for worker in workers {
            worker.join().unwrap();
        }
        eprintln!("4,950 PKs played in {:.1?}", begun.elapsed());
        crowd.stop();
    });
    crowd.tell();
    eprintln!("{} changes", changes.into_inner());
    eprintln!("slowest answers to the instructor: {:.1?}", slowest.lock().unwrap());
    course.assert_complete(4950);
    let players: Vec<_> =
        names.iter().flat_map(|name| ["--player".to_owned(), format!("{name}=random")]).collect();
    let players: Vec<_> = players.iter().map(String::as_str).collect();
    assert_eq!(standings(&course.open()), tournament(&players));
}

#[test]
#[ignore = "plays a round robin of OUTFLANK_AGENTS Python agents twice, with OUTFLANK_WORKERS"]
fn a_round_robin_of_agents_has_the_standings_of_a_tournament() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let logins = logins(number("OUTFLANK_AGENTS").unwrap_or(8));
    let workers = number("OUTFLANK_WORKERS").unwrap_or(1).to_string();
    let names: Vec<_> = logins.iter().map(String::as_str).collect();
    let course = Course::with_seed(&names, SEED);
    course.plan(1);
    let pairs = names.len() * (names.len() - 1) / 2;
    let agents = tempfile::tempdir().unwrap();
    for name in &names {
        std::fs::write(agents.path().join(format!("{name}.py")), super::course::instant(name))
            .unwrap();
    }
    let crowd = Crowd::new(&course.open());
    let begun = Instant::now();
    let (process, visitor) = course.serve(&["--workers", &workers]);
    std::thread::scope(|scope| {
        crowd.look(&visitor.address, scope);
        let mut told = Instant::now();
        loop {
            let played = super::course::played(&visitor);
            if played == pairs as u64 {
                break;
            }
            if told.elapsed() > Duration::from_mins(1) {
                told = Instant::now();
                eprintln!("{played} of {pairs} PKs after {:.0?}", begun.elapsed());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        eprintln!("{pairs} PKs of {} agents in {:.1?}", names.len(), begun.elapsed());
        crowd.stop();
    });
    crowd.tell();
    drop(process);
    course.assert_complete(pairs);
    let begun = Instant::now();
    let expected = tournament(&[agents.path().to_str().unwrap(), "--concurrency", &workers]);
    eprintln!("the same as a tournament in {:.1?}", begun.elapsed());
    assert_eq!(standings(&course.open()), expected);
}
