//! The match of a new network against the best so far.

use outflank_arena::{Decision, Elo, Pentanomial, Sprt};
use outflank_core::Board;
use outflank_net::{Inference, Prediction};
use outflank_zero::{RootChoice, Search, SearchStep, Solver};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::ZeroSettings;
use super::selfplay::opening;

/// The streams of gates are apart from those of games and training.
const STREAM: u64 = 1 << 61;
/// The pairs that are played together.
const WAVE: u32 = 8;
/// The random moves before a game.
const RANDOM_MOVES: u32 = 8;

/// Plays pairs of games until the SPRT decides, or to the limit. Returns the results from the
/// view of the new network, and whether it is accepted.
pub(super) fn gate(
    settings: &ZeroSettings,
    generation: u32,
    networks: &mut [Inference; 2],
    solver: &mut Solver,
    on_pairs: &mut dyn FnMut(u32),
) -> (Pentanomial, bool) {
    let sprt = Sprt::new(Elo(0.0), Elo(60.0), 0.1, 0.1).expect("these are the limits of a test");
    let mut pairs = Pentanomial::default();
    while pairs.len() < settings.gate_pairs {
        let wave = WAVE.min(settings.gate_pairs - pairs.len());
        for half_points in play_wave(settings, generation, pairs.len(), wave, networks, solver) {
            pairs.add(half_points);
        }
        on_pairs(pairs.len());
        if let Some(decision) = sprt.decide(&pairs) {
            return (pairs, decision == Decision::Stronger);
        }
    }
    (pairs, pairs.score() > 0.5)
}

/// Plays pairs of games and returns the half points of each.
fn play_wave(
    settings: &ZeroSettings,
    generation: u32,
    first: u32,
    count: u32,
    networks: &mut [Inference; 2],
    solver: &mut Solver,
) -> Vec<usize> {
    let mut games = Vec::new();
    for pair in first..first + count {
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        random.set_stream(STREAM | (u64::from(generation) << 32) | u64::from(pair));
        let (board, _) = opening(RANDOM_MOVES..=RANDOM_MOVES, &mut random);
        for player in [0, 1] {
            games.push(GateGame { settings, board, player, search: None, half_points: None });
        }
    }
    loop {
        let mut asking: [Vec<usize>; 2] = Default::default();
        let mut boards: [Vec<Board>; 2] = Default::default();
        for (at, game) in games.iter_mut().enumerate() {
            if let Some(board) = game.advance(solver) {
                asking[game.player].push(at);
                boards[game.player].push(board);
            }
        }
        if boards.iter().all(Vec::is_empty) {
            break;
        }
        for player in [0, 1] {
            let predictions = networks[player].predict(&boards[player]);
            for (at, prediction) in asking[player].iter().zip(predictions) {
                games[*at].supply(&prediction);
            }
        }
    }
    let points = |game: &GateGame<'_>| game.half_points.expect("all games are over");
    games.chunks_exact(2).map(|pair| pair.iter().map(points).sum()).collect()
}

/// A game of a gate in play.
struct GateGame<'s> {
    settings: &'s ZeroSettings,
    board: Board,
    /// The player to move: 0 for the new network.
    player: usize,
    search: Option<Search>,
    /// The half points of the new network at the end.
    half_points: Option<usize>,
}

impl GateGame<'_> {
    /// Plays on until a prediction of the player to move is needed; `None` after the end.
    fn advance(&mut self, solver: &mut Solver) -> Option<Board> {
        while self.half_points.is_none() {
            if self.board.legal_moves().is_empty() && !self.board.is_over() {
                self.board = self.board.pass();
                self.player = 1 - self.player;
            }
            if self.board.is_over() || self.board.empties().len() <= self.settings.exact {
                let half_points = match solver.outcome(self.board) {
                    value if value > 0.0 => 2,
                    value if value < 0.0 => 0,
                    _ => 1,
                };
                let of_new = if self.player == 0 { half_points } else { 2 - half_points };
                self.half_points = Some(of_new);
                return None;
            }
            let (board, settings) = (self.board, self.settings);
            let search = self.search.get_or_insert_with(|| {
                let simulations = settings.gate_simulations;
                Search::new(board, simulations, settings.exact_leaves, RootChoice::Visits, 0)
            });
            if let SearchStep::Predict(board) = search.step(solver) {
                return Some(board);
            }
            self.board = self.board.play(search.best()).expect("a search finds legal moves");
            self.player = 1 - self.player;
            self.search = None;
        }
        None
    }

    fn supply(&mut self, prediction: &Prediction) {
        self.search.as_mut().expect("a search asked for it").supply(prediction);
    }
}
