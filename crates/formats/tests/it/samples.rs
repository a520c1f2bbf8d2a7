//! What the small files in `data/formats` must be read as.

use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_core::{Color, Move, Position, Rule, Score};
use outflank_formats::wthor::{self, NameKind, Names};
use outflank_formats::{
    Ending, Format, GameResult, Item, Problem, ReadOptions, Record, Tag, Writer, detect, read,
};

/// Black takes every disc with the ninth move.
const BLACK_WIPES_OUT: &str = "e6 d6 c4 f4 g4 c5 c6 c7 b8";
/// White does with the tenth.
const WHITE_WIPES_OUT: &str = "e6 f4 d3 e7 f5 c4 e3 e2 f3 g4";
/// Black has no move after the eighth.
const WITH_PASS: &str = "d3 c3 b3 b2 f5 a3 a1 c1 pass e3";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/formats").join(name)
}

fn read_file(name: &str, format: Format, options: ReadOptions) -> Vec<Item> {
    let file = std::fs::File::open(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    read(format, BufReader::new(file), options)
        .map(|item| item.unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect()
}

fn records(name: &str, format: Format) -> Vec<Record> {
    let items = read_file(name, format, ReadOptions::default());
    items.into_iter().map(Item::into_record).collect()
}

fn problems(name: &str, format: Format) -> Vec<Problem> {
    let items = read_file(name, format, ReadOptions::default());
    items.into_iter().map(Item::into_problem).collect()
}

fn moves(record: &Record) -> String {
    let names: Vec<_> = record.game().moves().iter().map(Move::to_string).collect();
    names.join(" ")
}

fn players(record: &Record) -> [Option<&str>; 2] {
    [record.black.name.as_deref(), record.white.name.as_deref()]
}

fn other<'a>(record: &'a Record, tag: &str) -> Option<&'a str> {
    record.other.get(&Tag::new(tag)?).map(String::as_str)
}

fn outcome(winner: Option<Color>, margin: impl Into<Option<f64>>, ending: Ending) -> GameResult {
    GameResult { winner, margin: margin.into(), ending }
}

fn scores(record: &Record) -> Vec<Option<f64>> {
    record.notes().iter().map(|note| note.score).collect()
}

fn seconds(record: &Record) -> Vec<Option<f64>> {
    record.notes().iter().map(|note| note.time.as_ref().map(Duration::as_secs_f64)).collect()
}

#[test]
fn a_ggf_match_is_two_games_in_one_line() {
    let games = records("match.ggf", Format::Ggf);
    assert_eq!(games.len(), 4);
    let [first, second] = &games[..2] else { unreachable!() };

    assert_eq!(moves(first), BLACK_WIPES_OUT);
    assert_eq!(first.rule, Rule::Reversi);
    assert_eq!(first.game().start(), Position::START);
    assert_eq!(first.outcome, Some(outcome(Some(Color::Black), 64.0, Ending::Finished)));
    assert_eq!(players(first), [Some("anna"), Some("bert")]);
    assert_eq!([first.black.rating, first.white.rating], [Some(1832.5), Some(1790.0)]);
    assert_eq!(first.event.as_deref(), Some("GGS/os"));
    assert_eq!(first.date.as_deref(), Some("2026.01.15_19:02:03.UTC"));
    assert_eq!(first.clock.as_deref(), Some("5:00//2:00"));
    assert_eq!(other(first, "TY"), Some("s8r20"));
    let (none, score, time) = (None, Some, Some);
    assert_eq!(
        scores(first),
        [score(0.5), none, score(1.0), none, score(-3.5), none, none, none, score(64.0)]
    );
    assert_eq!(
        seconds(first),
        [time(1.25), time(2.0), none, none, time(62.0), none, none, none, time(0.01)]
    );

    assert_eq!(moves(second), WHITE_WIPES_OUT);
    assert_eq!(players(second), [Some("bert"), Some("anna")]);
    assert_eq!(second.outcome, Some(outcome(Some(Color::White), 64.0, Ending::Finished)));
}

#[test]
fn a_ggf_type_with_an_a_is_the_anti_game() {
    let game = &records("match.ggf", Format::Ggf)[2];
    assert_eq!(game.rule, Rule::Reversed);
    assert_eq!(moves(game), BLACK_WIPES_OUT);
    assert_eq!(players(game), [Some("anna"), Some("bot]\\")]);
    // Black has all the discs, so white has won.
    assert_eq!(game.outcome, Some(outcome(Some(Color::White), 64.0, Ending::Finished)));
    assert_eq!(other(game, "TY"), None);
}

