//! The differences of shallow searches from deep ones: the constants of
//! Multi-ProbCut.

use outflank_core::{Board, Move, Rule};
use outflank_eval::{Evaluation, Trust};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Engine, Goal, Limits, Selectivity};

/// With this many samples, the measurements of a part of the game count half.
const PART_DOUBT: f64 = 2_000.0;

/// The source of the samples.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of boards.
    pub boards: usize,
    /// The maximum depth of boards that are not searched to the end.
    pub depth: u32,
    /// Boards with at most this many empty squares are searched to the end.
    pub solved: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The standard deviation of shallow searches from deep ones, in discs, as
/// measured and as fitted.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    /// `[constant, per ply of the deep search, per ply of the shallow one, per
    /// empty square]`.
    pub coefficients: [f64; 4],
    /// The same for each part of the game.
    pub trust: Trust,
    /// The measurements.
    pub cells: Vec<Cell>,
}

/// The samples with equal depths and about as many empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The mean number of empty squares.
    pub empties: u32,
    /// The deep search.
    pub deep: u32,
    /// The shallow search.
    pub shallow: u32,
    /// The number of samples.
    pub samples: usize,
    /// Their standard deviation in discs.
    pub deviation: f64,
}

impl Calibration {
    fn new(cells: Vec<Cell>) -> Self {
        let coefficients = fit(&cells);
        let mut calibration = Self { coefficients, trust: Trust::default(), cells };
        calibration.trust = calibration.fit_parts();
        calibration
    }

    /// The deviation fitted to the whole game.
    fn deviation(&self, empties: f64, deep: f64, shallow: f64) -> f64 {
        let [constant, by_deep, by_shallow, by_empties] = self.coefficients;
        constant + by_deep * deep + by_shallow * shallow + by_empties * empties
    }

    /// Fits the difference of each part of the game from the whole. With few
    /// samples it stays small.
    fn fit_parts(&self) -> Trust {
        let [constant, by_deep, by_shallow, by_empties] = self.coefficients;
        let mut trust = Trust::default();
        for part in 0..trust.0.len() {
            let cells = self.cells.iter().filter(|cell| Trust::part(cell.empties) == part);
            let mut matrix = [[0.0; 4]; 3];
            for (at, row) in matrix.iter_mut().enumerate() {
                row[at] = PART_DOUBT;
            }
            for cell in cells {
                let (deep, shallow) = (f64::from(cell.deep), f64::from(cell.shallow));
                let missed = cell.deviation - self.deviation(cell.empties.into(), deep, shallow);
                add_row(&mut matrix, cell.samples, [1.0, deep, shallow, missed]);
            }
            let [more, more_deep, more_shallow] = solve(matrix);
            let middle = (part * 10 + 5) as f64;
            trust.0[part] = [
                (constant + by_empties * middle + more) as f32,
                (by_deep + more_deep) as f32,
                (by_shallow + more_shallow) as f32,
            ];
        }
        trust
    }
}

/// Searches boards of random games at all depths and fits their differences.
///
/// `on_board` is called after every board.
///
/// ```
/// use outflank_core::Rule;
/// use outflank_engine::{Engine, Options, Sampling, calibrate};
///
/// let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
/// let sampling = Sampling { boards: 30, depth: 5, solved: 0, seed: 1 };
/// let mut done = 0;
/// let calibration = calibrate(&mut engine, Rule::Reversi, sampling, &mut || done += 1);
/// assert_eq!(done, 30);
/// assert!(calibration.cells.iter().all(|cell| cell.deviation > 0.0));
/// ```
pub fn calibrate<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    sampling: Sampling,
    on_board: &mut dyn FnMut(),
) -> Calibration {
    let mut random = ChaCha8Rng::seed_from_u64(sampling.seed);
    let mut samples = Vec::new();
    for _ in 0..sampling.boards {
        let board = sensible_board(engine, rule, &mut random);
        samples.extend(scores_by_depth(engine, rule, board, sampling));
        on_board();
    }
    Calibration::new(cells(&samples))
}

/// A difference between two searches of one board.
struct Sample {
    empties: u32,
    deep: u32,
    shallow: u32,
    difference: f64,
}

