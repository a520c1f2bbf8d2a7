//! Each level against the one below: the measurement behind docs/levels.md.
//!
//! `cargo test --release -p outflank-arena --test it -- ladder --ignored --nocapture`
//! prints it. `LADDER=1-12` and `GAMES=40` say which levels and how many games. Level 1 meets
//! `random` and `greedy`.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::ops::ControlFlow;
use std::time::Duration;

use outflank_arena::{BalancedOpenings, Match, PlayerName, Terms};
use outflank_core::Rule;

fn player(level: u8) -> PlayerName {
    format!("engine:level={level},threads=1,hash=16").parse().unwrap()
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
    let games: usize = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let weakest = ["random", "greedy"].map(|name| (1, name.parse().unwrap()));
    let weakest = weakest.into_iter().filter(|_| first == 1);
    let levels = (first + 1..=last).map(|level| (level, player(level - 1)));
    for (level, opponent) in weakest.chain(levels) {
        for rule in Rule::BOTH {
            let players = [player(level), opponent.clone()];
            let played = Match { rule, players, concurrency: 1, seed: 0, terms: Terms::default() };
            let mut longest = Duration::ZERO;
            let tally = played
                .play(&mut BalancedOpenings::new(rule, 0).take(games / 2), &mut |pair, _| {
                    for game in &pair.games {
                        longest = longest.max(game.played.longest(game.color));
                    }
                    ControlFlow::Continue(())
                })
                .unwrap();
            println!(
                "{level} against {opponent} {rule} {:.0} % +- {:.0} longest {:.3} s",
                tally.pairs.score() * 100.0,
                tally.pairs.score_error() * 196.0,
                longest.as_secs_f64()
            );
        }
    }
}
