//! Games of a network against itself, many at once.

use std::ops::RangeInclusive;

use outflank_core::{Board, Move};
use outflank_net::Inference;
use outflank_work::Attention;
use outflank_zero::{RootChoice, Search, SearchStep, Solver};
use rand::seq::IteratorRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::ZeroSettings;
use super::sample::ZeroSample;
use super::settings::SHARD;

/// One search in so many is full. Only positions with a full search are learnt from.
const FULL: u32 = 4;

/// Plays the games of a shard. The same settings and network give the same games. `None` if they
/// were abandoned.
pub(super) fn play_shard(
    settings: &ZeroSettings,
    inference: &mut Inference,
    solver: &mut Solver,
    generation: u32,
    shard: u64,
    attention: &Attention<'_>,
) -> Option<Vec<ZeroSample>> {
    let first = (u64::from(generation) << 32) | (shard * SHARD);
    let mut games: Vec<_> =
        (first..first + SHARD).map(|number| ZeroGame::new(settings, generation, number)).collect();
    loop {
        let mut asking = Vec::new();
        let mut boards = Vec::new();
        for (at, game) in games.iter_mut().enumerate() {
            if let Some(board) = game.advance(solver) {
                asking.push(at);
                boards.push(board);
            }
        }
        if boards.is_empty() {
            break;
        }
        if attention.is_cancelled() {
            return None;
        }
        for (at, prediction) in asking.into_iter().zip(inference.predict(&boards)) {
            games[at].supply(&prediction);
        }
        attention.step();
    }
    let samples = games.into_iter().flat_map(|game| game.samples).collect();
    Some(samples)
}

/// A game in play.
struct ZeroGame<'s> {
    settings: &'s ZeroSettings,
    simulations: u32,
    random: ChaCha8Rng,
    board: Board,
    /// Whether the side to move is the one that moved first.
    is_first: bool,
    ply: u32,
    /// The search of the board; `None` after the end of the game.
    search: Option<Search>,
    is_full: bool,
    /// Positions, with the side to move, whose score is not known yet.
    seen: Vec<(bool, ZeroSample)>,
    samples: Vec<ZeroSample>,
}

impl<'s> ZeroGame<'s> {
    fn new(settings: &'s ZeroSettings, generation: u32, number: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(number);
        let (board, ply) = opening(0..=settings.random_moves, &mut random);
        let simulations = settings.simulations(generation);
        let (search, is_full, is_first) = (None, false, true);
        let (seen, samples) = (Vec::new(), Vec::new());
        let mut game = Self {
            settings,
            simulations,
            random,
            board,
            is_first,
            ply,
            search,
            is_full,
            seen,
            samples,
        };
        game.begin_search();
        game
    }

    fn begin_search(&mut self) {
        self.is_full = self.random.random_ratio(1, FULL);
        let simulations = if self.is_full { self.simulations } else { fast(self.simulations) };
        let noise = noise(self.ply);
        let (seed, leaves) = (self.random.next_u64(), self.settings.exact_leaves);
        let choice = RootChoice::Halving(noise);
        self.search = Some(Search::new(self.board, simulations, leaves, choice, seed));
    }

    /// Plays on until a prediction is needed; `None` if the game is over.
    fn advance(&mut self, solver: &mut Solver) -> Option<Board> {
        loop {
            match self.search.as_mut()?.step(solver) {
                SearchStep::Predict(board) => return Some(board),
                SearchStep::Nothing => self.make_move(solver),
            }
        }
    }

    fn supply(&mut self, prediction: &outflank_net::Prediction) {
        self.search.as_mut().expect("a search asked for it").supply(prediction);
    }

    /// Makes the move that the search found.
    #[expect(clippy::cast_sign_loss, reason = "a probability is not negative")]
    fn make_move(&mut self, solver: &mut Solver) {
        let mut search = self.search.take().expect("a game in play has a search");
        if self.is_full {
            let moves = search.moves().into_iter();
            let moves = moves
                .map(|searched| (searched.square, (searched.improved * 65535.0).round() as u16));
            let value = (search.value().clamp(-1.0, 1.0) * 32767.0).round() as i16;
            let sample = ZeroSample { moves: moves.collect(), value, ..unknown(self.board) };
            self.seen.push((self.is_first, sample));
        }
        self.board = self.board.play(search.best()).expect("a search finds legal moves");
        self.is_first = !self.is_first;
        self.ply += 1;
        self.pass_if_forced();
        if self.board.is_over() || self.board.empties().len() <= self.settings.exact {
            self.finish(solver);
        } else {
            self.begin_search();
        }
    }

    fn pass_if_forced(&mut self) {
        if self.board.legal_moves().is_empty() && !self.board.is_over() {
            self.board = self.board.pass();
            self.is_first = !self.is_first;
        }
    }

    /// Plays the rest exactly, and gives all positions their score.
    fn finish(&mut self, solver: &mut Solver) {
        let mut line = Vec::new();
        while !self.board.is_over() {
            if self.board.legal_moves().is_empty() {
                self.pass_if_forced();
                if line.last() == Some(&Move::Pass) {
                    line.pop();
                }
                continue;
            }
            if self.board.empties().len() > self.settings.exact_leaves {
                let sample = ZeroSample { is_exact: true, ..unknown(self.board) };
                self.seen.push((self.is_first, sample));
            }
            if line.is_empty() {
                line = solver.solve(self.board).pv;
                line.reverse();
            }
            let Some(Move::Place(square)) = line.pop() else {
                unreachable!("a solved board with a legal move has a best one")
            };
            self.board = self.board.play(square).expect("the solver plays legal moves");
            self.is_first = !self.is_first;
        }
        let score = self.board.final_score(self.settings.rules).discs() as i8;
        for (is_first, mut sample) in std::mem::take(&mut self.seen) {
            let (own, opponent) = (self.board.own(), self.board.opp());
            let is_same = is_first == self.is_first;
            sample.score = if is_same { score } else { -score };
            (sample.own_at_end, sample.opponent_at_end) =
                if is_same { (own, opponent) } else { (opponent, own) };
            self.samples.push(sample);
        }
    }
}

/// A board after a random number of random moves, and that number.
pub(super) fn opening(plies: RangeInclusive<u32>, random: &mut ChaCha8Rng) -> (Board, u32) {
    loop {
        let plies = random.random_range(plies.clone());
        let mut board = Board::START;
        for _ in 0..plies {
            if let Some(square) = board.legal_moves().iter().choose(random) {
                board = board.play(square).expect("a legal move");
            }
        }
        if !board.legal_moves().is_empty() {
            return (board, plies);
        }
    }
}

/// A position of which only the board is known.
fn unknown(board: Board) -> ZeroSample {
    let empty = outflank_core::Bitboard::new(0);
    ZeroSample {
        board,
        moves: Vec::new(),
        score: 0,
        value: 0,
        is_exact: false,
        own_at_end: empty,
        opponent_at_end: empty,
    }
}

/// The simulations of a fast search, beside `full` ones.
fn fast(full: u32) -> u32 {
    (full / 4).max(4)
}

/// The noise of the root at a ply: less after the opening.
const fn noise(ply: u32) -> f32 {
    if ply < 24 { 1.0 } else { 0.3 }
}
