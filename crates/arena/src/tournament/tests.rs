use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use outflank_core::Rule;
use tempfile::TempDir;

use super::{Entrant, RunEnd, Source, Tournament, TournamentGame, seated};
use crate::{
    EventFormat, EventId, EventSettings, Filter, Kind, OpeningsChoice, Schedule, StopConditions,
    Store, Terms,
};

/// Settings that only tell that an event is a tournament.
fn settings() -> EventSettings {
    let format = EventFormat::RoundRobin { pairs: 1, rounds: None };
    let openings = "balanced".to_owned();
    EventSettings::new(format, Rule::Reversi, Vec::new(), openings, 3, &Terms::default())
}

/// A store in a folder that goes away, and an event in it.
struct EventStore {
    _folder: TempDir,
    store: Store,
    event: EventId,
}

impl EventStore {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.db")).unwrap();
        let event = store.event(&settings()).unwrap();
        Self { _folder: folder, store, event }
    }

    /// Plays until this many games were played now, and gives all that was heard.
    fn play(
        &mut self,
        tournament: &Tournament,
        most: usize,
    ) -> (Vec<(TournamentGame, Source)>, RunEnd) {
        let mut heard = Vec::new();
        let mut played = 0;
        let stop = StopConditions { flag: &AtomicBool::new(false), deadline: None };
        let end = tournament.play(&mut self.store, self.event, stop, &mut |game, source| {
            heard.push((game.clone(), source));
            played += usize::from(source == Source::Played);
            if played == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (heard, end.unwrap())
    }

    /// The moves of all games that are stored, by their places.
    fn moves(&self) -> Vec<String> {
        let filter = Filter { event: Some(self.event), ..Filter::default() };
        let games = self.store.games(&filter).unwrap();
        let mut moves: Vec<_> = games
            .iter()
            .map(|game| format!("{:?} {:?}", game.row.slot, game.row.played.game.moves()))
            .collect();
        moves.sort();
        moves
    }
}

fn tournament(kind: Kind, players: &[&str], rounds: u32, concurrency: usize) -> Tournament {
    let terms = Terms::default();
    let entrants: Vec<_> = players
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let player = name.parse().unwrap();
            Entrant::new(format!("player {at}"), player, Rule::Reversi, &terms).unwrap()
        })
        .collect();
    Tournament {
        rule: Rule::Reversi,
        schedule: Schedule {
            kind,
            players: entrants.len(),
            rounds: Some(rounds),
            pairs: 1,
            seed: 3,
        },
        entrants,
        openings: OpeningsChoice::Balanced.load(Rule::Reversi).unwrap(),
        terms,
        concurrency,
    }
}

const QUICK: [&str; 4] = ["random", "greedy", "classic:corner,depth=1", "random"];

/// What was heard, without what a clock says.
fn results(heard: &[(TournamentGame, Source)]) -> Vec<String> {
    heard
        .iter()
        .map(|(game, _)| format!("{} {:?} {} {:?}", game.slot, game.sides, game.score, game.ending))
        .collect()
}

fn race() -> Kind {
    Kind::PointsRace { challengers: None }
}

#[test]
fn games_at_once_change_nothing() {
    for kind in [Kind::RoundRobin, race()] {
        let (mut alone, mut together) = (EventStore::new(), EventStore::new());
        let (one, end) = alone.play(&tournament(kind.clone(), &QUICK, 3, 1), usize::MAX);
        let (two, _) = together.play(&tournament(kind, &QUICK, 3, 3), usize::MAX);
        assert_eq!(end, RunEnd::Complete);
        assert_eq!(results(&one), results(&two));
        assert_eq!(alone.moves(), together.moves());
    }
}

#[test]
fn a_tournament_that_was_stopped_goes_on_with_the_same_games() {
    for kind in [Kind::RoundRobin, race()] {
        // More games than two runs can store: those that end together are stored together.
        let tournament = tournament(kind, &QUICK, 12, 2);
        let (mut whole, mut parts) = (EventStore::new(), EventStore::new());
        let (expected, _) = whole.play(&tournament, usize::MAX);
        let mut last = Vec::new();
        for run in 0.. {
            let (heard, end) = parts.play(&tournament, 5);
            // Nothing that was told before is played again.
            assert!(heard.iter().zip(&last).all(|(now, _)| now.1 == Source::Stored));
            last = heard;
            if end == RunEnd::Complete {
                assert!(run >= 2, "{run}");
                break;
            }
        }
        assert_eq!(results(&last), results(&expected));
        assert_eq!(parts.moves(), whole.moves());
    }
}

