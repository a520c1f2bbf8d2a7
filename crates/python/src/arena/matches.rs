//! Two players.

use std::ops::ControlFlow;

use outflank_arena::{Adjudication, Agent, GameRow, Match, Pair, Plan, Slot, Tally, opening_list};
use outflank_core::{Color, Game};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::callable::{Emergency, player};
use super::terms::{TermsArg, refused};
use super::{MOST_GAMES_AT_ONCE, report};
use crate::attend::attend;
use crate::error::value_error;
use crate::input::{self, Number, whole};
use crate::rule::RuleArg;

/// Plays a match of two players; `on_game` hears of every game in order.
#[pyfunction]
#[pyo3(signature = (players, names, rules, games, seed, concurrency, balanced, adjudicate, terms, on_game))]
#[expect(clippy::too_many_arguments, reason = "keywords of outflank.arena.match")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: [Bound<'py, PyAny>; 2],
    names: [String; 2],
    rules: RuleArg,
    games: Number<'py>,
    seed: Number<'py>,
    concurrency: Number<'py>,
    balanced: bool,
    adjudicate: Option<Number<'py>>,
    terms: TermsArg,
    on_game: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = whole("games", &games, 2..=u32::MAX)?;
    if games % 2 > 0 {
        let sentence = format!("games is {games}, expected an even number: games come in pairs");
        return Err(value_error(sentence));
    }
    let pairs = games as usize / 2;
    let seed = input::seed(&seed)?;
    let concurrency = whole("concurrency", &concurrency, 1..=MOST_GAMES_AT_ONCE)?;
    let adjudicate = adjudicate.map(|empties| whole("adjudicate", &empties, 0..=60)).transpose()?;
    let emergency = Emergency::default();
    let [first, second] = [0, 1].map(|at| player(&names[at], &players[at], &emergency));
    let players = [first?, second?];
    let mut agents = Vec::new();
    for name in &players {
        agents.push(Agent::of(name).map_err(refused)?);
    }
    let rule = rules.0;
    let played = Match { rule, players, concurrency, seed, terms: terms.terms()? };
    let seeds = played.clone();
    let mut openings = vec![Game::new()];
    if balanced {
        openings = opening_list(rule);
        openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let stop = emergency.stop.clone();
    let mut tally = Tally::default();
    let mut number = 0;
    let done = attend(
        py,
        &emergency.stop,
        move |told| {
            // When all openings were played, they come again.
            let mut openings = openings.into_iter().cycle().take(pairs);
            let mut plan = Plan::new(&mut openings, &stop);
            plan.adjudication = adjudicate.map(Adjudication::at);
            played.play_with(plan, &mut |pair: Pair, tally: &Tally| match told
                .send((pair, tally.clone()))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        },
        |py, (pair, so_far): (Pair, Tally)| {
            tally = so_far;
            for (at, game) in pair.games.into_iter().enumerate() {
                let order = if game.color == Color::Black { [0, 1] } else { [1, 0] };
                let row = GameRow {
                    slot: Slot { round: 0, pair: number, game: at as u32 },
                    players: order.map(|at| agents[at].clone()),
                    played: game.played,
                    seed: seeds.seed_of(number as usize),
                };
                let seated = order.map(|at| names[at].as_str());
                on_game.call1((report::game(py, &row, seated, row.record())?,))?;
            }
            number += 1;
            Ok(())
        },
    )?;
    if let Some(error) = emergency.take() {
        return Err(error);
    }
    done.map_err(refused)?;
    let result = PyDict::new(py);
    result.set_item("wins", tally.wins)?;
    result.set_item("draws", tally.draws)?;
    result.set_item("losses", tally.losses)?;
    result.set_item("mean_discs", tally.mean_discs())?;
    report::statistics(&result, &tally.pairs)?;
    Ok(result)
}
