//! How a run searches.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::seed::{MOST_GENERATIONS, MOST_INDIVIDUALS, MOST_ISLANDS};
use super::{
    Breeding, CmaEs, Coding, Crossover, Mutation, Openings, Scoring, Selection, SettingsError,
    Space,
};

/// What is run. The same settings give the same run to the last bit, with any
/// number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How many generations. A run may be made longer: those before stay.
    #[serde(skip)]
    pub generations: u32,
    /// How the next generation is found.
    pub optimiser: Optimiser,
    /// What a game is worth.
    pub scoring: Scoring,
    /// Where games begin.
    pub openings: Openings,
    /// From how many random openings, always the same, the best of each
    /// generation plays the default agent; 0 to leave that out.
    pub measure: u32,
    /// How many champions the hall of fame has room for.
    pub hall: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// How the next generation is found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// By a genetic algorithm.
    Genetic(Breeding),
    /// By CMA-ES.
    CmaEs(CmaEs),
}

impl Settings {
    /// Whether these settings make a search of `space`.
    pub fn check(&self, space: &Space) -> Result<(), SettingsError> {
        within(
            "the number of generations",
            self.generations.into(),
            0.0..=MOST_GENERATIONS.into(),
        )?;
        count_within("the number of openings", self.openings.count(), 1..=MOST_INDIVIDUALS)?;
        match &self.optimiser {
            Optimiser::Genetic(breeding) => breeding.check(space.coding()),
            Optimiser::CmaEs(cma_es) => cma_es.check(),
        }
    }

    /// The most games of a generation, those against the default agent included.
    /// Fewer are played where agents are identical.
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
    fn check(&self, coding: Coding) -> Result<(), SettingsError> {
        count_within("the population", self.population, 2..=MOST_INDIVIDUALS)?;
        count_within("the number of islands", self.islands.count, 1..=MOST_ISLANDS)?;
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
        if kept.saturating_add(joining) >= self.population {
            return Err(SettingsError::NoChildren { population: self.population, kept, joining });
        }
        Ok(())
    }
}

/// Refuses a number that is too low or too high, or none.
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
