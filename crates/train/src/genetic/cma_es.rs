//! CMA-ES: points drawn around a mean, which moves to where the better ones are.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use cmaes::{CMAES, CMAESOptions, DVector, ObjectiveFunction, TerminationReason, Weights};
use serde::{Deserialize, Serialize};

use super::round_robin::gauntlet;
use super::seed::{MOST_INDIVIDUALS, Purpose, Seed};
use super::settings::{count_within, within};
use super::{Contest, Genes, Individual, Opening, SettingsError, Space, Tally};

/// How CMA-ES searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    /// How many points a generation has; 4 + 3 ln(genes) if left out.
    pub population: Option<usize>,
    /// How far from the default agent the first points lie: the standard
    /// deviation of each gene as a part of its range.
    pub spread: f64,
    /// How many of the hall of fame each point plays, besides the mean and the
    /// default agent.
    pub panel: usize,
}

impl CmaEs {
    /// How many points a generation has.
    pub(super) fn population(self, genes: usize) -> usize {
        let usual = CMAESOptions::new(vec![0.0; genes], 1.0).population_size;
        self.population.unwrap_or(usual)
    }

    pub(super) fn check(self) -> Result<(), SettingsError> {
        count_within("the population", self.population.unwrap_or(4), 4..=MOST_INDIVIDUALS)?;
        within("the spread", self.spread, 1e-6..=1.0)
    }
}

/// The search itself. It cannot be written to a file: one that was interrupted
/// is made anew and told again how its points played.
pub(super) struct Search<'c, C> {
    state: CMAES<Judge<'c, C>>,
    desk: Arc<Mutex<Desk>>,
    space: Space,
    has_ended: bool,
}

/// What the judge is asked, and what it found.
#[derive(Default)]
struct Desk {
    opponents: Vec<Genes>,
    openings: Vec<Opening>,
    /// Points that have played before, in the order in which they come again.
    known: VecDeque<Individual>,
    judged: Vec<Individual>,
}

/// Tells the search how well a point plays.
struct Judge<'c, C> {
    contest: &'c C,
    space: Space,
    desk: Arc<Mutex<Desk>>,
}

impl<'c, C: Contest> Search<'c, C> {
    pub(super) fn new(
        settings: CmaEs,
        space: &Space,
        default: &Genes,
        seed: Seed,
        contest: &'c C,
    ) -> Self {
        let desk = Arc::<Mutex<Desk>>::default();
        let parts: Vec<f64> = space
            .bounds()
            .iter()
            .zip(&default.0)
            .map(|(bounds, &gene)| bounds.part(gene))
            .collect();
        let population = settings.population(parts.len());
        let judge = Judge { contest, space: space.clone(), desk: desk.clone() };
        let state = CMAESOptions::new(parts, settings.spread)
            .population_size(population)
            // Games are noisy: a bad result says less than a good one.
            .weights(Weights::Positive)
            .seed(seed.number(Purpose::Points, 0, 0))
            .build(judge)
            .expect("the settings were checked");
        Self { state, desk, space: space.clone(), has_ended: false }
    }

    /// Whether the search has nothing left to try.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The agent in the middle of the points.
    pub(super) fn mean(&self) -> Genes {
        agent(&self.space, self.state.mean())
    }

    /// Draws the points of a generation, lets each play the opponents, and
    /// learns from it.
    pub(super) fn generation(
        &mut self,
        opponents: Vec<Genes>,
        openings: Vec<Opening>,
    ) -> Vec<Individual> {
        *lock(&self.desk) = Desk { opponents, openings, ..Desk::default() };
        self.advance()
    }

    /// Goes through a generation whose games are known. Says whether its points
    /// are those that the search draws.
    pub(super) fn replay(&mut self, known: &[Individual]) -> bool {
        if known.len() != self.state.parameters().lambda() {
            return false;
        }
        *lock(&self.desk) = Desk { known: known.iter().cloned().collect(), ..Desk::default() };
        let judged = self.advance();
        judged.iter().zip(known).all(|(judged, known)| judged.genes == known.genes)
    }

    fn advance(&mut self) -> Vec<Individual> {
        if let Some(end) = self.state.next() {
            self.has_ended |= end.reasons.into_iter().any(is_final);
        }
        std::mem::take(&mut lock(&self.desk).judged)
    }
}

/// Whether a search can go no further. Results that stay the same for a while
/// are no such reason: games are few, and so are the results they can have.
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

impl<C: Contest> ObjectiveFunction for Judge<'_, C> {
    /// What is lost, from 0 to 1, and more the farther a point is out of bounds.
    fn evaluate(&mut self, point: &DVector<f64>) -> f64 {
        let mut desk = lock(&self.desk);
        let genes = agent(&self.space, point);
        let tally = match desk.known.pop_front() {
            Some(known) => known.tally,
            None => gauntlet(self.contest, &genes, &desk.opponents, &desk.openings),
        };
        desk.judged.push(Individual { genes, tally });
        loss(&tally, point)
    }
}

fn loss(tally: &Tally, point: &DVector<f64>) -> f64 {
    let outside: f64 = point.iter().map(|part| (part - part.clamp(0.0, 1.0)).powi(2)).sum();
    1.0 - tally.rate() + outside
}

/// The agent nearest to a point, whose numbers are parts of the genes' ranges.
fn agent(space: &Space, point: &DVector<f64>) -> Genes {
    let values = space.bounds().iter().zip(point.iter());
    space.snap(values.map(|(bounds, &part)| bounds.at(part)).collect())
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().expect("no thread panics with the desk")
}
