//! Random games, positions and texts for the tests of this folder.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::time::Duration;

use outflank_core::{Bitboard, Color, Game, Move, Position, Rule, Score};
use outflank_formats::{
    Ending, Format, GameResult, Item, Note, Player, Problem, Record, Tag, WriteError, Writer,
};
use proptest::collection::{btree_map, vec};
use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

/// Texts that are syntax somewhere.
const TRICKY: [&str; 14] = [
    "]",
    "\\",
    "\n",
    "\r\n",
    "(;",
    ")",
    "'",
    "\"",
    "\u{feff}",
    ", white is ",
    "\nBlack is a, white is b",
    "GM[Othello]",
    "BO[8 ",
    "\"move\"",
];

/// A name, a date or a remark: short, and hard on every format.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[A-Za-z0-9 .-]{1,8}",
        2 => select(&TRICKY[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[é名🖤?%#;,:/+]{1,3}",
    ];
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// A finite number, most often one that people write.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => (-6_400..=6_400).prop_map(|hundredths| f64::from(hundredths) / 100.0),
        1 => POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO,
    ]
}

/// Any discs with either side to move, sparse and full boards among them.
pub(crate) fn position() -> impl Strategy<Value = Position> {
    let discs = prop_oneof![
        any::<u64>(),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b),
        Just(0),
    ];
    (discs, any::<u64>(), color()).prop_map(|(discs, black, to_move)| {
        let [black, white] = [discs & black, discs & !black].map(Bitboard::new);
        Position::new(black, white, to_move).expect("no disc is both black and white")
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    select(&Rule::BOTH[..])
}

fn color() -> impl Strategy<Value = Color> {
    select(&Color::BOTH[..])
}

/// Random play of random length; about a third of the games reach their end.
pub(crate) fn game(start: Position) -> impl Strategy<Value = Game> {
    let length = prop_oneof![0..70_usize, Just(130)];
    length.prop_flat_map(|length| vec(any::<u8>(), length)).prop_map(move |choices| {
        let mut game = Game::from_position(start);
        for choice in choices {
            let squares: Vec<_> = game.position().board().legal_moves().iter().collect();
            let played = match squares.len() {
                0 => Move::Pass,
                count => Move::Place(squares[usize::from(choice) % count]),
            };
            if game.play(played).is_err() {
                break;
            }
        }
        game
    })
}

fn note() -> impl Strategy<Value = Note> {
    // A move takes less than eleven days, and then every nanosecond is kept.
    let micros = (0..10_000_000_u64).prop_map(Duration::from_micros);
    let nanos = (0..1_000_000_000_000_000_u64).prop_map(Duration::from_nanos);
    (option::of(number()), option::of(prop_oneof![micros, nanos]))
        .prop_map(|(score, time)| Note { score, time })
}

fn player() -> impl Strategy<Value = Player> {
    (option::of(text()), option::of(number()), option::of(text()))
        .prop_map(|(name, rating, clock)| Player { name, rating, clock })
}

fn outcome() -> impl Strategy<Value = GameResult> {
    let margin = (0..=256).prop_map(|quarters| f64::from(quarters) / 4.0);
    (option::of(color()), option::of(margin), select(&Ending::ALL[..]))
        .prop_map(|(winner, margin, ending)| GameResult { winner, margin, ending })
}

fn tags() -> impl Strategy<Value = BTreeMap<Tag, String>> {
    // Some formats have such tags themselves.
    let own = select(&["TY", "GM", "BO", "RE", "RB", "AB", "C", "B", "V"][..]);
    let name = prop_oneof![3 => "[A-Z]{1,2}", 1 => own.prop_map(str::to_owned)];
    let tag = name.prop_map(|name| Tag::new(&name).expect("one or two capitals"));
    btree_map(tag, text(), 0..3)
}

/// A game with everything that a record can hold.
pub(crate) fn record_from(start: impl Strategy<Value = Position>) -> impl Strategy<Value = Record> {
    let played = start.prop_flat_map(game).prop_flat_map(|game| {
        let notes = vec(note(), game.moves().len());
        (Just(game), notes)
    });
    let texts = [option::of(text()), option::of(text()), option::of(text())];
    let rare = (option::of(any::<u64>()), option::of(text()), option::of(text()), tags());
    let known = (rule(), player(), player(), texts, option::of(number()), option::of(outcome()));
    (played, known, rare).prop_map(|((game, notes), known, rare)| {
        let (rule, black, white, [event, date, clock], komi, outcome) = known;
        let (seed, version, comment, other) = rare;
        let mut record = Record::new(rule, game.start());
        for (played, note) in game.moves().iter().zip(notes) {
            record.play(*played, note).expect("the game was played before");
        }
        record.black = black;
        record.white = white;
        record.event = event;
        record.date = date;
        record.clock = clock;
        record.komi = komi;
        record.outcome = outcome;
        record.seed = seed;
        record.version = version;
        record.comment = comment;
        record.other = other;
        record
    })
}

/// A game from the usual start, or from any position.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    record_from(prop_oneof![Just(Position::START), position()])
}

/// A position with scores for some of its moves, or for itself.
pub(crate) fn problem() -> impl Strategy<Value = Problem> {
    let score = || (-32..=32).prop_map(|half| Score::new(2 * half).expect("even and small"));
    (rule(), position(), vec(option::of(score()), 64), option::of(score())).prop_map(
        |(rule, position, scores, score)| {
            let game = Game::from_position(position);
            let squares = position.board().legal_moves().iter().map(Move::Place);
            let known = squares.chain(game.must_pass().then_some(Move::Pass));
            let moves = known.zip(scores).filter_map(|(known, score)| Some((known, score?)));
            Problem { rule, position, moves: moves.collect(), score }
        },
    )
}

/// What the generic writer makes of one game or position.
pub(crate) fn written(format: Format, item: Item) -> Result<Vec<u8>, WriteError> {
    let mut file = Cursor::new(Vec::new());
    let mut writer = Writer::new(format, &mut file)?;
    writer.write(item)?;
    writer.finish()?;
    Ok(file.into_inner())
}
