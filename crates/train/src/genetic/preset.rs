//! The reports' own settings.

use outflank_classic::Form;

use super::{
    Breeding, Coding, Crossover, Founders, Immigrants, Islands, Mutation, Openings, Optimiser,
    Schedule, Scoring, Selection, Settings,
};

/// The genetic algorithms of the reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Report 000: two parents of ten are kept.
    Report000,
    /// Report 002: a third of thirty is kept, there is no crossover.
    Report002,
    /// Report 004: half of sixty is kept, genes are binary.
    Report004,
}

/// What a preset asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How to search. The seed is 0 and the hall of fame has 10 places, neither
    /// of which the reports know.
    pub settings: Settings,
    /// How genes are written.
    pub coding: Coding,
    /// How many plies deep agents search while they are tuned.
    pub depth: u32,
    /// Genes that stay as they are.
    pub fixed: &'static [&'static str],
}

impl Default for Plan {
    /// Settings for those who want a better agent rather than a report's run:
    /// random openings, small steps from an agent that plays well already, and
    /// children that are drawn from around two good parents.
    fn default() -> Self {
        let breeding = Breeding {
            population: 24,
            founders: Founders::Mutants,
            selection: Selection::Tournament(3),
            crossover: Crossover::Blend { alpha: 0.3 },
            mutation: Mutation::Gaussian {
                rate: Schedule::Constant(0.3),
                strength: Schedule::Exponential { from: 0.1, half_life: 25 },
            },
            elites: 2,
            immigrants: Immigrants { default: 1, random: 0 },
            islands: Islands::ONE,
        };
        let settings = settings(50, breeding, Scoring::WinsMinusLosses);
        Self {
            settings: Settings { openings: Openings::Random(4), ..settings },
            coding: Coding::Real,
            depth: 2,
            fixed: &[],
        }
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Report000, Self::Report002, Self::Report004];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Report000 => "report-000",
            Self::Report002 => "report-002",
            Self::Report004 => "report-004",
        }
    }

    /// What its report tunes.
    pub fn form(self) -> Form {
        match self {
            Self::Report000 => Form::Phased,
            Self::Report002 => Form::FiveFactor,
            Self::Report004 => Form::Evolved,
        }
    }

    /// Its settings.
    pub fn plan(self) -> Plan {
        match self {
            Self::Report000 => report_000(),
            Self::Report002 => report_002(),
            Self::Report004 => report_004(),
        }
    }
}

/// What no report speaks of.
fn settings(generations: u32, breeding: Breeding, scoring: Scoring) -> Settings {
    Settings {
        generations,
        optimiser: Optimiser::Genetic(breeding),
        scoring,
        // All three play from the start: 000 "twice (on the first move and not)";
        // 002 does not speak of colours; 004 draws the colour of each of the two
        // games of a pair by lot, where here it gets each colour once.
        openings: Openings::Start,
        measure: 25,
        hall: 10,
        seed: 0,
    }
}

fn report_000() -> Plan {
    let breeding = Breeding {
        // "S <- 10 (including one Scoped random AI and one Hand adjusted AI)".
        population: 10,
        // How Population1 begins is not said.
        founders: Founders::Random,
        // "k <- 2".
        selection: Selection::Keep(2),
        // "randomly exchange slice of weight matrices between agents".
        crossover: Crossover::Slice,
        // "randomly change parts of some agents' weight matrices": neither the
        // chance nor the size is given, these are ours.
        mutation: Mutation::AddOrSubtract {
            rate: Schedule::Constant(0.1),
            strength: Schedule::Constant(0.25),
        },
        elites: 0,
        // "Default AI and one Scoped random AI are added each term". The hand
        // adjusted one has no counterpart: nobody stops the run for it.
        immigrants: Immigrants { default: 1, random: 1 },
        islands: Islands::ONE,
    };
    Plan {
        // "n <- 10"; "the winner gets 5 scores and the loser loses 5 points".
        settings: settings(10, breeding, Scoring::PointsOfFive),
        // Weights are scaled by 0.25, 0.5, ... up to a bound that is not given.
        coding: Coding::Real,
        // "the adjustment d_cut <- 2".
        depth: 2,
        fixed: &[],
    }
}

fn report_002() -> Plan {
    let breeding = Breeding {
        // "Each mode is iterated 30 times with a population of 30". The weights
        // of its Table III come from 200 iterations of a population that is not
        // given; sizes of 10, 20, 30 and 50 are timed in Table II.
        population: 30,
        // "generate an origin population randomly".
        founders: Founders::Random,
        // Mode 2, which it found to be the best of its three.
        selection: Selection::BestThird,
        // "there is no crossover operation".
        crossover: Crossover::None,
        // "adding and subtracting random numbers to the parameters of the best
        // solutions": their size is not given and is ours. All parameters of a
        // child change, as nothing else is said.
        mutation: Mutation::AddOrSubtract {
            rate: Schedule::Constant(1.0),
            strength: Schedule::Constant(0.1),
        },
        elites: 0,
        immigrants: Immigrants { default: 0, random: 0 },
        islands: Islands::ONE,
    };
    Plan {
        // "the difference between the number of wins and the number of losses".
        settings: settings(30, breeding, Scoring::WinsMinusLosses),
        coding: Coding::Real,
        // Not given for the tuning. The agent plays at 4, but its Table II (2450
        // games of a population of 50 in 282.64 s) leaves a Python program no
        // time for more than 2.
        depth: 2,
        // "My chessboard values is a reference to this site [1], and the weight
        // settings are obtained by the genetic algorithm": the nine of Table III.
        fixed: &["squares"],
    }
}

fn report_004() -> Plan {
    let breeding = Breeding {
        // "In each generation, I have 60 populations".
        population: 60,
        // Random bits, its algorithm 14.
        founders: Founders::Random,
        // "I will select 30 populations according to their winning numbers".
        selection: Selection::BestHalf,
        // Its algorithm 19.
        crossover: Crossover::PerGene,
        // Its algorithm 20; the probability P_m is not given, this is ours.
        mutation: Mutation::BitFlip { rate: Schedule::Constant(0.01) },
        elites: 0,
        immigrants: Immigrants { default: 0, random: 0 },
        islands: Islands::ONE,
    };
    Plan {
        // It tells of 80, 200 ("I can enter top 10") and in the end 3000
        // generations; a run of 200 can be made longer.
        settings: settings(200, breeding, Scoring::Wins),
        // The length of a gene L_g is not given; most of its weights would fit
        // into 8 bits.
        coding: Coding::Binary { bits: 8 },
        // Not given for the tuning; its agent begins its search at 3.
        depth: 3,
        fixed: &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{Plan, Preset};
    use crate::genetic::{Bounds, Space};

    #[test]
    fn presets_can_be_run() {
        for plan in Preset::ALL.map(Preset::plan).into_iter().chain([Plan::default()]) {
            let space = Space::new(vec![Bounds { low: 0.0, high: 1.0 }], plan.coding).unwrap();
            plan.settings.check(&space).unwrap();
        }
    }

    #[test]
    fn a_generation_has_as_many_games_as_the_reports_play() {
        let games = |preset: Preset| {
            let plan = preset.plan();
            let space = Space::new(vec![Bounds { low: 0.0, high: 1.0 }], plan.coding).unwrap();
            plan.settings.games_per_generation(&space) - 2 * u64::from(plan.settings.measure)
        };
        assert_eq!(Preset::ALL.map(games), [10 * 9, 30 * 29, 60 * 59]);
    }
}
