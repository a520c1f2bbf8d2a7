//! Matches of two players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use outflank_arena::{
    Adjudication, Agent, Decision, Elo, EventFormat, EventId, EventPlayer, EventSettings, Match,
    MatchGame, MatchObserver, MatchPlan, Pair, Sprt, SprtSettings, Store, StoreError, Tally,
};
use outflank_core::Color;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::callable::{Emergency, player};
use super::terms::{TermsArg, refused};
use super::{MAX_CONCURRENCY, load_openings, report};
use crate::attend::attend;
use crate::error::value_error;
use crate::input::{self, Number, whole};
use crate::rule::RuleArg;

/// Plays a match of two players and calls `on_game` with every game in order.
#[pyfunction]
#[pyo3(signature = (
    players, names, rules, games, seed, concurrency, openings, adjudicate, sprt, store, terms,
    on_game
))]
#[expect(clippy::too_many_arguments, reason = "keywords of outflank.arena.match")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: [Bound<'py, PyAny>; 2],
    names: [String; 2],
    rules: RuleArg,
    games: Number<'py>,
    seed: Number<'py>,
    concurrency: Number<'py>,
    openings: &str,
    adjudicate: Option<Number<'py>>,
    sprt: Option<SprtArg>,
    store: Option<PathBuf>,
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
    let concurrency = whole("concurrency", &concurrency, 1..=MAX_CONCURRENCY)?;
    let adjudicate = adjudicate.map(|empties| whole("adjudicate", &empties, 0..=60)).transpose()?;
    let test = sprt.as_ref().map(SprtArg::test).transpose()?;
    let emergency = Emergency::default();
    let [first, second] = [0, 1].map(|at| player(&names[at], &players[at], &emergency));
    let players = [first?, second?];
    let [first, second] = players.each_ref().map(|name| Agent::of(name).map_err(refused));
    let agents = [first?, second?];
    let rule = rules.0;
    let played = Match { rule, players, concurrency, seed, terms: terms.terms()? };
    let openings = load_openings(openings, rule)?;
    if let Some(count) = openings.count().filter(|count| *count < pairs) {
        let (name, games) = (openings.description(), 2 * count);
        return Err(value_error(format!("{name} has {count} openings, enough for {games} games")));
    }
    let sprt =
        sprt.map(|SprtArg { elo0, elo1, alpha, beta }| SprtSettings { elo0, elo1, alpha, beta });
    let format = EventFormat::Match { games: Some(games), adjudicate, sprt };
    let entrants = [0, 1].map(|at| EventPlayer::new(names[at].clone(), &agents[at])).to_vec();
    let settings =
        EventSettings::new(format, rule, entrants, openings.label(), seed, &played.terms);
    let mut store = store.map(|path| open(&path, &settings)).transpose().map_err(value_error)?;
    let known = match &mut store {
        Some((store, event)) => store.match_games(*event, games).map_err(value_error)?,
        None => BTreeMap::new(),
    };
    let stop = emergency.stop.clone();
    let (mut tally, mut number) = (Tally::default(), 0);
    let (the_match, the_agents) = (played.clone(), agents.clone());
    let (done, failure) = attend(
        py,
        &emergency.stop,
        move |told| {
            let mut openings = openings.sequence(seed).take(pairs);
            let adjudication = adjudicate.map(Adjudication::at);
            let plan = MatchPlan { known, adjudication, ..MatchPlan::new(&mut openings, &stop) };
            let mut observer =
                Observer { played: &played, agents: &agents, store, test, told, failure: None };
            let done = played.play_with(plan, &mut observer);
            (done, observer.failure)
        },
        |py, (pair, so_far): (Pair, Tally)| {
            tally = so_far;
            for game in pair.games {
                let order = if game.color == Color::Black { [0, 1] } else { [1, 0] };
                let row = the_match.row(&the_agents, number, &game);
                let seated = order.map(|at| names[at].as_str());
                on_game.call1((report::game(py, &row, seated, row.record())?,))?;
                number += 1;
            }
            Ok(())
        },
    )?;
    if let Some(error) = emergency.take() {
        return Err(error);
    }
    if let Some(failure) = failure {
        return Err(value_error(failure));
    }
    done.map_err(refused)?;
    let result = report::match_result(py, &tally)?;
    result.set_item("sprt", test.map(|test| sprt_fields(&test, &tally)))?;
    Ok(result)
}

/// Opens a store, with the event of these settings.
fn open(path: &std::path::Path, settings: &EventSettings) -> Result<(Store, EventId), StoreError> {
    let mut store = Store::open(path)?;
    let event = store.event(settings)?;
    Ok((store, event))
}

/// The log-likelihood ratio, the bounds and the decision of a test.
fn sprt_fields(test: &Sprt, tally: &Tally) -> (f64, (f64, f64), Option<&'static str>) {
    let [lower, upper] = test.bounds();
    let decision = test.decide(&tally.pairs).map(|decision| match decision {
        Decision::Stronger => "accepted",
        Decision::Weaker => "rejected",
    });
    (test.log_likelihood_ratio(&tally.pairs), (lower, upper), decision)
}

/// The attributes of `outflank.arena.Sprt`.
#[derive(FromPyObject)]
pub(crate) struct SprtArg {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl SprtArg {
    fn test(&self) -> PyResult<Sprt> {
        let test = Sprt::new(Elo(self.elo0), Elo(self.elo1), self.alpha, self.beta);
        test.map_err(|error| value_error(format!("sprt: {error}")))
    }
}

/// Stores the games of a match, sends its pairs to Python and ends it by its test.
struct Observer<'a> {
    played: &'a Match,
    agents: &'a [Agent; 2],
    store: Option<(Store, EventId)>,
    test: Option<Sprt>,
    told: Sender<(Pair, Tally)>,
    /// The error that ended the match early.
    failure: Option<StoreError>,
}

impl MatchObserver for Observer<'_> {
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let Some((store, event)) = &mut self.store else { return ControlFlow::Continue(()) };
        let row =
            |(number, game): &(usize, &MatchGame)| self.played.row(self.agents, *number, game);
        match store.put_all(*event, &games.iter().map(row).collect::<Vec<_>>()) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn pair(&mut self, pair: Pair, tally: &Tally) -> ControlFlow<()> {
        let has_decided = self.test.is_some_and(|test| test.decide(&tally.pairs).is_some());
        if self.told.send((pair, tally.clone())).is_err() || has_decided {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
