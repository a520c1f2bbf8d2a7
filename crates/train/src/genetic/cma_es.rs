//! CMA-ES: points are drawn around a mean, and the mean moves towards the better points.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use cmaes::{CMAES, CMAESOptions, DVector, ObjectiveFunction, TerminationReason, Weights};
use serde::{Deserialize, Serialize};

use super::round_robin::{gauntlet, gauntlets};
use super::seed::{MAX_INDIVIDUALS, Purpose, Seed};
use super::settings::{count_within, within};
use super::{Contest, Genes, Individual, Opening, SettingsError, Space};

/// Settings of CMA-ES.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    /// The number of points of a generation; 4 + 3 ln(genes) by default.
    pub population: Option<usize>,
    /// The initial standard deviation of each gene around the default agent, as a
    /// fraction of its range.
    pub spread: f64,
    /// The number of members of the hall of fame that each point plays, in addition to
    /// the mean and the default agent.
    pub panel: usize,
}

impl CmaEs {
    /// The number of points of a generation.
    pub(super) fn population(self, genes: usize) -> usize {
        let usual = CMAESOptions::new(vec![0.0; genes], 1.0).population_size;
        self.population.unwrap_or(usual)
    }

    pub(super) fn check(self) -> Result<(), SettingsError> {
        count_within("the population", self.population.unwrap_or(4), 4..=MAX_INDIVIDUALS)?;
        within("the spread", self.spread, 1e-6..=1.0)
    }
}

/// A running search. It cannot be written to a file. To resume one, it is created again
/// and gets the results of all finished generations.
pub(super) struct Search<'c, C> {
    state: CMAES<Objective<'c, C>>,
    batch: SharedBatch,
    space: Space,
    has_ended: bool,
    contest: &'c C,
    options: CMAESOptions,
    /// The losses of all points so far, from which the search can be repeated.
    losses: Vec<f64>,
}

/// The points of one generation: the games that they play, and their results.
#[derive(Default)]
struct Batch {
    opponents: Vec<Genes>,
    openings: Vec<Opening>,
    /// Points with known results, in the order in which they are drawn.
    known: VecDeque<Individual>,
    judged: Vec<Individual>,
    losses: Vec<f64>,
}

/// The optimiser owns its objective function, so both share the batch.
type SharedBatch = Arc<Mutex<Batch>>;

/// The objective function: the share of games that a point loses.
struct Objective<'c, C> {
    contest: &'c C,
    space: Space,
    batch: SharedBatch,
}

impl<'c, C: Contest> Search<'c, C> {
    pub(super) fn new(
        settings: CmaEs,
        space: &Space,
        default: &Genes,
        seed: Seed,
        contest: &'c C,
    ) -> Self {
        let batch = SharedBatch::default();
        let parts: Vec<f64> = space
            .bounds()
            .iter()
            .zip(&default.0)
            .map(|(bounds, &gene)| bounds.part(gene))
            .collect();
        let population = settings.population(parts.len());
        let objective = Objective { contest, space: space.clone(), batch: batch.clone() };
        let options = CMAESOptions::new(parts, settings.spread)
            .population_size(population)
            // Games are noisy, so bad results are not used.
            .weights(Weights::Positive)
            .seed(seed.number(Purpose::Points, 0, 0));
        let state = options.clone().build(objective).expect("the settings were checked");
        let (has_ended, losses) = (false, Vec::new());
        Self { state, batch, space: space.clone(), has_ended, contest, options, losses }
    }

    /// True if the search can find nothing better.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The agent at the mean of the points.
    pub(super) fn mean(&self) -> Genes {
        agent(&self.space, self.state.mean())
    }

    /// Draws the points of a generation, plays their games and updates the mean.
    pub(super) fn generation(
        &mut self,
        opponents: Vec<Genes>,
        openings: Vec<Opening>,
    ) -> Vec<Individual> {
        let mut known = VecDeque::new();
        if self.contest.is_batched() {
            let points = self.next_points();
            self.contest.prepare(&points.iter().map(Genes::values).collect::<Vec<_>>());
            if self.contest.runner().is_some() {
                // The games of all points at once keep more machines busy.
                let tallies = gauntlets(self.contest, &points, &opponents, &openings);
                let judged = points.into_iter().zip(tallies);
                known.extend(judged.map(|(genes, tally)| Individual { genes, tally }));
            }
        }
        *lock(&self.batch) = Batch { opponents, openings, known, ..Batch::default() };
        self.advance()
    }

