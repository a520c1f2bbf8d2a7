//! The settings of the reports, and others that have a name.

use outflank_classic::Form;

use super::{
    Breeding, Coding, Crossover, Founders, GenerationOpenings, Immigrants, Islands, Mutation,
    Optimiser, RateSchedule, RunSettings, Scoring, Selection,
};

/// The genetic algorithms that have a name: those of the reports, and one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Report 000: two parents of ten are kept.
    Report000,
    /// Report 002: a third of thirty is kept, there is no crossover.
    Report002,
    /// Report 004: half of sixty is kept, genes are a sign and six bits.
    Report004,
    /// That of report 004 with smaller steps, fewer mutations and deeper games.
    DeepBinary,
}

/// The settings of a preset, and what else a run needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetPlan {
    /// The settings. The seed is 0 and the hall of fame has 10 places: the reports have
    /// neither.
    pub settings: RunSettings,
    /// The coding of genes.
    pub coding: Coding,
    /// The search depth of agents during the run, in plies.
    pub depth: u32,
    /// Genes that stay unchanged.
    pub fixed: &'static [&'static str],
}

impl Default for PresetPlan {
    /// Settings that find a better agent instead of repeating a report: random openings,
    /// small steps from a good agent, and children between two good parents.
    fn default() -> Self {
        let breeding = Breeding {
            population: 24,
            founders: Founders::Mutants,
            selection: Selection::Tournament(3),
            crossover: Crossover::Blend { alpha: 0.3 },
            mutation: Mutation::Gaussian {
                rate: RateSchedule::Constant(0.3),
                strength: RateSchedule::Exponential { from: 0.1, half_life: 25 },
            },
            elites: 2,
            immigrants: Immigrants { default: 1, random: 0 },
            islands: Islands::ONE,
        };
        let settings = settings(50, breeding, Scoring::WinsMinusLosses);
        Self {
            settings: RunSettings { openings: GenerationOpenings::Random(4), ..settings },
            coding: Coding::Real,
            depth: 2,
            fixed: &[],
        }
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Report000, Self::Report002, Self::Report004, Self::DeepBinary];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Report000 => "report-000",
            Self::Report002 => "report-002",
            Self::Report004 => "report-004",
            Self::DeepBinary => "deep-binary",
        }
    }

    /// The form that it tunes.
    pub fn form(self) -> Form {
        match self {
            Self::Report000 => Form::Phased,
            Self::Report002 => Form::FiveFactor,
            Self::Report004 | Self::DeepBinary => Form::Evolved,
        }
    }

    /// Its settings.
    pub fn plan(self) -> PresetPlan {
        match self {
            Self::Report000 => report_000(),
            Self::Report002 => report_002(),
            Self::Report004 => report_004(),
            Self::DeepBinary => deep_binary(),
        }
    }
}

/// Settings that no report mentions.
fn settings(generations: u32, breeding: Breeding, scoring: Scoring) -> RunSettings {
    RunSettings {
        generations,
        optimiser: Optimiser::Genetic(breeding),
        scoring,
        // All three reports play from the start. 000 plays "twice (on the first move and
        // not)". 002 does not mention colours. 004 draws the colour of each of the two
        // games of a pair by lot; here each agent has each colour once.
        openings: GenerationOpenings::Start,
        measure: 25,
        hall: 10,
        seed: 0,
    }
}

/// A genetic algorithm of one population and mutation alone.
const PLAIN: Breeding = Breeding {
    population: 10,
    founders: Founders::Random,
    selection: Selection::BestHalf,
    crossover: Crossover::None,
    mutation: Mutation::AddOrSubtract {
        rate: RateSchedule::Constant(0.1),
        strength: RateSchedule::Constant(0.25),
    },
    elites: 0,
    immigrants: Immigrants { default: 0, random: 0 },
    islands: Islands::ONE,
};

