//! The units of self-play and of matches, as the commands send them.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Adjudication, EngineWeights, Match, MatchPlan, Pair, PlayerName, Tally};
use outflank_eval::Weights;
use outflank_train::SelfPlay;
use outflank_work::{PlannedUnit, UnitPlan};
use pyo3::prelude::*;
use serde_json::Value;

use super::{PlanFields, fields};
use crate::arena::{TermsArg, load_openings};
use crate::error::value_error;
use crate::input::{self, Number, whole};
use crate::rule::RuleArg;

/// The most games of a call.
const MAX_GAMES: u64 = 100_000_000;
/// The games of a shard.
const SHARD: u64 = 100;

/// The units of a run of self-play: a shard of a hundred games each.
#[pyfunction]
#[pyo3(signature = (games, rules, weights, depth, exact, opening, temperature, beside, seed))]
#[expect(clippy::too_many_arguments, reason = "keywords of outflank.units.self_play")]
pub(crate) fn plan_self_play(
    py: Python<'_>,
    games: Number<'_>,
    rules: RuleArg,
    weights: &str,
    depth: Number<'_>,
    exact: Number<'_>,
    opening: (u32, u32),
    temperature: f64,
    beside: Number<'_>,
    seed: Number<'_>,
) -> PyResult<PlanFields> {
    let games = whole("games", &games, 1..=MAX_GAMES)?;
    let depth = whole("depth", &depth, 0..=20)?;
    if opening.0 > opening.1 || opening.1 > 60 {
        return Err(value_error(format!("{opening:?} is no range of plies: expected 0 to 60")));
    }
    if !(0.0..=64.0).contains(&temperature) {
        return Err(value_error(format!("temperature is {temperature}, expected 0 to 64")));
    }
    let weights: EngineWeights = weights.parse().map_err(value_error)?;
    let weights = weights.load(rules.0).map_err(value_error)?;
    let settings = SelfPlay {
        rule: rules.0,
        games,
        depth,
        exact: whole("exact", &exact, 0..=30)?,
        opening,
        temperature: if depth == 0 { 0.0 } else { temperature },
        beside: whole("beside", &beside, 0..=60)?,
        seed: input::seed(&seed)?,
        weights: weights.as_ref().map_or(0, Weights::checksum),
    };
    let description = settings.description(weights.as_ref());
    let unit = |shard| PlannedUnit {
        description: description.clone(),
        range: shard..shard + 1,
        details: Value::Null,
    };
    Ok(fields(py, &description, (0..games.div_ceil(SHARD)).map(unit).collect()))
}

/// The units of a match: `pairs` pairs of games each.
#[pyfunction]
#[pyo3(signature = (players, rules, games, pairs, seed, openings, adjudicate, terms))]
#[expect(clippy::too_many_arguments, reason = "keywords of outflank.units.match")]
pub(crate) fn plan_match(
    py: Python<'_>,
    players: [String; 2],
    rules: RuleArg,
    games: Number<'_>,
    pairs: Number<'_>,
    seed: Number<'_>,
    openings: &str,
    adjudicate: Option<Number<'_>>,
    terms: TermsArg,
) -> PyResult<PlanFields> {
    let games = whole("games", &games, 2..=MAX_GAMES)?;
    if games % 2 > 0 {
        let sentence = format!("games is {games}, expected an even number: games come in pairs");
        return Err(value_error(sentence));
    }
    let size = 2 * whole("pairs", &pairs, 1..=1000)?;
    let seed = input::seed(&seed)?;
    let adjudicate = adjudicate.map(|empties| whole("adjudicate", &empties, 0..=60)).transpose()?;
    let [first, second] = players.map(|name| name.parse::<PlayerName>().map_err(value_error));
    let (rule, terms) = (rules.0, terms.terms()?);
    let played = Match { rule, players: [first?, second?], concurrency: 1, seed, terms };
    let openings = load_openings(openings, rule)?;
    let mut openings = openings.sequence(seed).take(games as usize / 2);
    let plan = UnitPlan::new(size);
    let stop = AtomicBool::new(false);
    let adjudication = adjudicate.map(Adjudication::at);
    let match_plan =
        MatchPlan { adjudication, runner: Some(&plan), ..MatchPlan::new(&mut openings, &stop) };
    let mut nobody = |_: Pair, _: &Tally| ControlFlow::Continue(());
    played.play_with(match_plan, &mut nobody).map_err(value_error)?;
    let units = plan.into_units();
    let description = units[0].description.clone();
    Ok(fields(py, &description, units))
}