#[test]
fn a_ggf_game_has_komi_two_clocks_and_a_pass() {
    let game = &records("match.ggf", Format::Ggf)[3];
    assert_eq!(moves(game), WITH_PASS);
    assert_eq!(game.komi, Some(1.5));
    assert_eq!(game.clock, None);
    assert_eq!(game.black.clock.as_deref(), Some("5:00"));
    assert_eq!(game.white.clock.as_deref(), Some("3:00"));
    assert_eq!(game.comment.as_deref(), Some("white gave a minute,\nand won"));
    assert_eq!(game.outcome, Some(outcome(Some(Color::White), 12.0, Ending::Resigned)));
    assert_eq!(other(game, "TY"), Some("8k"));
}

#[test]
fn an_sgf_may_have_its_first_move_in_the_root() {
    let games = records("edax.sgf", Format::Sgf);
    let [game] = &games[..] else { panic!("one game, found {}", games.len()) };
    assert_eq!(moves(game), BLACK_WIPES_OUT);
    assert_eq!(game.rule, Rule::Reversi);
    assert_eq!(players(game), [Some("anna"), Some("Edax 4.6")]);
    assert_eq!(game.version.as_deref(), Some("Edax:4.6"));
    assert_eq!(game.date.as_deref(), Some("2026-01-15"));
    assert_eq!(game.outcome, Some(outcome(Some(Color::Black), 64.0, Ending::Finished)));
}

#[test]
fn the_first_branch_of_an_sgf_is_the_game() {
    let games = records("branches.sgf", Format::Sgf);
    let [branched, short] = &games[..] else { panic!("two games, found {}", games.len()) };

    assert_eq!(moves(branched), WITH_PASS);
    assert_eq!(branched.rule, Rule::Reversed);
    assert_eq!(players(branched), [Some("René"), Some("bot [v2]")]);
    assert_eq!([branched.black.rating, branched.white.rating], [Some(1832.5), None]);
    assert_eq!(branched.event.as_deref(), Some("Club evening"));
    assert_eq!(branched.clock.as_deref(), Some("300"));
    assert_eq!(branched.komi, Some(-2.0));
    assert_eq!(branched.comment.as_deref(), Some("two branches,\nthe first is the game"));
    assert_eq!(other(branched, "C"), Some("before the first move"));
    assert_eq!(branched.outcome, Some(outcome(Some(Color::White), None, Ending::Resigned)));
    // V is black's view, a note is the mover's.
    assert_eq!(scores(branched)[..3], [Some(1.5), Some(0.25), None]);

    // White can only pass, and then black takes c1.
    assert_eq!(moves(short), "pass d1");
    assert_eq!(short.game().start().to_string(), format!("XXO{} O", "-".repeat(61)));
    assert_eq!(short.outcome, Some(outcome(None, 0.0, Ending::Finished)));
}

#[test]
fn obf_lines_are_positions_with_the_scores_of_moves() {
    let problems = problems("endgames.obf", Format::Obf);
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            let position = problem.position;
            let best = problem.best_score().map(Score::discs);
            (position.to_move(), position.board().empties().len(), problem.moves.len(), best)
        })
        .collect();
    assert_eq!(
        found,
        [
            (Color::Black, 8, 5, Some(4)),
            (Color::White, 8, 5, Some(0)),
            (Color::White, 7, 1, Some(-40)),
            (Color::White, 9, 0, Some(0)),
        ]
    );
    let [best, .., worst] = &problems[0].moves[..] else { unreachable!() };
    assert_eq!(best, &("c3".parse().unwrap(), Score::new(4).unwrap()));
    assert_eq!(worst, &("a5".parse().unwrap(), Score::new(-20).unwrap()));
    assert_eq!(problems[2].moves, [(Move::Pass, Score::new(-40).unwrap())]);
    assert_eq!(problems[3].score, Some(Score::DRAW));
}

