//! Each level against the one below: the measurement behind docs/levels.md.
//!
//! `cargo test --release -p outflank-arena --test ladder -- --ignored --nocapture`
//! prints it. `LADDER=1-12` and `GAMES=40` say which levels and how many games.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::time::{Duration, Instant};

use outflank_arena::{Player, PlayerName};
use outflank_core::{Color, Game, Move, Rule};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

/// Random moves that open each pair of games.
const OPENING: usize = 8;

fn opening(seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new();
    for _ in 0..OPENING {
        let moves = game.position().board().legal_moves();
        game.play(moves.iter().choose(&mut random).map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

fn player(level: u8, rule: Rule, color: Color, seed: u64) -> Box<dyn Player> {
    let name: PlayerName = format!("engine:level={level},threads=1,hash=16").parse().unwrap();
    name.player(rule, color, seed).unwrap()
}

/// What `level` scores against the one below in one game: 1, 0.5 or 0.
fn score(rule: Rule, level: u8, color: Color, seed: u64, longest: &mut Duration) -> f64 {
    let mut game = opening(seed);
    let levels = Color::BOTH.map(|side| if side == color { level } else { level - 1 });
    let mut players = Color::BOTH.map(|side| player(levels[side as usize], rule, side, seed));
    while !game.is_over() {
        let side = game.position().to_move();
        let start = Instant::now();
        let played = players[side as usize].choose(&game);
        if side == color {
            *longest = start.elapsed().max(*longest);
        }
        game.play(played).unwrap();
    }
    match game.result(rule, color).unwrap().discs() {
        1.. => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

#[test]
#[ignore = "a measurement of minutes"]
fn each_level_beats_the_one_below() {
    let (first, last) = std::env::var("LADDER")
        .ok()
        .and_then(|text| {
            let (first, last) = text.split_once('-')?;
            Some((first.parse().ok()?, last.parse().ok()?))
        })
        .unwrap_or((1_u8, 12_u8));
    let games: u64 = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    for level in first + 1..=last {
        for rule in Rule::BOTH {
            let mut longest = Duration::ZERO;
            let mut pairs = Vec::new();
            for seed in 0..games / 2 {
                let of = |color, longest: &mut _| score(rule, level, color, seed, longest);
                let both = of(Color::Black, &mut longest) + of(Color::White, &mut longest);
                pairs.push(both / 2.0);
            }
            let count = f64::from(u32::try_from(pairs.len()).unwrap());
            let mean = pairs.iter().sum::<f64>() / count;
            let squares = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
            // Both games of a pair share an opening: the pair is what varies.
            let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
            println!(
                "{level} {rule} {:.0} % +- {:.0} longest {:.3} s",
                mean * 100.0,
                error * 196.0,
                longest.as_secs_f64()
            );
        }
    }
}
