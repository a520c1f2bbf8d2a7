//! One game of the engine against itself.

use outflank_core::{Board, Color, Move, Rule, Square};
use outflank_engine::{Analysis, Candidate, Engine, Goal, Limits};
use outflank_eval::Evaluation;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::SelfPlay;
use crate::Sample;

/// The minimum number of empty squares of a sample. Fuller boards are solved faster than
/// evaluated, so no evaluation is asked about them.
const FEWEST_EMPTIES: u32 = 6;

/// The weight of the later target in the target of a position. The rest is the search
/// score: a search sees the near future, the result the far one, with luck.
const KEPT: f32 = 0.9;

/// The positions beside a game are searched this many plies less deep than those of the game.
const SHALLOWER: u32 = 2;

/// The positions of a game.
pub(super) struct GameSamples {
    /// The positions that occurred.
    pub(super) line: Vec<Sample>,
    /// Positions after moves that were not played.
    pub(super) beside: Vec<Sample>,
}

/// Plays the game of this number. The same settings give the same game.
pub(super) fn play<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: &SelfPlay,
    number: u64,
) -> GameSamples {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    random.set_stream(number);
    engine.clear();
    let mut board = opening(engine, settings, &mut random);
    let mut side = Color::Black;
    let mut seen: Vec<(Color, Sample)> = Vec::new();
    let mut beside = Vec::new();
    // Moves that are proven to be best, the last one first.
    let mut known: Vec<Move> = Vec::new();
    let mut exact = None;
    while !board.is_over() {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = board.pass();
            side = !side;
            exact = exact.map(|score: i8| -score);
            if known.last() == Some(&Move::Pass) {
                known.pop();
            }
            continue;
        }
        let (score, played) = if let (Some(score), Some(Move::Place(square))) = (exact, known.pop())
        {
            (Some(score), square)
        } else if settings.depth == 0 && board.empties().len() > settings.exact {
            (None, moves.iter().choose(&mut random).expect("there is a move"))
        } else {
            let analysis = search(engine, settings.rule, settings.depth, settings.exact, board);
            if analysis.exact {
                exact = Some(analysis.score.discs() as i8);
                known = analysis.pv.iter().rev().copied().collect();
                known.pop();
            }
            let best = analysis.best.and_then(Move::square);
            (
                Some(analysis.score.discs() as i8),
                best.expect("a search finds a move where there is one"),
            )
        };
        if board.empties().len() >= FEWEST_EMPTIES {
            let board = board.canonical().0;
            seen.push((side, Sample { board, search: score, later: 0, result: 0 }));
        }
        let others = moves.iter().filter(|square| *square != played);
        for other in others.sample(&mut random, settings.beside as usize) {
            let next = board.play(other).expect("a legal move");
            beside.extend(sample_beside(engine, settings, next));
        }
        board = board.play(played).expect("the engine plays legal moves");
        side = !side;
        exact = exact.map(|score| -score);
    }
    let result = board.final_score(settings.rule).discs() as i8;
    // From the last position to the first, seen by the side to move at the end.
    let mut later = f32::from(result);
    for (mover, sample) in seen.iter_mut().rev() {
        let sign = if *mover == side { 1 } else { -1 };
        if let Some(score) = sample.search {
            let score = f32::from(sign * score);
            later = score + KEPT * (later - score);
        }
        sample.later = sign * later.round() as i8;
        sample.result = sign * result;
    }
    GameSamples { line: seen.into_iter().map(|(_, sample)| sample).collect(), beside }
}

/// The sample of a board after a move that was not played; `None` if the side to move
/// cannot move, or the board is too full.
fn sample_beside<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: &SelfPlay,
    board: Board,
) -> Option<Sample> {
    if board.empties().len() < FEWEST_EMPTIES || board.legal_moves().is_empty() {
        return None;
    }
    let depth = settings.depth.saturating_sub(SHALLOWER).max(1);
    let exact = settings.exact.saturating_sub(SHALLOWER);
    let score = search(engine, settings.rule, depth, exact, board).score.discs() as i8;
    let board = board.canonical().0;
    Some(Sample { board, search: Some(score), later: score, result: score })
}

/// A board after random moves; short openings are the most likely.
fn opening<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: &SelfPlay,
    random: &mut impl Rng,
) -> Board {
    let (fewest, most) = settings.opening;
    loop {
        let mut draw = || random.random_range(fewest..=most);
        let plies = draw().min(draw());
        let mut board = Board::START;
        for _ in 0..plies {
            let played = if settings.temperature > 0.0 {
                likely_move(engine, settings, board, random)
            } else {
                board.legal_moves().iter().choose(random)
            };
            board = match played {
                Some(square) => board.play(square).expect("a legal move"),
                None => board.pass(),
            };
        }
        if !board.is_over() {
            return board;
        }
    }
}

/// A random move. Moves with a better score at depth 1 are more likely.
fn likely_move<E: Evaluation>(
    engine: &mut Engine<E>,
    settings: &SelfPlay,
    board: Board,
    random: &mut impl Rng,
) -> Option<Square> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let limits = Limits { depth: Some(1), lines: moves.len() as usize, ..Limits::default() };
    let mut looks = engine.search(settings.rule, board, &limits, &mut |_| {}).candidates;
    // The order decides which move a random number means: the best one last, so that a seed
    // repeats its games.
    looks.reverse();
    let best = looks.iter().map(|look| look.score.discs()).max()?;
    let likely =
        |look: &Candidate| (f64::from(look.score.discs() - best) / settings.temperature).exp();
    let look = looks.choose_weighted(random, likely).ok()?;
    look.played.square()
}

/// Solves boards with at most `exact` empty squares, and searches others `depth` plies deep.
fn search<E: Evaluation>(
    engine: &mut Engine<E>,
    rule: Rule,
    depth: u32,
    exact: u32,
    board: Board,
) -> Analysis {
    let limits = if board.empties().len() <= exact {
        Limits { goal: Goal::Solve, ..Limits::default() }
    } else {
        Limits { depth: Some(depth), ..Limits::default() }
    };
    engine.search(rule, board, &limits, &mut |_| {})
}
