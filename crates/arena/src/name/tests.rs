use std::path::PathBuf;
use std::time::Duration;

use outflank_classic::{Form, SearchLimits, ShippedGenome};
use outflank_core::{Color, Rule};
use outflank_engine::{Level, Thinking};
use outflank_zero::ZeroLimits;
use proptest::option;
use proptest::prelude::{Just, Strategy, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use super::{ClassicName, EngineName, GtpName, NBoardName, PlayerName, ZeroName};
use crate::{CommandLine, EngineBook, EngineWeights, GenomeName, GtpClock, Terms};

fn any_engine() -> impl Strategy<Value = EngineName> {
    let level = option::of((1..=20_u8).prop_map(|number| Level::new(number).unwrap()));
    let time = option::of((1..=90_000_000_u64).prop_map(Duration::from_micros));
    let depth = option::of(1..=60_u32);
    let nodes = option::of(1..=u64::MAX);
    let weights = prop_oneof![
        Just(EngineWeights::BuiltIn),
        Just(EngineWeights::HandMade),
        "[a-z/.]{1,9}".prop_map(|path| EngineWeights::File(path.into())),
    ];
    let book = prop_oneof![
        Just(EngineBook::BuiltIn),
        Just(EngineBook::Off),
        "[a-z/.]{1,9}".prop_map(|path| EngineBook::File(path.into())),
    ];
    let machine = (
        option::of(1..=256_u16),
        option::of(1..=1_u32 << 20),
        option::of(weights),
        option::of(book),
    );
    (level, time, depth, nodes, machine).prop_map(
        |(level, time, depth, nodes, (threads, hash_mib, weights, book))| EngineName {
            thinking: Thinking { level, time, depth, nodes },
            threads,
            hash_mib,
            weights,
            book,
        },
    )
}

fn any_classic() -> impl Strategy<Value = ClassicName> {
    let genome = prop_oneof![
        select(&Form::REPORTS[..]).prop_map(GenomeName::Report),
        select(ShippedGenome::all().collect::<Vec<_>>()).prop_map(GenomeName::Shipped),
        "[a-z/.]{1,9}".prop_map(|path| GenomeName::File(path.into())),
    ];
    let time = option::of((1..=90_000_000_u64).prop_map(Duration::from_micros));
    let limits = (option::of(1..=60_u32), option::of(1..=u64::MAX), time)
        .prop_map(|(depth, nodes, time)| SearchLimits { depth, nodes, time });
    (genome, limits).prop_map(|(genome, limits)| ClassicName { genome, limits })
}

fn any_zero() -> impl Strategy<Value = ZeroName> {
    let time = option::of((1..=90_000_000_u64).prop_map(Duration::from_micros));
    let limits = (option::of(1..=u32::MAX), time)
        .prop_map(|(simulations, time)| ZeroLimits { simulations, time });
    let path = option::of("[a-z/.]{1,9}".prop_map(PathBuf::from));
    (path, limits, option::of(1..=256_u16)).prop_map(|(network, limits, threads)| ZeroName {
        network,
        limits,
        threads,
    })
}

fn any_command() -> impl Strategy<Value = CommandLine> {
    let word = "[ -~é\\n]{1,8}";
    let words = proptest::collection::vec(word, 1..4);
    words.prop_map(|words| shell_words::join(words).parse().unwrap())
}

/// A folder without commas, which separate settings.
fn any_folder() -> impl Strategy<Value = Option<PathBuf>> {
    option::of("[!-+\\--~é]([ -+\\--~é]{0,6}[!-+\\--~é])?".prop_map(PathBuf::from))
}

fn any_clock() -> impl Strategy<Value = Option<GtpClock>> {
    option::of(select(&[GtpClock::Move, GtpClock::Game, GtpClock::None][..]))
}

proptest! {
    #[test]
    fn a_name_survives_being_written(name in prop_oneof![
        Just(PlayerName::Random),
        Just(PlayerName::Greedy),
        any_engine().prop_map(PlayerName::Engine),
        any_classic().prop_map(PlayerName::Classic),
        any_zero().prop_map(PlayerName::Zero),
        "[ -~é]{1,20}".prop_map(|path| PlayerName::Python(path.into())),
        (any_folder(), any_clock(), any_command())
            .prop_map(|(folder, clock, line)| PlayerName::Gtp(GtpName { folder, clock, line })),
        (option::of(1..=60_u32), any_folder(), any_command())
            .prop_map(|(depth, folder, line)| PlayerName::NBoard(NBoardName { depth, folder, line })),
    ]) {
        prop_assert_eq!(name.to_string().parse(), Ok(name));
    }

    #[test]
    fn any_text_is_a_name_or_an_error(text in "(engine:|classic:corner,|genome:|zero:|python:|gtp:|gtp:folder=|nboard:depth=9,)?[a-z=,:0-9. '\"\\\\-]{0,20}") {
        if let Ok(name) = text.parse::<PlayerName>() {
            prop_assert_eq!(name.to_string().parse(), Ok(name));
        }
    }
}

#[test]
fn keys_come_in_any_order_and_leave_in_one() {
    for (given, canonical) in [
        ("engine", "engine"),
        ("engine:level=8", "engine:level=8"),
        ("engine:threads=1,time=0.5s", "engine:time=500ms,threads=1"),
        (
            "engine:hash=64,nodes=100000,threads=1,depth=6",
            "engine:depth=6,nodes=100000,threads=1,hash=64",
        ),
        ("classic:five-factor", "classic:five-factor"),
        ("genome:phased-evolved,depth=2", "genome:phased-evolved,depth=2"),
        ("classic:corner,nodes=9,depth=3,time=1s", "classic:corner,time=1s,depth=3,nodes=9"),
        ("genome:a/b.toml, depth=2", "genome:a/b.toml,depth=2"),
        ("zero", "zero"),
        ("zero:time=1s,simulations=9", "zero:simulations=9,time=1s"),
        ("zero:a/b.network, threads=2", "zero:a/b.network,threads=2"),
        ("python:agents/mine, v2.py", "python:agents/mine, v2.py"),
        ("gtp:edax  -gtp 'a b'", "gtp:edax -gtp 'a b'"),
        ("nboard:\"./n test\" x\\ y", "nboard:'./n test' 'x y'"),
        ("nboard: depth=16  ntest x", "nboard:depth=16 ntest x"),
        ("nboard:folder=../ntest,depth=16 ./ntest", "nboard:depth=16,folder=../ntest ./ntest"),
        ("gtp:clock=none,folder='a b' ./edax", "gtp:folder='a b',clock=none ./edax"),
        ("gtp:\"clock=none\" x", "gtp:'clock=none' x"),
    ] {
        assert_eq!(given.parse::<PlayerName>().unwrap().to_string(), canonical);
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let keys = "level, time, depth, nodes, threads, hash, weights, book";
    let players = "engine, classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, \
                   gtp:COMMAND or nboard:COMMAND";
    for (text, sentence) in [
        ("hal", format!("'hal' is not a player: expected {players}")),
        ("random:seed=1", format!("'random:seed=1' is not a player: expected {players}")),
        ("zero:", "zero: has to be followed by the file of a network or by settings".to_owned()),
        (
            "zero:a.network,depth=3",
            "the network player takes no 'depth': expected simulations, time, threads".to_owned(),
        ),
        ("python:", "python: has to be followed by the name of a file".to_owned()),
        ("gtp:", "gtp: and nboard: have to be followed by a command line".to_owned()),
        ("nboard: ''", "gtp: and nboard: have to be followed by a command line".to_owned()),
        ("nboard:depth=9", "gtp: and nboard: have to be followed by a command line".to_owned()),
        ("gtp:folder=.", "gtp: and nboard: have to be followed by a command line".to_owned()),
        (
            "nboard:depth=x ntest",
            "an NBoard engine's depth cannot be 'x': expected 1 to 60 plies".to_owned(),
        ),
        ("gtp:time=1s edax", "a GTP engine takes no 'time': expected folder, clock".to_owned()),
        ("nboard:depth=1,depth=2 x", "an NBoard engine's depth is given twice".to_owned()),
        (
            "gtp:clock=slow edax",
            "a GTP engine's clock cannot be 'slow': expected move, game or none".to_owned(),
        ),
        ("gtp:folder= edax", "a GTP engine's folder cannot be '': expected a folder".to_owned()),
        ("gtp:a 'b", "a quote in the command line 'a \\'b' is not closed".to_owned()),
        ("engine:", format!("the engine takes no '': expected {keys}")),
        ("engine:speed=3", format!("the engine takes no 'speed': expected {keys}")),
        ("engine:level=8,", format!("the engine takes no '': expected {keys}")),
        ("engine:level=8,level=9", "the engine's level is given twice".to_owned()),
        ("engine:level", "the engine's level cannot be '': expected 1 to 20".to_owned()),
        ("engine:level=21", "the engine's level cannot be '21': expected 1 to 20".to_owned()),
        (
            "engine:time=soon",
            "the engine's time cannot be 'soon': expected a time such as 5s, 500ms or 2m"
                .to_owned(),
        ),
        ("engine:depth=61", "the engine's depth cannot be '61': expected 1 to 60 plies".to_owned()),
        ("engine:nodes=0", "the engine's nodes cannot be '0': expected 1 or more".to_owned()),
        ("engine:threads=-1", "the engine's threads cannot be '-1': expected 1 to 256".to_owned()),
        (
            "classic:hal",
            "'hal' is not a form: expected phased, staged, five-factor, corner, evolved, continuous".to_owned(),
        ),
        (
            "classic:phased,level=3",
            "phased takes no 'level': expected time, depth, nodes".to_owned(),
        ),
        (
            "classic:phased,depth=0",
            "phased's depth cannot be '0': expected 1 to 60 plies".to_owned(),
        ),
        ("classic:corner,depth=2,depth=3", "corner's depth is given twice".to_owned()),
        ("genome:", "genome: has to be followed by the name of a file".to_owned()),
        (
            "engine:hash=big",
            "the engine's hash cannot be 'big': expected 1 to 1048576 MiB".to_owned(),
        ),
    ] {
        assert_eq!(text.parse::<PlayerName>().unwrap_err().to_string(), sentence);
    }
}

/// What is said when a player cannot be made.
fn refused(name: &str, rule: Rule) -> String {
    let name: PlayerName = name.parse().unwrap();
    match name.player(rule, Color::Black, 1, &Terms::default()) {
        Ok(_) => panic!("{name} plays {rule}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn agents_are_made_for_their_own_game_alone() {
    for form in Form::REPORTS {
        let name: PlayerName = format!("classic:{form},depth=1").parse().unwrap();
        for rule in Rule::BOTH {
            assert_eq!(
                name.player(rule, Color::White, 1, &Terms::default()).is_ok(),
                rule == form.rule()
            );
        }
    }
    let sentence = refused("classic:evolved", Rule::Reversi);
    assert_eq!(sentence, "evolved plays reversed only, not reversi");
}

#[test]
fn a_genome_that_cannot_be_used_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = format!("genome:{}", path.display());
    let sentence = refused(&name, Rule::Reversi);
    assert!(sentence.starts_with(&format!("cannot read the genome {}: ", path.display())));

    let text = outflank_classic::Genome::default_of(Form::Corner).to_toml();
    std::fs::write(&path, &text).unwrap();
    assert!(
        name.parse::<PlayerName>()
            .unwrap()
            .player(Rule::Reversi, Color::Black, 1, &Terms::default())
            .is_ok()
    );
    assert_eq!(
        refused(&name, Rule::Reversed),
        format!(
            "cannot use the genome {}: line 2: the genome is for reversi, and the game is \
             reversed",
            path.display()
        )
    );
    std::fs::write(&path, text.replace("discs = 30", "discs = nan")).unwrap();
    assert_eq!(
        refused(&name, Rule::Reversi),
        format!(
            "cannot use the genome {}: line 15: 'discs' is nan: expected a finite number",
            path.display()
        )
    );
}
