//! Games that are put into a store and found again.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use outflank_arena::{
    Agent, BalancedOpenings, EventFormat, EventId, EventSettings, Fault, FaultFilter, FaultKind,
    Filter, GameEnding, GameId, GameRow, Match, PlayedGame, RatingRow, ResultFilter, Slot, Store,
    StoreError, Terms,
};
use outflank_core::{Color, Move, Rule, Score, Square};
use outflank_formats::{Ending, Format, Item, ReadOptions, Writer, read};
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("games.db")
    }

    fn store(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }
}

/// The settings of a match; another text makes another match.
fn settings(text: &str) -> EventSettings {
    let agents = ["random", "greedy"].map(|name| Agent::of(&name.parse().unwrap()).unwrap());
    let format = EventFormat::Match { games: Some(100), adjudicate: None, sprt: None };
    EventSettings::of_match(format, Rule::Reversi, &agents, text.to_owned(), 3, &Terms::default())
}

fn tournament() -> EventSettings {
    EventSettings { format: EventFormat::RoundRobin { pairs: 1, rounds: None }, ..settings("a") }
}

/// Games of a match as they would be stored.
fn rows(rule: Rule, pairs: usize) -> Vec<GameRow> {
    let names = ["random", "greedy"].map(|name| name.parse().unwrap());
    let agents = names.each_ref().map(|name| Agent::of(name).unwrap());
    let played = Match { rule, players: names, concurrency: 1, seed: 3, terms: Terms::default() };
    let mut rows = Vec::new();
    let mut openings = BalancedOpenings::with_plies(rule, 1, 4).take(pairs);
    let tally = played.play(&mut openings, &mut |pair, _| {
        let number = rows.len() as u32 / 2;
        for (at, game) in (0..).zip(pair.games) {
            let [first, second] = agents.clone();
            let players =
                if game.color == Color::Black { [first, second] } else { [second, first] };
            let slot = Slot { round: 0, pair: number, game: at };
            rows.push(GameRow { slot, players, played: game.played, seed: 3 });
        }
        ControlFlow::Continue(())
    });
    tally.unwrap();
    rows
}

#[track_caller]
fn is_same(found: &PlayedGame, expected: &PlayedGame) {
    assert_eq!(found.rule, expected.rule);
    assert_eq!(found.game, expected.game);
    assert_eq!(found.opening, expected.opening);
    assert_eq!(found.moves, expected.moves);
    assert_eq!(found.ending, expected.ending);
    assert_eq!(found.score, expected.score);
    assert_eq!(found.logs, expected.logs);
}

#[test]
fn what_is_put_is_found_again_by_anyone_who_opens_the_file() {
    let folder = Folder::new();
    let mut store = folder.store();
    for rule in Rule::BOTH {
        let event = store.event(&settings(rule.name())).unwrap();
        let mut rows = rows(rule, 3);
        let seen = &mut rows[1].played;
        seen.logs = ["thinking\nhard".to_owned(), String::new()];
        seen.moves[2].candidates =
            vec![Move::Place(Square::D3), Move::Pass, Move::Place(Square::C4)];
        seen.moves[2].is_late = true;
        seen.moves[2].delay = Duration::from_micros(1500);
        seen.moves[3].score = Some(-2.25);
        rows[2].seed = u64::MAX;
        let first = store.put(event, &rows[0]).unwrap();
        let rest = store.put_all(event, &rows[1..]).unwrap();
        let other = Store::open_existing(&folder.path()).unwrap();
        let found = other.games(&Filter { event: Some(event), ..Filter::default() }).unwrap();
        assert_eq!(found.len(), 6);
        for ((found, expected), id) in found.iter().zip(&rows).zip([first].iter().chain(&rest)) {
            assert_eq!((found.id, found.event), (*id, event));
            assert_eq!(found.row.slot, expected.slot);
            assert_eq!(found.row.players, expected.players);
            assert_eq!(found.row.seed, expected.seed);
            is_same(&found.row.played, &expected.played);
            let alone = other.game(*id).unwrap().unwrap();
            is_same(&alone.row.played, &expected.played);
        }
        let summaries =
            other.summaries(&Filter { event: Some(event), ..Filter::default() }).unwrap();
        for (found, expected) in summaries.iter().zip(&rows) {
            let played = &expected.played;
            assert_eq!(found.plies as usize, played.game.moves().len());
            assert_eq!((found.rule, found.score), (rule, played.score));
            assert_eq!(found.winner(), played.winner());
            for color in Color::BOTH {
                let own = played.moves.iter().filter(|seen| seen.color == color);
                let time = found.time[color as usize];
                assert_eq!(time.longest, played.longest(color));
                assert_eq!(time.total, own.clone().map(|seen| seen.time).sum::<Duration>());
                assert_eq!(time.late as usize, own.clone().filter(|seen| seen.is_late).count());
                assert_eq!(time.moves as usize, own.count());
            }
        }
    }
}