#[test]
fn transcripts_are_read_as_people_paste_them() {
    let games = records("games.txt", Format::Transcript);
    let found: Vec<_> = games.iter().map(moves).collect();
    assert_eq!(found, [BLACK_WIPES_OUT, WHITE_WIPES_OUT, WITH_PASS, WITH_PASS]);
    let results: Vec<_> = games.iter().map(|game| game.outcome).collect();
    let won = |color| Some(outcome(Some(color), 64.0, Ending::Finished));
    assert_eq!(results, [won(Color::Black), won(Color::White), None, None]);

    // The reader is told the rule, and the same boards have other winners.
    let options = ReadOptions { rule: Rule::Reversed, ..ReadOptions::default() };
    let first = read_file("games.txt", Format::Transcript, options).remove(0).into_record();
    assert_eq!(first.outcome, won(Color::White));
}

#[test]
fn positions_are_read_in_the_letters_of_all_tools_and_as_a_grid() {
    let problems = problems("positions.pos", Format::Position);
    let found: Vec<_> = problems.iter().map(|problem| problem.position).collect();
    let grid = "-------------------X------OXX------XO--------------------------- O";
    let (start, passed) = (Position::START, Position::START.pass());
    assert_eq!(found, [start, passed, passed, grid.parse().unwrap()]);
}

/// The names beside `club.wtb`.
fn club_names() -> Names {
    let names = |kind, name: &str| {
        let file = std::fs::read(path(name)).expect("the file is in the repository");
        wthor::read_names(&file[..], kind).expect("a whole file of names")
    };
    Names {
        players: names(NameKind::Player, "club.jou"),
        tournaments: names(NameKind::Tournament, "club.trn"),
    }
}

#[test]
fn a_wthor_base_has_its_names_beside_it() {
    let names = club_names();
    assert_eq!(names.players, ["???", "Lindqvist Åsa", "Moreau René", "Bot"]);
    assert_eq!(names.tournaments, ["???", "Club evening", "Café Open"]);
    let options = ReadOptions { names, ..ReadOptions::default() };
    let games = read_file("club.wtb", Format::Wthor, options);
    let games: Vec<_> = games.into_iter().map(Item::into_record).collect();

    let found: Vec<_> = games.iter().map(|game| (players(game), game.event.as_deref())).collect();
    let (asa, rene) = (Some("Lindqvist Åsa"), Some("Moreau René"));
    assert_eq!(
        found,
        [
            ([asa, rene], Some("Club evening")),
            ([rene, asa], Some("Club evening")),
            ([asa, Some("Bot")], Some("Café Open")),
        ]
    );
    let results: Vec<_> = games.iter().map(|game| game.outcome.unwrap()).collect();
    assert_eq!(
        results,
        [
            outcome(Some(Color::Black), 12.0, Ending::Finished),
            outcome(Some(Color::White), 6.0, Ending::Finished),
            outcome(Some(Color::Black), 8.0, Ending::Settled),
        ]
    );
    assert!(games.iter().all(|game| game.rule == Rule::Reversi));
    assert!(games.iter().all(|game| game.date.as_deref() == Some("2026")));
    let theoretical: Vec<_> = games.iter().map(|game| other(game, "TH").unwrap()).collect();
    assert_eq!(theoretical, ["34", "28", "32"]);
    // The pass near the end is not in the file.
    assert!(moves(&games[0]).starts_with("e6 f4 f3 d6 f5"));
    assert!(moves(&games[0]).ends_with("a4 b5 pass b1"));
    assert_eq!(games[0].game().moves().len(), 61);
    assert_eq!(games[1].game().moves().len(), 59);
    assert_eq!(moves(&games[2]), "f5 d6 c3 d3 c4");
}

#[test]
fn a_step_log_tells_by_its_winner_that_fewer_discs_won() {
    let games = records("step_log.txt", Format::CourseSteps);
    let [game] = &games[..] else { panic!("one game, found {}", games.len()) };
    assert_eq!(moves(game), BLACK_WIPES_OUT);
    assert_eq!(game.rule, Rule::Reversed);
    assert_eq!(game.outcome, Some(outcome(Some(Color::White), 64.0, Ending::Finished)));
    assert_eq!(players(game), [Some("10000001"), Some("10000002")]);
    let expected: Vec<_> = (0..9).map(|at| Some(f64::from(at) * 0.25 + 0.003_125)).collect();
    assert_eq!(seconds(game), expected);
}

#[test]
fn a_boards_log_is_the_game_that_leads_from_board_to_board() {
    let options = ReadOptions { rule: Rule::Reversed, ..ReadOptions::default() };
    let items = read_file("chess_log.txt", Format::CourseBoards, options);
    let [Item::Game(game)] = &items[..] else { panic!("one game, found {items:?}") };
    assert_eq!(moves(game), BLACK_WIPES_OUT);
    assert_eq!(game.outcome, Some(outcome(Some(Color::White), 64.0, Ending::Finished)));
}

