use outflank_core::Rule;
use serde_json::{Value, json};

use super::{EventFormat, EventPlayer, EventSettings, SprtSettings};
use crate::{EventKind, Platform, Terms, TimeLimits};

fn player(name: &str, player: &str, hash: &str) -> EventPlayer {
    let (name, player, hash) = (name.to_owned(), player.to_owned(), Some(hash.to_owned()));
    EventPlayer { name, player, hash }
}

fn settings(format: EventFormat) -> EventSettings {
    let players = vec![player("Ann", "random", "a1"), player("Bob", "greedy", "b2")];
    let limits = Platform::Course.limits();
    let terms = Terms { limits, platform: Platform::Course, ..Terms::default() };
    EventSettings::new(format, Rule::Reversed, players, "balanced".to_owned(), 7, &terms)
}

fn formats() -> Vec<EventFormat> {
    let sprt = SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let (pairs, rounds) = (2, Some(3));
    vec![
        EventFormat::Match { games: Some(100), adjudicate: Some(10), sprt: Some(sprt) },
        EventFormat::Match { games: None, adjudicate: None, sprt: None },
        EventFormat::RoundRobin { pairs, rounds },
        EventFormat::Gauntlet { challengers: vec!["Bob".to_owned()], pairs, rounds },
        EventFormat::PointsRace { turns: Some(1), pairs, rounds: None },
        EventFormat::Playto { players: ["Bob".to_owned(), "Ann".to_owned()], pairs },
    ]
}

#[test]
fn settings_have_one_json_form() {
    for format in formats() {
        let settings = settings(format);
        let text = settings.to_json();
        assert_eq!(EventSettings::read(settings.kind(), &text).unwrap(), settings);
        assert_eq!(settings.difference(&settings), None);
    }
    let format = formats().remove(3);
    assert_eq!(
        serde_json::from_str::<Value>(&settings(format).to_json()).unwrap(),
        json!({
            "event": { "kind": "gauntlet", "challengers": ["Bob"], "pairs": 2, "rounds": 3 },
            "rules": "reversed",
            "players": [
                { "name": "Ann", "player": "random", "hash": "a1" },
                { "name": "Bob", "player": "greedy", "hash": "b2" },
            ],
            "openings": "balanced",
            "seed": 7,
            "platform": "course",
            "move_time_ms": 5000.0,
            "game_time_ms": 180_000.0,
            "memory_mib": 1024,
            "keep_processes": false,
            "ponder": false,
        })
    );
}

#[test]
fn an_event_is_the_same_with_more_games_and_another_test() {
    let format = |games| EventFormat::Match { games, adjudicate: None, sprt: None };
    let first = settings(format(Some(10)));
    let mut second = settings(format(Some(20)));
    assert_eq!(first.difference(&second), None);
    assert_eq!((first.games(), second.games()), (Some(10), Some(20)));
    second.format = formats().remove(0);
    assert_eq!(first.difference(&second), Some("adjudicate"));
    second.format = EventFormat::RoundRobin { pairs: 1, rounds: None };
    assert_eq!(first.difference(&second), Some("kind"));
    second = EventSettings { seed: 8, ..first.clone() };
    assert_eq!(first.difference(&second), Some("seed"));
    second = first.clone();
    second.players[1].hash = Some("b3".to_owned());
    assert_eq!(first.difference(&second), Some("players"));
    // The Python package used to store no hash.
    second.players[1].hash = None;
    assert_eq!(first.difference(&second), None);
}

#[test]
fn a_schedule_follows_from_settings() {
    let games: Vec<_> = formats().into_iter().map(|format| settings(format).games()).collect();
    assert_eq!(games, [Some(100), None, Some(12), Some(12), None, None]);
    let unknown =
        EventFormat::Gauntlet { challengers: vec!["Cy".to_owned()], pairs: 1, rounds: None };
    assert_eq!(settings(unknown).schedule(), None);
}

#[test]
fn settings_of_older_versions_are_read() {
    let text = r#"{"rules":"reversi","players":[{"name":"random","hash":"a1"},{"name":"greedy","hash":"b2"}],"openings":"built-in","seed":7,"adjudicate":null,"platform":"strict","move_time_ms":null,"game_time_ms":null,"memory_mib":1024}"#;
    let read = EventSettings::read(EventKind::Match, text).unwrap();
    assert_eq!(read.format, EventFormat::Match { games: None, adjudicate: None, sprt: None });
    assert_eq!(read.openings, "balanced");
    assert_eq!(read.players[1], player("greedy", "greedy", "b2"));
    // The name of the match in files of games is still made from this text.
    let hash = crate::ContentHash::of(text.as_bytes()).to_string();
    assert_eq!(read.label(), format!("match-{}", &hash[..8]));

    let text = r#"{"kind":"gauntlet","challengers":["Ann"],"rules":"reversi","games":4,"openings":"balanced","seed":3,"platform":"strict","time_ms":500.0,"game_time_ms":null,"memory":512,"players":[{"name":"Ann","player":"random","hash":"a1"},{"name":"Bob","player":"greedy","hash":"b2"}]}"#;
    let read = EventSettings::read(EventKind::Tournament, text).unwrap();
    let challengers = vec!["Ann".to_owned()];
    assert_eq!(read.format, EventFormat::Gauntlet { challengers, pairs: 2, rounds: None });
    assert_eq!((read.memory_mib, read.move_time_ms), (512, Some(500.0)));

    let text = r#"{"rules": "reversed", "players": [["first", "function"], ["random", "random"]], "kind": "round-robin", "challengers": 1, "pairs": 1, "seed": 0, "openings": "balanced", "terms": {"move_time": 0.5, "game_time": null, "platform": "strict", "sandbox": true, "keep_processes": false}}"#;
    let read = EventSettings::read(EventKind::Tournament, text).unwrap();
    assert_eq!(read.format, EventFormat::RoundRobin { pairs: 1, rounds: None });
    assert_eq!(read.players.len(), 2);
    let move_time = Some(std::time::Duration::from_millis(500));
    assert_eq!(read.time_limits(), TimeLimits { move_time, game_time: None });

    let error = EventSettings::read(EventKind::Match, "{}").unwrap_err().to_string();
    assert!(error.starts_with("the settings of the event cannot be read: missing"), "{error}");
}