#[test]
fn a_place_in_an_event_is_taken_once() {
    let folder = Folder::new();
    let mut store = folder.store();
    let rows = rows(Rule::Reversi, 2);
    let event = store.event(&settings("a")).unwrap();
    let other = store.event(&settings("b")).unwrap();
    assert_ne!(event, other);
    assert_ne!(event, store.event(&tournament()).unwrap());
    assert_eq!(event, folder.store().event(&settings("a")).unwrap());
    store.put(event, &rows[1]).unwrap();
    let error = store.put_all(event, &rows).unwrap_err();
    assert_eq!(error, StoreError::Taken { event, slot: rows[1].slot });
    assert_eq!(
        error.to_string(),
        format!(
            "game 1.2 of event {event} is in the store already: is another process playing it?"
        )
    );
    // None of the others was stored either.
    assert_eq!(store.summaries(&Filter::default()).unwrap().len(), 1);
    store.put_all(other, &rows).unwrap();
    let events = store.events().unwrap();
    assert_eq!(events.iter().map(|event| event.games).collect::<Vec<_>>(), [1, 4, 0]);
    assert_eq!(store.event_of(other).unwrap().as_ref(), Some(&events[1]));
    assert_eq!(store.event_of(EventId(77)).unwrap(), None);
}

#[test]
fn filters_find_what_fits_all_of_them() {
    let folder = Folder::new();
    let mut store = folder.store();
    let [first, second] = ["a", "b"].map(|name| store.event(&settings(name)).unwrap());
    store.put_all(first, &rows(Rule::Reversi, 4)).unwrap();
    let mut others = rows(Rule::Reversed, 2);
    others[1].played.ending = GameEnding::Fault {
        color: Color::White,
        fault: Fault::new(FaultKind::Timeout, "5.1s for a move, 5.0s left"),
    };
    others[1].played.score = Score::MAX;
    others[1].players[0].name = "python:agent.py".to_owned();
    store.put_all(second, &others).unwrap();
    let count = |filter: Filter| store.summaries(&filter).unwrap().len();
    let all = Filter::default;
    assert_eq!(count(all()), 12);
    assert_eq!(count(Filter { event: Some(first), ..all() }), 8);
    assert_eq!(count(Filter { rule: Some(Rule::Reversed), ..all() }), 4);
    assert_eq!(count(Filter { player: Some("agent.py".to_owned()), ..all() }), 1);
    assert_eq!(count(Filter { player: Some("random".to_owned()), ..all() }), 12);
    assert_eq!(count(Filter { fault: Some(FaultFilter::Any), ..all() }), 1);
    assert_eq!(count(Filter { fault: Some(FaultFilter::Kind(FaultKind::Crash)), ..all() }), 0);
    let late = Filter { fault: Some(FaultFilter::Kind(FaultKind::Timeout)), ..all() };
    let [late] = store.summaries(&late).unwrap().try_into().unwrap();
    assert_eq!(late.ending, others[1].played.ending);
    let results =
        [ResultFilter::Won(Color::Black), ResultFilter::Won(Color::White), ResultFilter::Drawn];
    let counts = results.map(|result| count(Filter { result: Some(result), ..all() }));
    assert_eq!(counts.iter().sum::<usize>(), 12);
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
    assert_eq!(count(Filter { since: Some("2026-01-01".to_owned()), ..all() }), 12);
    assert_eq!(count(Filter { since: Some("2999-01-01 12:00".to_owned()), ..all() }), 0);
    let latest = store.summaries(&Filter { latest: Some(3), ..all() }).unwrap();
    assert_eq!(latest.iter().map(|game| game.id.0).collect::<Vec<_>>(), [10, 11, 12]);
    let after = |number| Some(GameId(number));
    let newer = store.summaries(&Filter { event: Some(second), after: after(9), ..all() }).unwrap();
    assert_eq!(newer.iter().map(|game| game.id.0).collect::<Vec<_>>(), [10, 11, 12]);
    assert_eq!(count(Filter { event: Some(first), after: after(3), ..all() }), 5);
    assert_eq!(count(Filter { after: after(12), ..all() }), 0);
    let error = store.summaries(&Filter { since: Some("soon".to_owned()), ..all() }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'soon' is not a date: expected one such as 2026-11-16 or 2026-11-16 09:30, in UTC"
    );
}

