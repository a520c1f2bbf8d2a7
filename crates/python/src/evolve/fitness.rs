//! Agents that are judged by a function of Python instead of by games.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_train::genetic::{Contest, Opening, Outcome};
use pyo3::prelude::*;

use crate::error::value_error;

/// A fitness, and the genes that have it.
pub(super) type Best = (f64, Vec<f64>);

/// Whoever has the higher fitness wins.
///
/// All play all, so the order of a generation is that of its fitness. The
/// function is asked once for each agent.
pub(super) struct Fitness {
    function: Py<PyAny>,
    name: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the bits of the genes.
    known: HashMap<Vec<u64>, f64>,
    best: Option<Best>,
    raised: Option<PyErr>,
}

impl Fitness {
    pub(super) fn new(function: Py<PyAny>, name: String) -> Self {
        Self { function, name, state: Mutex::default() }
    }

    /// The best agent of all, and its fitness.
    pub(super) fn best(&self) -> Option<Best> {
        self.state().best.clone()
    }

    /// What the function raised.
    pub(super) fn take_raised(&self) -> Option<PyErr> {
        self.state().raised.take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, genes: &[f64]) -> PyResult<f64> {
        Python::attach(|py| {
            let fitness: f64 = self.function.bind(py).call1((genes.to_vec(),))?.extract()?;
            if fitness.is_nan() {
                return Err(value_error(format!("the fitness of {genes:?} is not a number")));
            }
            Ok(fitness)
        })
    }
}

impl Contest for Fitness {
    type Player = f64;

    fn description(&self) -> String {
        format!("the fitness function {}", self.name)
    }

    fn player(&self, genes: &[f64]) -> f64 {
        let bits: Vec<_> = genes.iter().map(|gene| gene.to_bits()).collect();
        let known = self.state().known.get(&bits).copied();
        if let Some(fitness) = known {
            return fitness;
        }
        if self.is_cancelled() {
            return 0.0;
        }
        // Nothing is locked here: Python may run other threads meanwhile.
        let fitness = self.ask(genes);
        let mut state = self.state();
        match fitness {
            Ok(fitness) => {
                state.known.insert(bits, fitness);
                if state.best.as_ref().is_none_or(|(best, _)| fitness > *best) {
                    state.best = Some((fitness, genes.to_vec()));
                }
                fitness
            }
            Err(error) => {
                state.raised.get_or_insert(error);
                0.0
            }
        }
    }

    fn play(&self, first: &mut f64, second: &mut f64, _: Opening) -> Outcome {
        let margin = match f64::total_cmp(first, second) {
            Ordering::Greater => 1,
            Ordering::Equal => 0,
            Ordering::Less => -1,
        };
        Outcome { margin }
    }

    fn is_cancelled(&self) -> bool {
        self.state().raised.is_some()
    }
}
