//! A contest by a fitness function of Python instead of by games.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_train::genetic::{Contest, ContestResult, Opening};
use pyo3::prelude::*;

use crate::error::value_error;

/// A fitness and its genes.
pub(super) type Best = (f64, Vec<f64>);

/// A contest that the agent with the higher fitness wins.
///
/// All agents meet each other, so the order of a generation is that of its
/// fitness. The function is called once for each agent.
pub(super) struct Fitness {
    function: Py<PyAny>,
    name: String,
    /// A function like `map`, which evaluates many agents at once.
    map: Option<Py<PyAny>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The fitness of agents, by the bits of their genes.
    known: HashMap<Vec<u64>, f64>,
    best: Option<Best>,
    raised: Option<PyErr>,
}

impl Fitness {
    pub(super) fn new(function: Py<PyAny>, name: String, map: Option<Py<PyAny>>) -> Self {
        Self { function, name, map, state: Mutex::default() }
    }

    /// The fitness of an agent, if the function was called with it.
    pub(super) fn known(&self, genes: &[f64]) -> Option<f64> {
        self.state().known.get(&bits(genes)).copied()
    }

    /// The best agent so far and its fitness.
    pub(super) fn best(&self) -> Option<Best> {
        self.state().best.clone()
    }

    /// The exception that the function raised.
    pub(super) fn take_raised(&self) -> Option<PyErr> {
        self.state().raised.take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn evaluate(&self, genes: &[f64]) -> PyResult<f64> {
        Python::attach(|py| fitness_of(genes, &self.function.bind(py).call1((genes.to_vec(),))?))
    }

    /// Evaluates agents with the `map` function.
    fn evaluate_all(&self, map: &Py<PyAny>, agents: &[Vec<f64>]) -> PyResult<Vec<f64>> {
        Python::attach(|py| {
            let found = map.bind(py).call1((&self.function, agents.to_vec()))?;
            let found = found.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            if found.len() != agents.len() {
                let (found, expected) = (found.len(), agents.len());
                let sentence = format!("map returned {found} values for {expected} agents");
                return Err(value_error(sentence));
            }
            agents.iter().zip(&found).map(|(genes, found)| fitness_of(genes, found)).collect()
        })
    }

    fn learn(&self, genes: &[f64], fitness: f64) {
        let mut state = self.state();
        state.known.insert(bits(genes), fitness);
        if state.best.as_ref().is_none_or(|(best, _)| fitness > *best) {
            state.best = Some((fitness, genes.to_vec()));
        }
    }
}

fn bits(genes: &[f64]) -> Vec<u64> {
    genes.iter().map(|gene| gene.to_bits()).collect()
}

/// The number that the function returned.
fn fitness_of(genes: &[f64], found: &Bound<'_, PyAny>) -> PyResult<f64> {
    let fitness: f64 = found.extract()?;
    if fitness.is_nan() {
        return Err(value_error(format!("the fitness of {genes:?} is not a number")));
    }
    Ok(fitness)
}

impl Contest for Fitness {
    type Player = f64;

    fn description(&self) -> String {
        format!("the fitness function {}", self.name)
    }

    fn player(&self, genes: &[f64]) -> f64 {
        if let Some(fitness) = self.known(genes) {
            return fitness;
        }
        if self.is_cancelled() {
            return 0.0;
        }
        // No lock is held here, because Python may run other threads meanwhile.
        match self.evaluate(genes) {
            Ok(fitness) => {
                self.learn(genes, fitness);
                fitness
            }
            Err(error) => {
                self.state().raised.get_or_insert(error);
                0.0
            }
        }
    }

    fn prepare(&self, agents: &[&[f64]]) {
        let Some(map) = &self.map else { return };
        let mut seen = HashSet::new();
        let mut unknown = agents.to_vec();
        unknown.retain(|genes| self.known(genes).is_none() && seen.insert(bits(genes)));
        if unknown.is_empty() || self.is_cancelled() {
            return;
        }
        let unknown: Vec<_> = unknown.into_iter().map(<[f64]>::to_vec).collect();
        match self.evaluate_all(map, &unknown) {
            Ok(found) => {
                for (genes, fitness) in unknown.iter().zip(found) {
                    self.learn(genes, fitness);
                }
            }
            Err(error) => {
                self.state().raised.get_or_insert(error);
            }
        }
    }

    fn is_batched(&self) -> bool {
        self.map.is_some()
    }

    fn fitness(&self, genes: &[f64]) -> Option<f64> {
        Some(self.player(genes))
    }

    fn play(&self, first: &mut f64, second: &mut f64, _: Opening) -> ContestResult {
        let margin = match f64::total_cmp(first, second) {
            Ordering::Greater => 1,
            Ordering::Equal => 0,
            Ordering::Less => -1,
        };
        ContestResult { margin }
    }

    fn is_cancelled(&self) -> bool {
        self.state().raised.is_some()
    }
}