#[test]
fn a_stored_game_is_a_record_that_every_format_takes() {
    let folder = Folder::new();
    let mut store = folder.store();
    let event = store.event(&settings("a")).unwrap();
    let mut rows = rows(Rule::Reversi, 1);
    rows[1].played.ending = GameEnding::Fault {
        color: Color::Black,
        fault: Fault::new(FaultKind::Crash, "exit status 1"),
    };
    rows[1].played.score = -Score::MAX;
    let ids = store.put_all(event, &rows).unwrap();
    let stored = store.game(ids[0]).unwrap().unwrap();
    let record = stored.record();
    assert_eq!(record.game(), &rows[0].played.game);
    assert_eq!(record.rule, Rule::Reversi);
    assert_eq!(record.black.name.as_deref(), Some("random"));
    assert_eq!(record.notes()[3].time, None);
    assert_eq!(record.notes()[4].time, Some(rows[0].played.moves[0].time));
    let outcome = record.outcome.unwrap();
    assert_eq!(outcome.ending, Ending::Finished);
    assert_eq!(outcome.for_black() as i32, rows[0].played.score.discs());
    for format in Format::ALL {
        let mut writer = Writer::new(format, std::io::Cursor::new(Vec::new())).unwrap();
        writer.write(Item::from(record.clone())).unwrap();
    }
    let mut bytes = Vec::new();
    outflank_formats::json::write(&mut bytes, &record).unwrap();
    let again = read(Format::Json, bytes.as_slice(), ReadOptions::default()).next().unwrap();
    assert_eq!(again.unwrap().into_record(), record);
    let lost = store.game(ids[1]).unwrap().unwrap().record();
    let outcome = lost.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.ending), (Some(Color::White), Ending::Crashed));
    assert_eq!(lost.comment.as_deref(), Some("black: crash: exit status 1"));
}

#[test]
fn ratings_are_kept_by_event_and_replaced() {
    let folder = Folder::new();
    let mut store = folder.store();
    let event = store.event(&tournament()).unwrap();
    let rating = |name: &str, rating, error| RatingRow {
        agent: Agent::of(&name.parse().unwrap()).unwrap(),
        rating,
        error,
        games: 9,
    };
    store.put_ratings(event, &[rating("random", 5.0, None)]).unwrap();
    let rows = [rating("greedy", 10.5, Some(3.0)), rating("random", -10.5, None)];
    store.put_ratings(event, &[rows[1].clone(), rows[0].clone()]).unwrap();
    assert_eq!(store.ratings(event).unwrap(), rows);
}