    /// Repeats a generation with known results. True if its points are those that the
    /// search draws.
    pub(super) fn replay(&mut self, known: &[Individual]) -> bool {
        if known.len() != self.state.parameters().lambda() {
            return false;
        }
        if self.contest.is_batched() {
            let points: Vec<_> = known.iter().map(|known| known.genes.values()).collect();
            self.contest.prepare(&points);
        }
        *lock(&self.batch) = Batch { known: known.iter().cloned().collect(), ..Batch::default() };
        let judged = self.advance();
        judged.iter().zip(known).all(|(judged, known)| judged.genes == known.genes)
    }

    fn advance(&mut self) -> Vec<Individual> {
        if let Some(end) = self.state.next() {
            self.has_ended |= end.reasons.into_iter().any(is_final);
        }
        let mut batch = lock(&self.batch);
        self.losses.append(&mut batch.losses);
        std::mem::take(&mut batch.judged)
    }

    /// The points of the next generation, from a second search that repeats this
    /// one: the search itself evaluates its points one by one.
    fn next_points(&self) -> Vec<Genes> {
        let population = self.state.parameters().lambda();
        let mut known = self.losses.iter().copied();
        let mut points = Vec::with_capacity(population);
        let record = |point: &DVector<f64>| {
            known.next().unwrap_or_else(|| {
                points.push(agent(&self.space, point));
                0.0
            })
        };
        let mut search = self.options.clone().build(record).expect("the settings were checked");
        for _ in 0..=self.losses.len() / population {
            // An end is no matter here: the search itself decides on it.
            let _ = search.next();
        }
        drop(search);
        points
    }
}

/// True if the search cannot continue. Constant results are not such a reason: few games
/// have few different results.
fn is_final(reason: TerminationReason) -> bool {
    use TerminationReason::{
        InvalidFunctionValue, NoEffectAxis, NoEffectCoord, PosDefCov, TolConditionCov, TolX, TolXUp,
    };
    matches!(
        reason,
        InvalidFunctionValue
            | NoEffectAxis
            | NoEffectCoord
            | PosDefCov
            | TolConditionCov
            | TolX
            | TolXUp
    )
}

impl<C: Contest> ObjectiveFunction for Objective<'_, C> {
    /// The loss, from 0 to 1, plus a penalty for points outside the bounds.
    fn evaluate(&mut self, point: &DVector<f64>) -> f64 {
        let mut batch = lock(&self.batch);
        let genes = agent(&self.space, point);
        let tally = match batch.known.pop_front() {
            Some(known) => known.tally,
            None => gauntlet(self.contest, &genes, &batch.opponents, &batch.openings),
        };
        let loss = match self.contest.fitness(genes.values()) {
            Some(fitness) => fitness_loss(fitness, point),
            None => 1.0 - tally.rate() + outside(point),
        };
        batch.judged.push(Individual { genes, tally });
        batch.losses.push(loss);
        loss
    }
}

/// The square of the distance of a point to the bounds.
fn outside(point: &DVector<f64>) -> f64 {
    point.iter().map(|part| (part - part.clamp(0.0, 1.0)).powi(2)).sum()
}

/// The loss of a point whose agent has this fitness. Only the order of losses
/// counts, and of two equal agents the point nearer to the bounds comes first.
fn fitness_loss(fitness: f64, point: &DVector<f64>) -> f64 {
    // Infinities would leave no difference between points.
    let fitness = fitness.clamp(-1e300, 1e300);
    (1.0 + fitness.abs()).mul_add(outside(point), -fitness)
}

/// The agent nearest to a point. Coordinates are fractions of the ranges of the genes.
fn agent(space: &Space, point: &DVector<f64>) -> Genes {
    let values = space.bounds().iter().zip(point.iter());
    space.snap(values.map(|(bounds, &part)| bounds.at(part)).collect())
}

fn lock(batch: &Mutex<Batch>) -> MutexGuard<'_, Batch> {
    batch.lock().expect("no thread panics while it holds the batch")
}
