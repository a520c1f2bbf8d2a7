use std::collections::BTreeMap;

use outflank_core::{Board, Color, Game, Move, Rule, Square};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Level, MIDDLE_GAME, RATINGS, SKILLS};
use crate::{Analysis, Engine, Limits, Options, Thinking};

const ENGINE: Options = Options { threads: 1, hash_mib: 1 };

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn levels() -> impl Iterator<Item = Level> {
    (Level::MIN.number()..=Level::MAX.number()).map(level)
}

fn search(engine: &mut Engine, rule: Rule, board: Board, level: Level) -> Analysis {
    engine.search(rule, board, &Thinking::at_level(level).limits(board), &mut |_| {})
}

/// A board with this many empty squares: first moves only, no search.
fn board_with(empties: u32) -> Board {
    let mut game = Game::new();
    while game.position().board().empties().len() > empties {
        let first = game.position().board().legal_moves().first();
        game.play(first.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game.position().board()
}

/// The disc difference of a game for black.
fn play(rule: Rule, black: Level, white: Level, seed: u64) -> i32 {
    let mut engines = [Engine::new(ENGINE), Engine::new(ENGINE)];
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new();
    while !game.is_over() {
        let (board, color) = (game.position().board(), game.position().to_move());
        let level = if color == Color::Black { black } else { white };
        let analysis = search(&mut engines[color as usize], rule, board, level);
        game.play(level.choose(&analysis, &mut random).unwrap()).unwrap();
    }
    game.result(rule, Color::Black).unwrap().discs()
}

#[test]
fn the_documented_table_is_the_one_in_use() {
    let page = include_str!("../../../../docs/levels.md");
    for level in levels() {
        let skill = level.skill();
        let search = match skill.depth {
            Some(depth) => format!("{depth} | {}", skill.solves),
            None => "no limit | by time".to_owned(),
        };
        let [one, other] = skill.doubts;
        let rating =
            |rule| level.rating(rule).map_or("by time".into(), |rating| rating.to_string());
        let [first, second] = Rule::BOTH.map(rating);
        let row = format!("| {level} | {search} | {one} | {other} | {first} | {second} |");
        assert!(page.lines().any(|line| line == row), "docs/levels.md has no line {row}");
    }
    assert!(page.contains(&format!("{MIDDLE_GAME} empty squares")));
}

#[test]
fn no_level_can_do_less_than_the_one_below() {
    for [below, above] in RATINGS.array_windows() {
        assert!(above[0] > below[0] && above[1] > below[1]);
    }
    for [below, above] in SKILLS.array_windows() {
        assert!(above.depth.unwrap_or(60) >= below.depth.unwrap_or(60));
        assert!(above.solves > below.solves);
        assert!(above.doubts.iter().zip(below.doubts).all(|(above, below)| *above <= below));
        assert!(above.depth.is_none_or(|depth| above.solves >= depth));
    }
}

#[test]
fn doubt_fades_and_ends_where_a_level_plays_exactly() {
    for level in levels() {
        let doubt = |empties| level.doubt(Rule::Reversed, board_with(empties));
        let doubts: Vec<_> = (0..60).map(doubt).collect();
        assert!(doubts.is_sorted(), "level {level}");
        let solves = level.skill().solves.min(59);
        assert!(doubts[solves as usize].abs() < f64::EPSILON, "level {level}");
        let limits = level.limits(board_with(solves));
        assert_eq!(limits.lines, 1);
        assert!(limits.depth.is_none_or(|depth| depth == solves.max(1)));
    }
    assert_eq!(level(3).limits(board_with(50)).lines, Limits::ALL_LINES);
}

#[test]
fn a_seed_gives_the_same_game_again() {
    for rule in Rule::BOTH {
        let margins =
            |seed: u64| (0..4).map(move |game| play(rule, level(2), level(3), seed + game));
        assert!(margins(1).eq(margins(1)));
        assert!(margins(1).ne(margins(5)));
    }
}

#[test]
fn a_worse_move_is_less_likely_but_not_impossible() {
    let board = board_with(48);
    let analysis = search(&mut Engine::new(ENGINE), Rule::Reversi, board, level(1));
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let mut counts = BTreeMap::<Move, f64>::new();
    for _ in 0..20_000 {
        *counts.entry(level(1).choose(&analysis, &mut random).unwrap()).or_default() += 1.0;
    }
    let scored: BTreeMap<Move, i32> =
        analysis.candidates.iter().map(|other| (other.played, other.score.discs())).collect();
    let best = analysis.best.unwrap();
    let doubt = level(1).doubt(Rule::Reversi, board);
    assert_eq!(counts.len(), scored.len());
    for (played, score) in &scored {
        let expected = (f64::from(score - scored[&best]) / doubt).exp();
        let found = counts[played] / counts[&best];
        assert!((found - expected).abs() < 0.1, "{played}: {found} for {expected}");
    }
}

#[test]
fn the_strongest_always_takes_the_best() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut engine = Engine::new(ENGINE);
    for rule in Rule::BOTH {
        let board = board_with(40);
        let limits = Thinking { depth: Some(5), ..Thinking::at_level(Level::MAX) }.limits(board);
        let analysis = engine.search(rule, board, &limits, &mut |_| {});
        assert!((0..50).all(|_| Level::MAX.choose(&analysis, &mut random) == analysis.best));
    }
}

#[test]
fn a_beginner_loses_to_the_tenth_level() {
    for rule in Rule::BOTH {
        let won = |seed| {
            let margin = if seed % 2 == 0 {
                play(rule, level(10), Level::MIN, seed)
            } else {
                -play(rule, Level::MIN, level(10), seed)
            };
            margin > 0
        };
        assert_eq!((0..4).filter(|seed| won(*seed)).count(), 4, "{rule}");
    }
}

#[test]
fn a_forced_pass_and_a_finished_game_are_no_choice() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut engine = Engine::new(ENGINE);
    // Only the opponent can move: one own disc on a1, one of theirs beside it.
    let theirs =
        Board::new([Square::B1].into_iter().collect(), [Square::A1].into_iter().collect()).unwrap();
    let analysis = search(&mut engine, Rule::Reversi, theirs, Level::MIN);
    assert_eq!(Thinking::at_level(Level::MIN).choose(&analysis, &mut random), Move::Pass);
    let over = board_with(0);
    let analysis = search(&mut engine, Rule::Reversi, over, Level::MIN);
    assert_eq!(Level::MIN.choose(&analysis, &mut random), None);
}