#[test]
fn a_file_that_was_changed_is_another_agent() {
    let folder = Folder::new();
    let path = folder.0.path().join("mine.toml");
    let name = format!("genome:{}", path.display()).parse().unwrap();
    assert!(Agent::of(&name).unwrap_err().to_string().starts_with("cannot read "));
    std::fs::write(&path, "abc").unwrap();
    let first = Agent::of(&name).unwrap();
    // What `sha256sum` says.
    assert_eq!(
        first.hash.to_string(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    std::fs::write(&path, "abd").unwrap();
    let second = Agent::of(&name).unwrap();
    assert_eq!(first.name, second.name);
    assert_ne!(first.hash, second.hash);
}

#[test]
fn what_is_no_store_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let path = folder.path();
    let shown = path.display();
    let refused = || Store::open(&path).unwrap_err().to_string();
    assert_eq!(
        Store::open_existing(&path).unwrap_err().to_string(),
        format!("cannot open the store {shown}: No such file or directory (os error 2)")
    );
    std::fs::write(&path, "this is a text and no database at all").unwrap();
    assert_eq!(refused(), format!("cannot open the store {shown}: file is not a database"));
    std::fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE games (id)").unwrap();
    assert_eq!(
        refused(),
        format!("cannot open the store {shown}: it is a database of another program")
    );
    drop(other);
    std::fs::remove_file(&path).unwrap();
    drop(folder.store());
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 4).unwrap();
    assert_eq!(
        refused(),
        format!("the store {shown} has layout 4, and this version of Outflank knows 3 at most")
    );
}

#[test]
fn two_processes_may_write_at_once() {
    let folder = Folder::new();
    let rows = rows(Rule::Reversi, 10);
    std::thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let (folder, rows) = (&folder, &rows);
            scope.spawn(move || {
                let mut store = folder.store();
                let event = store.event(&settings(name)).unwrap();
                for row in rows {
                    store.put(event, row).unwrap();
                }
            });
        }
    });
    assert_eq!(folder.store().summaries(&Filter::default()).unwrap().len(), 60);
}

#[test]
fn a_store_knows_how_long_an_event_has_been_quiet() {
    let folder = Folder::new();
    let mut store = folder.store();
    let event = store.event(&settings("a")).unwrap();
    let activity = store.activity(event).unwrap().unwrap();
    assert_eq!((activity.quiet, activity.games), (None, 0));
    std::thread::sleep(Duration::from_millis(300));
    store.put_all(event, &rows(Rule::Reversi, 1)).unwrap();
    let activity = store.activity(event).unwrap().unwrap();
    assert_eq!(activity.games, 2);
    let quiet = activity.quiet.unwrap();
    // Days have enough digits for milliseconds.
    assert!(activity.begun >= quiet + Duration::from_millis(250), "{activity:?}");
    assert!(activity.begun < Duration::from_mins(1), "{activity:?}");
    assert_eq!(store.activity(EventId(77)).unwrap(), None);
}

/// The store was written by version 0.1: two matches and three tournaments.
#[test]
fn events_of_an_older_version_are_read_and_resumed() {
    let folder = Folder::new();
    std::fs::copy("tests/data/version-0.1.db", folder.path()).unwrap();
    let mut store = folder.store();
    let events = store.events().unwrap();
    let formats: Vec<_> =
        events.iter().map(|event| event.settings().unwrap().format.name()).collect();
    assert_eq!(formats, ["match", "match", "gauntlet", "playto", "points-race"]);
    assert_eq!(events.iter().map(|event| event.games).collect::<Vec<_>>(), [4, 6, 8, 2, 4]);
    for event in events {
        let mut settings = event.settings().unwrap();
        if let EventFormat::Match { games, .. } = &mut settings.format {
            *games = Some(10);
        }
        // It is the same event, whose settings now have the form of this version.
        assert_eq!(store.event(&settings).unwrap(), event.id);
        let resumed = store.event_of(event.id).unwrap().unwrap();
        assert_eq!(resumed.json, settings.to_json());
        assert_eq!(resumed.settings().unwrap(), settings);
    }
    assert_eq!(store.events().unwrap().len(), 5);
}