/// A board of a game that starts with random moves and continues with good ones.
fn sensible_board<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    random: &mut impl Rng,
) -> Board {
    loop {
        let empties = random.random_range(12..=50);
        let opening = random.random_range(6..=12);
        let mut board = Board::START;
        while board.empties().len() > empties && !board.is_over() {
            let moves = board.legal_moves();
            let choice = if moves.is_empty() {
                None
            } else if 60 - board.empties().len() < opening || random.random_ratio(1, 10) {
                moves.iter().nth(random.random_range(0..moves.len() as usize))
            } else {
                let limits = Limits { depth: Some(3), ..Limits::default() };
                engine.search(rule, board, &limits, &mut |_| {}).best.and_then(Move::square)
            };
            board = choice.and_then(|square| board.play(square)).unwrap_or_else(|| board.pass());
        }
        if !board.legal_moves().is_empty() {
            return board;
        }
    }
}

/// All pairs of searches of one board, without any cuts that are only probable.
fn scores_by_depth<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    board: Board,
    sampling: Sampling,
) -> Vec<Sample> {
    let empties = board.empties().len();
    let mut scores: Vec<(u32, i32)> = Vec::new();
    let mut note = |depth: u32, score: i32| match scores.last_mut() {
        Some(last) if last.0 == depth => last.1 = score,
        _ => scores.push((depth, score)),
    };
    let depth = sampling.depth.min(empties - 1);
    let limits = Limits { depth: Some(depth), selectivity: Selectivity::Full, ..Limits::default() };
    engine
        .search(rule, board, &limits, &mut |analysis| note(analysis.depth, analysis.score.discs()));
    if empties <= sampling.solved {
        let limits = Limits { goal: Goal::Solve, ..Limits::default() };
        let solved = engine.search(rule, board, &limits, &mut |_| {});
        note(empties, solved.score.discs());
    }
    let mut samples = Vec::new();
    for (at, &(deep, truth)) in scores.iter().enumerate().filter(|(_, (deep, _))| *deep >= 3) {
        for &(shallow, guess) in scores[..at].iter().filter(|(shallow, _)| deep >= shallow + 2) {
            samples.push(Sample { empties, deep, shallow, difference: f64::from(truth - guess) });
        }
    }
    samples
}

/// Groups samples by depths and tens of empty squares.
fn cells(samples: &[Sample]) -> Vec<Cell> {
    let mut groups = std::collections::BTreeMap::<_, Vec<&Sample>>::new();
    for sample in samples {
        groups.entry((sample.deep, sample.shallow, sample.empties / 10)).or_default().push(sample);
    }
    let cell = |((deep, shallow, _), group): ((u32, u32, u32), Vec<&Sample>)| {
        let count = group.len() as f64;
        let empties = group.iter().map(|sample| sample.empties).sum::<u32>() / group.len() as u32;
        let squares = group.iter().map(|sample| sample.difference.powi(2)).sum::<f64>();
        let deviation = (squares / count).sqrt();
        Cell { empties, deep, shallow, samples: group.len(), deviation }
    };
    groups.into_iter().filter(|(_, group)| group.len() >= 8).map(cell).collect()
}

/// Least squares over the cells, each weighted by its samples.
fn fit(cells: &[Cell]) -> [f64; 4] {
    let mut matrix = [[0.0; 5]; 4];
    for cell in cells {
        let (deep, shallow) = (f64::from(cell.deep), f64::from(cell.shallow));
        add_row(
            &mut matrix,
            cell.samples,
            [1.0, deep, shallow, cell.empties.into(), cell.deviation],
        );
    }
    solve(matrix)
}

/// Adds a row to the normal equations `samples` times: the factors of the unknowns
/// and, last, their sum.
fn add_row<const N: usize, const M: usize>(
    matrix: &mut [[f64; M]; N],
    samples: usize,
    row: [f64; M],
) {
    for (sums, factor) in matrix.iter_mut().zip(row) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += samples as f64 * factor * value;
        }
    }
}

/// Gauss-Jordan elimination; a column without information gets zero.
fn solve<const N: usize, const M: usize>(mut matrix: [[f64; M]; N]) -> [f64; N] {
    for column in 0..N {
        let pivot = (column..N)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        if matrix[column][column].abs() < 1e-9 {
            continue;
        }
        let pivot = matrix[column];
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column] / pivot[column];
            for (value, by) in row.iter_mut().zip(pivot) {
                *value -= factor * by;
            }
        }
    }
    std::array::from_fn(|at| {
        if matrix[at][at].abs() < 1e-9 { 0.0 } else { matrix[at][N] / matrix[at][at] }
    })
}