#[test]
fn every_game_is_stored_before_it_is_told() {
    let tournament = tournament(Kind::RoundRobin, &QUICK, 1, 2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let event = store.event(&settings()).unwrap();
    let witness = Store::open(&path).unwrap();
    let stop = StopConditions { flag: &AtomicBool::new(false), deadline: None };
    let mut heard = 0;
    let end = tournament.play(&mut store, event, stop, &mut |game, _| {
        heard += 1;
        let stored = witness.summaries(&Filter::default()).unwrap();
        assert!(stored.iter().any(|stored| stored.slot == game.slot));
        ControlFlow::Continue(())
    });
    assert_eq!((end.unwrap(), heard), (RunEnd::Complete, 12));
}

#[test]
fn one_who_cannot_play_is_refused_by_name() {
    let player = "engine:weights=no-such.weights".parse().unwrap();
    let refused = Entrant::new("Ann".into(), player, Rule::Reversi, &Terms::default());
    let sentence = refused.unwrap_err().to_string();
    assert!(sentence.starts_with("Ann cannot play: cannot use the weights no-such"), "{sentence}");
    let player = "classic:phased".parse().unwrap();
    let refused = Entrant::new("Bob".into(), player, Rule::Reversi, &Terms::default());
    let sentence = refused.unwrap_err().to_string();
    assert_eq!(sentence, "Bob cannot play: phased plays reversed only, not reversi");
}

#[test]
fn a_race_without_end_ends_when_told() {
    let mut race = tournament(race(), &["random", "greedy"], 1, 2);
    race.schedule.rounds = None;
    let mut events = EventStore::new();
    let (heard, end) = events.play(&race, 7);
    assert_eq!((heard.len(), end), (7, RunEnd::Stopped));
    let (store, event) = (&mut events.store, events.event);
    let is_stopped = AtomicBool::new(false);
    let stop = StopConditions { flag: &is_stopped, deadline: None };
    let mut told = 0;
    let end = race.play(store, event, stop, &mut |_, _| {
        told += 1;
        if told == 10 {
            is_stopped.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    });
    assert_eq!((end.unwrap(), told), (RunEnd::Stopped, 10));
    // After its deadline no game begins; the games played before are reported.
    let stop = StopConditions { flag: &AtomicBool::new(false), deadline: Some(Instant::now()) };
    let mut told = Vec::new();
    let end = race.play(&mut events.store, events.event, stop, &mut |_, source| {
        told.push(source);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), RunEnd::Stopped);
    // A tournament of one player ends.
    let mut alone = tournament(self::race(), &["random"], 1, 1);
    alone.schedule.rounds = None;
    assert_eq!(EventStore::new().play(&alone, 1).1, RunEnd::Complete);
    assert!(told.len() >= 10 && told.iter().all(|source| *source == Source::Stored));
}

#[test]
fn games_begin_where_they_are_told_to() {
    let mut tournament = tournament(Kind::RoundRobin, &["random", "greedy"], 1, 1);
    tournament.openings = OpeningsChoice::Start.load(Rule::Reversi).unwrap();
    let mut events = EventStore::new();
    events.play(&tournament, usize::MAX);
    let games = events.store.games(&Filter::default()).unwrap();
    assert!(games.iter().all(|game| game.row.played.opening == 0));
    assert_eq!(games.len(), 2);
}

/// The first and the last of the players are the same agent.
#[test]
fn games_of_a_store_are_seated_as_they_were_played() {
    let gauntlet = Kind::Gauntlet { challengers: vec![1] };
    for kind in [Kind::RoundRobin, gauntlet, race(), Kind::PointsRace { challengers: Some(2) }] {
        for most in [0, 7, usize::MAX] {
            let tournament = tournament(kind.clone(), &QUICK, 3, 2);
            let mut events = EventStore::new();
            let (heard, _) = events.play(&tournament, most);
            let filter = Filter { event: Some(events.event), ..Filter::default() };
            let stored = events.store.summaries(&filter).unwrap();
            let seated = seated(&Schedule { rounds: Some(1), ..tournament.schedule }, stored);
            // Games that ended early are stored before they are told of.
            assert!(seated.len() >= heard.len());
            for (game, _) in heard {
                assert!(seated.contains(&game), "{kind:?} {}", game.slot);
            }
        }
    }
}

#[test]
fn games_that_no_schedule_has_a_place_for_are_left_out() {
    let mut events = EventStore::new();
    events.play(&tournament(Kind::RoundRobin, &QUICK, 2, 1), usize::MAX);
    let filter = Filter { event: Some(events.event), ..Filter::default() };
    let stored = events.store.summaries(&filter).unwrap();
    for (players, expected) in [(0, 0), (1, 0), (2, 4), (3, 12)] {
        let kind = Kind::RoundRobin;
        let schedule = Schedule { kind, players, rounds: None, pairs: 1, seed: 3 };
        assert_eq!(seated(&schedule, stored.clone()).len(), expected);
    }
}
