//! The settings of a run.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::seed::{MAX_GENERATIONS, MAX_INDIVIDUALS, MAX_ISLANDS};
use super::{
    Breeding, CmaEs, Coding, Crossover, GenerationOpenings, Mutation, Scoring, Selection,
    SettingsError, Space,
};

/// The settings of a run. The same settings give the same run to the last bit, with any
/// number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The number of generations. A run can be made longer: earlier generations stay.
    #[serde(skip)]
    pub generations: u32,
    /// The method that finds the next generation.
    pub optimiser: Optimiser,
    /// The value of results.
    pub scoring: Scoring,
    /// The openings of games.
    pub openings: GenerationOpenings,
    /// The number of random openings, always the same, from which the best of each
    /// generation plays the default agent; 0 for none.
    pub measure: u32,
    /// The size of the hall of fame.
    pub hall: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The method that finds the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// A genetic algorithm.
    Genetic(Breeding),
    /// CMA-ES.
    CmaEs(CmaEs),
}

impl RunSettings {
    /// Checks these settings for a search of `space`.
    pub fn check(&self, space: &Space) -> Result<(), SettingsError> {
        within("the number of generations", self.generations.into(), 0.0..=MAX_GENERATIONS.into())?;
        count_within("the number of openings", self.openings.count(), 1..=MAX_INDIVIDUALS)?;
        match &self.optimiser {
            Optimiser::Genetic(breeding) => breeding.check(space.coding(), self.generations),
            Optimiser::CmaEs(cma_es) => cma_es.check(),
        }
    }

    /// The maximum number of games of a generation, with those against the default agent.
    /// Fewer are played if agents are identical.
    pub fn games_per_generation(&self, space: &Space) -> u64 {
        let pairs = match &self.optimiser {
            Optimiser::Genetic(breeding) => {
                breeding.islands.count * breeding.population * (breeding.population - 1) / 2
            }
            Optimiser::CmaEs(cma_es) => {
                cma_es.population(space.bounds().len()) * (2 + cma_es.panel.min(self.hall))
            }
        };
        let candidates = match &self.optimiser {
            Optimiser::Genetic(breeding) => breeding.islands.count,
            Optimiser::CmaEs(_) => 2,
        };
        2 * (pairs * self.openings.count() + candidates * self.measure as usize) as u64
    }
}

impl Breeding {
    fn check(&self, coding: Coding, generations: u32) -> Result<(), SettingsError> {
        count_within("the population", self.population, 2..=MAX_INDIVIDUALS)?;
        count_within("the number of islands", self.islands.count, 1..=MAX_ISLANDS)?;
        if let Selection::Keep(count) | Selection::Tournament(count) = self.selection {
            count_within("the number of selected agents", count, 1..=self.population)?;
        }
        if let Crossover::Blend { alpha } = self.crossover {
            within("alpha", alpha, 0.0..=100.0)?;
        }
        let (rate, strength) = self.mutation.schedules();
        for end in rate.ends() {
            within("the rate of mutation", end, 0.0..=1.0)?;
        }
        for end in strength.iter().flat_map(|strength| strength.ends()) {
            within("the strength of mutation", end, 0.0..=100.0)?;
        }
        if matches!(self.mutation, Mutation::BitFlip { .. }) && coding == Coding::Real {
            return Err(SettingsError::NoBits);
        }
        let migrants = if self.islands.count > 1 { self.islands.migrants } else { 0 };
        let (kept, joining) = (self.kept(), migrants.saturating_add(self.immigrants.count()));
        // A single generation has no children.
        let is_too_small = if generations > 1 {
            kept.saturating_add(joining) >= self.population
        } else {
            joining > self.population
        };
        if is_too_small {
            return Err(SettingsError::NoChildren { population: self.population, kept, joining });
        }
        Ok(())
    }
}

/// Refuses a number outside the allowed range, and NaN.
pub(super) fn within(
    what: &'static str,
    found: f64,
    allowed: RangeInclusive<f64>,
) -> Result<(), SettingsError> {
    if allowed.contains(&found) {
        return Ok(());
    }
    let (from, to) = allowed.into_inner();
    Err(SettingsError::Number { what, from, to, found })
}

/// The same for a count.
pub(super) fn count_within(
    what: &'static str,
    found: usize,
    allowed: RangeInclusive<usize>,
) -> Result<(), SettingsError> {
    within(what, found as f64, *allowed.start() as f64..=*allowed.end() as f64)
}