#[test]
fn a_course_board_is_told_its_side_to_move() {
    for to_move in Color::BOTH {
        let options = ReadOptions { to_move, ..ReadOptions::default() };
        let items = read_file("board.txt", Format::CourseBoard, options);
        let [Item::Problem(problem)] = &items[..] else { panic!("one board, found {items:?}") };
        let squares = "--------".repeat(3) + "--XXXO-----XO------OX---" + &"--------".repeat(2);
        assert_eq!(problem.position.to_string(), format!("{squares} {}", to_move.letter()));
    }
}

#[test]
fn json_lines_hold_all_there_is_to_say() {
    let games = records("games.jsonl", Format::Json);
    let [full, stopped, empty] = &games[..] else { panic!("three games, found {}", games.len()) };

    assert_eq!(moves(full), BLACK_WIPES_OUT);
    assert_eq!(full.rule, Rule::Reversed);
    assert_eq!(full.outcome, Some(outcome(Some(Color::White), 64.0, Ending::Finished)));
    assert_eq!(players(full), [Some("anna \"the [rook]\""), Some("オセロ")]);
    assert_eq!([full.black.rating, full.white.rating], [Some(1832.5), None]);
    assert_eq!(full.white.clock.as_deref(), Some("2:00"));
    assert_eq!(full.event.as_deref(), Some("Club evening"));
    assert_eq!(full.date.as_deref(), Some("2026-01-15"));
    assert_eq!(full.clock.as_deref(), Some("5:00"));
    assert_eq!(full.komi, Some(1.5));
    assert_eq!(full.seed, Some(u64::MAX));
    assert_eq!(full.version.as_deref(), Some("outflank 0.1.0"));
    assert_eq!(full.comment.as_deref(), Some("two\nlines"));
    assert_eq!(other(full, "TY"), Some("8ar20"));
    assert_eq!(scores(full)[..3], [None, Some(-1.5), Some(-1.0)]);
    assert_eq!(seconds(full)[..3], [None, Some(0.0015), Some(0.003)]);

    assert_eq!(moves(stopped), "pass");
    assert_eq!(stopped.game().start().to_move(), Color::White);
    assert_eq!(stopped.outcome, Some(outcome(Some(Color::White), None, Ending::TimedOut)));

    assert_eq!(empty, &Record::default());
}

#[test]
fn every_text_among_the_samples_is_detected() {
    for (name, format) in [
        ("match.ggf", Format::Ggf),
        ("edax.sgf", Format::Sgf),
        ("branches.sgf", Format::Sgf),
        ("endgames.obf", Format::Obf),
        ("games.txt", Format::Transcript),
        ("positions.pos", Format::Position),
        ("games.jsonl", Format::Json),
        ("board.txt", Format::CourseBoard),
        ("chess_log.txt", Format::CourseBoards),
        ("step_log.txt", Format::CourseSteps),
    ] {
        assert_eq!(detect(&std::fs::read_to_string(path(name)).unwrap()), Some(format), "{name}");
    }
}

/// A layout that others read does not change by accident.
#[test]
fn files_of_our_own_are_written_byte_for_byte_as_they_were() {
    for (name, format) in [
        ("club.wtb", Format::Wthor),
        ("games.jsonl", Format::Json),
        ("board.txt", Format::CourseBoard),
        ("chess_log.txt", Format::CourseBoards),
    ] {
        let mut file = Cursor::new(Vec::new());
        let mut writer = Writer::new(format, &mut file).unwrap();
        let options = ReadOptions { names: club_names(), ..ReadOptions::default() };
        for item in read_file(name, format, options) {
            writer.write(item).unwrap();
        }
        let names = writer.finish().unwrap();
        assert_eq!(file.into_inner(), std::fs::read(path(name)).unwrap(), "{name}");
        assert!(names.is_none_or(|names| names == club_names()));
    }
    let names = club_names();
    for (name, kind, names) in [
        ("club.jou", NameKind::Player, &names.players),
        ("club.trn", NameKind::Tournament, &names.tournaments),
    ] {
        let mut file = Vec::new();
        wthor::write_names(&mut file, kind, names).unwrap();
        assert_eq!(file, std::fs::read(path(name)).unwrap(), "{name}");
    }
}
