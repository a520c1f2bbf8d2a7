//! The levels of strength.

use std::fmt;
use std::str::FromStr;

use outflank_core::{Board, Move, Rule};
use rand::{Rng, RngExt as _};

use crate::{Analysis, Bound, Candidate, Limits};

/// The strength of the engine, 1 for a beginner to 20 for full strength.
///
/// A weak level searches a few plies, scores every move and adds random doubt: a
/// move that is a little worse is only a little less likely. Its mistakes resemble
/// those of a person, who overlooks a trap or misjudges a position.
///
/// ```
/// use outflank_core::{Board, Rule};
/// use outflank_engine::{Engine, Level, Options};
/// use rand::SeedableRng;
///
/// let level: Level = "8".parse().unwrap();
/// assert_eq!(level.name(), "Regular");
/// let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
/// let limits = level.limits(Board::START);
/// let analysis = engine.search(Rule::Reversi, Board::START, &limits, &mut |_| {});
/// let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// assert!(level.choose(&analysis, &mut random).is_some());
/// assert!("21".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The skill of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Skill {
    /// The search depth in plies; `None` without a limit.
    depth: Option<u32>,
    /// With this many empty squares left, it plays on without a mistake.
    solves: u32,
    /// The doubt in the middle game, in discs: in Reversi and in Reversed. Scores of Reversed
    /// lie closer together, so the same doubt would cost more there.
    doubts: [f64; 2],
}

const fn skill(depth: u32, solves: u32, doubts: [f64; 2]) -> Skill {
    Skill { depth: Some(depth), solves, doubts }
}

/// The skill of each level, weakest first: docs/levels.md shows the same table.
const SKILLS: [Skill; 20] = [
    skill(1, 0, [600.0, 250.0]),
    skill(1, 1, [60.0, 18.0]),
    skill(1, 2, [23.0, 7.4]),
    skill(1, 4, [12.0, 5.0]),
    skill(2, 5, [11.0, 4.7]),
    skill(2, 6, [7.5, 3.1]),
    skill(3, 7, [6.6, 2.55]),
    skill(3, 8, [4.6, 1.92]),
    skill(4, 9, [3.9, 1.85]),
    skill(4, 10, [2.75, 1.28]),
    skill(5, 11, [2.4, 1.22]),
    skill(5, 12, [1.43, 0.8]),
    skill(6, 13, [1.3, 0.72]),
    skill(7, 14, [1.0, 0.54]),
    skill(8, 15, [0.68, 0.46]),
    skill(9, 17, [0.0, 0.0]),
    skill(10, 18, [0.0, 0.0]),
    skill(12, 20, [0.0, 0.0]),
    skill(14, 22, [0.0, 0.0]),
    Skill { depth: None, solves: 64, doubts: [0.0; 2] },
];

/// The measured strength of each level in Reversi and in Reversed: docs/levels.md says how.
const RATINGS: [[u32; 2]; 19] = [
    [50, 30],
    [220, 190],
    [410, 340],
    [560, 490],
    [680, 670],
    [830, 850],
    [1010, 1030],
    [1190, 1230],
    [1360, 1420],
    [1530, 1620],
    [1710, 1780],
    [1910, 1950],
    [2110, 2100],
    [2280, 2250],
    [2480, 2430],
    [2660, 2610],
    [2760, 2750],
    [2910, 2870],
    [3040, 2950],
];

/// The names of the levels, weakest first.
const NAMES: [&str; 20] = [
    "Newcomer",
    "Novice",
    "Beginner",
    "Learner",
    "Apprentice",
    "Amateur",
    "Hobbyist",
    "Regular",
    "Challenger",
    "Club player",
    "Competitor",
    "Tactician",
    "Strategist",
    "Specialist",
    "Expert",
    "Candidate",
    "Master",
    "Champion",
    "Grandmaster",
    "Machine",
];

/// With this many empty squares or more, doubt is full; it fades as they fill.
const MIDDLE_GAME: u32 = 36;

/// The error of a text that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a level: expected 1 to 20", found.escape_debug())]
pub struct ParseLevelError {
    /// The text given.
    pub found: String,
}

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(1);
    /// The strongest.
    pub const MAX: Self = Self(20);

    /// The level with this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::MIN.0 && number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// 1 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// The name of the level.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize - 1]
    }

    /// The search depth in plies; `None` without a limit.
    pub const fn plies(self) -> Option<u32> {
        self.skill().depth
    }

    /// With this many empty squares left, it plays on without a mistake.
    pub const fn solves(self) -> u32 {
        self.skill().solves
    }

    /// The doubt in the middle game of `rule`, in discs.
    pub const fn uncertainty(self, rule: Rule) -> f64 {
        self.skill().doubts[rule as usize]
    }

    /// Whether it always plays the move with the best score.
    pub fn is_sure(self) -> bool {
        self.skill().doubts.iter().all(|doubt| *doubt <= 0.0)
    }

    /// The measured strength in `rule`, in Elo points above a player of random moves. `None` for
    /// the last level, whose strength depends on its time.
    pub fn rating(self, rule: Rule) -> Option<u32> {
        RATINGS.get(self.0 as usize - 1).map(|ratings| ratings[rule as usize])
    }

    const fn skill(self) -> Skill {
        SKILLS[self.0 as usize - 1]
    }

    /// The limits of this level on `board`. The last level sets none.
    pub fn limits(self, board: Board) -> Limits {
        let Skill { depth, solves, .. } = self.skill();
        let empties = board.empties().len();
        let depth = depth.map(|depth| if empties <= solves { empties.max(1) } else { depth });
        // The choice with doubt needs the scores of all moves.
        let lines = if empties <= solves || self.is_sure() { 1 } else { Limits::ALL_LINES };
        Limits { depth, lines, ..Limits::default() }
    }

    /// The doubt of this level on `board`, in discs. There is less to
    /// misjudge when few squares are left.
    fn doubt(self, rule: Rule, board: Board) -> f64 {
        let empties = board.empties().len();
        if empties <= self.solves() {
            return 0.0;
        }
        self.uncertainty(rule) * f64::from(empties.min(MIDDLE_GAME)) / f64::from(MIDDLE_GAME)
    }

    /// The move this level plays, after a search with its limits.
    ///
    /// With a doubt of `d` discs, a move that is `n` discs worse is `exp(n/d)`
    /// times less likely. Noise of the Gumbel distribution on each score does
    /// exactly that.
    pub fn choose(self, analysis: &Analysis, random: &mut impl Rng) -> Option<Move> {
        let doubt = self.doubt(analysis.rule, analysis.board);
        if doubt <= 0.0 {
            return analysis.best;
        }
        let mut felt = |candidate: &Candidate| {
            let uniform = random.random_range(f64::EPSILON..1.0);
            f64::from(candidate.score.discs()) - doubt * (-uniform.ln()).ln()
        };
        analysis
            .candidates
            .iter()
            // From the worst: the order decides which random number each move gets, and
            // a seed repeats its games.
            .rev()
            // A bound is not comparable with a score.
            .filter(|candidate| candidate.bound == Bound::Exact)
            .map(|candidate| (felt(candidate), candidate.played))
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .map(|(_, played)| played)
            .or(analysis.best)
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse()
            .ok()
            .and_then(Self::new)
            .ok_or_else(|| ParseLevelError { found: text.chars().take(12).collect() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests;