fn report_000() -> PresetPlan {
    let breeding = Breeding {
        // "S <- 10 (including one Scoped random AI and one Hand adjusted AI)".
        population: 10,
        // "Population0 is generated for deciding the range of weight scaling, adapting to
        // the fixed W_pos", in steps of 0.25.
        founders: Founders::Scaled,
        // "k <- 2".
        selection: Selection::Keep(2),
        // "randomly exchange slice of weight matrices between agents".
        crossover: Crossover::Slice,
        // "randomly change parts of some agents' weight matrices". The report gives
        // neither the probability nor the size; these are ours.
        mutation: Mutation::AddOrSubtract {
            rate: RateSchedule::Constant(0.1),
            strength: RateSchedule::Constant(0.25),
        },
        // "Default AI and one Scoped random AI are added each term". The hand-adjusted
        // agent joins by `Run::join`.
        immigrants: Immigrants { default: 1, random: 1 },
        ..PLAIN
    };
    PresetPlan {
        // "n <- 10"; "the winner gets 5 scores and the loser loses 5 points".
        settings: settings(10, breeding, Scoring::PointsOfFive),
        coding: Coding::Real,
        // "the adjustment d_cut <- 2". Its code counts from 0 and cuts where the depth is
        // greater, so these are three plies.
        depth: 3,
        // "adapting to the fixed W_pos".
        fixed: &["position"],
    }
}

fn report_002() -> PresetPlan {
    let breeding = Breeding {
        // "Each mode is iterated 30 times with a population of 30". The weights
        // of its Table III come from 200 iterations of a population that is not
        // given; sizes of 10, 20, 30 and 50 are timed in Table II.
        population: 30,
        // "generate an origin population randomly", as in `PLAIN`.
        // Mode 2, which it found to be the best of its three.
        selection: Selection::BestThird,
        // "there is no crossover operation", as in `PLAIN`.
        // "adding and subtracting random numbers to the parameters of the best
        // solutions": one child has all parameters raised, the other all lowered. The size
        // is not given and is ours.
        mutation: Mutation::RaiseOrLower { strength: RateSchedule::Constant(0.1) },
        ..PLAIN
    };
    PresetPlan {
        // "the difference between the number of wins and the number of losses".
        settings: settings(30, breeding, Scoring::WinsMinusLosses),
        coding: Coding::Real,
        // The report does not give the depth of the tuning. The agent plays at 4, but
        // Table II (2450 games of a population of 50 in 282.64 s) leaves a Python program
        // no time for more than 2.
        depth: 2,
        // "My chessboard values is a reference to this site [1], and the weight
        // settings are obtained by the genetic algorithm": the nine of Table III.
        fixed: &["squares"],
    }
}

fn report_004() -> PresetPlan {
    let breeding = Breeding {
        // "In each generation, I have 60 populations".
        population: 60,
        // Random bits, its algorithm 14, as in `PLAIN`.
        // "I will select 30 populations according to their winning numbers".
        selection: Selection::BestHalf,
        // Algorithm 19.
        crossover: Crossover::PerGene,
        // Algorithm 20. The probability P_m is that of its published program.
        mutation: Mutation::BitFlip { rate: RateSchedule::Constant(0.05) },
        ..PLAIN
    };
    PresetPlan {
        // The report mentions 80, 200 ("I can enter top 10") and finally 3000
        // generations. A run of 200 can be made longer.
        settings: settings(200, breeding, Scoring::Wins),
        // The length of a gene L_g and the depth are those of its published program.
        coding: Coding::SignMagnitude { bits: 7 },
        depth: 1,
        fixed: &[],
    }
}

fn deep_binary() -> PresetPlan {
    let PresetPlan { mut settings, .. } = report_004();
    if let Optimiser::Genetic(breeding) = &mut settings.optimiser {
        breeding.mutation = Mutation::BitFlip { rate: RateSchedule::Constant(0.01) };
    }
    PresetPlan { settings, coding: Coding::Binary { bits: 8 }, depth: 3, fixed: &[] }
}

#[cfg(test)]
mod tests {
    use super::{Preset, PresetPlan};
    use crate::genetic::{Bounds, Space};

    fn space(plan: &PresetPlan) -> Space {
        Space::new(vec![Bounds { low: 0.0, high: 1.0 }], plan.coding).unwrap()
    }

    #[test]
    fn presets_can_be_run() {
        for plan in Preset::ALL.map(Preset::plan).into_iter().chain([PresetPlan::default()]) {
            plan.settings.check(&space(&plan)).unwrap();
        }
    }

    #[test]
    fn a_generation_has_as_many_games_as_the_reports_play() {
        let games = |preset: Preset| {
            let plan = preset.plan();
            let measure = 2 * u64::from(plan.settings.measure);
            plan.settings.games_per_generation(&space(&plan)) - measure
        };
        assert_eq!(Preset::ALL.map(games), [10 * 9, 30 * 29, 60 * 59, 60 * 59]);
    }
}
