//! Games between two agents of one form.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use outflank_classic::{Agent, Form, Genome, SearchLimits};
use outflank_core::{Board, Rule};
use outflank_work::{Description, Runner, WorkError};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use super::unit::{self, EVOLVE};
use crate::genetic::{Contest, ContestResult, Opening};

/// The search limit of an agent. There is no time limit, because games of a run must
/// repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A number of plies.
    Depth(u32),
    /// A maximum number of positions.
    Nodes(u64),
}

impl Effort {
    /// The limit as a search takes it.
    pub const fn limits(self) -> SearchLimits {
        match self {
            Self::Depth(plies) => SearchLimits::depth(plies),
            Self::Nodes(nodes) => SearchLimits { depth: None, nodes: Some(nodes), time: None },
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies) => write!(f, "depth {plies}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// Games between agents that differ only in their genes.
pub struct AgentContest<'a> {
    form: Form,
    rule: Rule,
    effort: Effort,
    on_game: &'a (dyn Fn() + Sync),
    runner: Option<&'a dyn Runner>,
    /// The error of the runner.
    failure: Mutex<Option<WorkError>>,
}

impl<'a> AgentContest<'a> {
    /// The number of random moves of an opening.
    pub const OPENING_PLIES: u32 = 8;

    /// Games of agents of this form, in the game that the form was made for. `on_game` is
    /// called after every game.
    pub const fn new(form: Form, effort: Effort, on_game: &'a (dyn Fn() + Sync)) -> Self {
        Self { form, rule: form.rule(), effort, on_game, runner: None, failure: Mutex::new(None) }
    }

    /// The same agents in this game, if the form plays it.
    #[must_use]
    pub const fn under(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// The same games, played by a runner.
    #[must_use]
    pub const fn played_by(mut self, runner: &'a dyn Runner) -> Self {
        self.runner = Some(runner);
        self
    }

    /// Whether these are genes of the form.
    pub(super) fn can_play(&self, genes: &[f64]) -> bool {
        self.genome(genes).is_some()
    }

    fn genome(&self, genes: &[f64]) -> Option<Genome> {
        Genome::new(self.form, genes.to_vec(), "")?.for_rule(self.rule)
    }
}

impl Contest for AgentContest<'_> {
    type Player = Agent;

    fn description(&self) -> String {
        let Self { form, rule, effort, .. } = self;
        let plies = Self::OPENING_PLIES;
        format!("{form}, {rule}, {effort}, openings of {plies} random plies")
    }

    fn form(&self) -> Option<Form> {
        Some(self.form)
    }

    fn runner(&self) -> Option<&dyn Runner> {
        self.runner
    }

    fn is_batched(&self) -> bool {
        self.runner.is_some_and(Runner::prefers_large_batches)
    }

    fn describe(&self) -> Option<Description> {
        let settings = unit::settings(self.form, self.rule, self.effort);
        Some(Description { settings, ..Description::new(EVOLVE.name) })
    }

    fn count_game(&self) {
        (self.on_game)();
    }

    fn fail(&self, error: WorkError) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    fn take_failure(&self) -> Option<WorkError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_cancelled(&self) -> bool {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn player(&self, genes: &[f64]) -> Agent {
        let genome = self.genome(genes).expect("a search keeps to the bounds of the form's genes");
        Agent::new(&genome, self.rule, self.effort.limits()).expect("the genome is for this game")
    }

    fn play(&self, first: &mut Agent, second: &mut Agent, opening: Opening) -> ContestResult {
        let mut board = match opening {
            Opening::Start => Board::START,
            Opening::Random(seed) => random_board(Self::OPENING_PLIES, seed),
        };
        let players = [first, second];
        let mut side = 0;
        while !board.is_over() {
            board = match players[side].choose(board) {
                Some(square) => board.play(square).expect("agents keep to the rules"),
                None => board.pass(),
            };
            side = 1 - side;
        }
        (self.on_game)();
        let score = board.final_score(self.rule).discs();
        ContestResult { margin: if side == 0 { score } else { -score } }
    }
}

/// The board after random moves from the start, seen by the side to move. The same seed
/// gives the same board. The game is not over there.
///
/// ```
/// use outflank_train::random_board;
///
/// let board = random_board(8, 1);
/// assert_eq!(board, random_board(8, 1));
/// assert!(!board.is_over());
/// ```
pub fn random_board(plies: u32, seed: u64) -> Board {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut board = Board::START;
        for _ in 0..plies {
            let square = board.legal_moves().iter().choose(&mut random);
            board = square.and_then(|square| board.play(square)).unwrap_or(board.pass());
        }
        if !board.is_over() {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use outflank_core::{Color, Game, Move, Position};

    use super::*;

    fn contest(form: Form) -> AgentContest<'static> {
        AgentContest::new(form, Effort::Depth(1), &|| {})
    }

    /// The same game played with `core::Game`, which tracks colours and passes. Returns
    /// the score of the side that starts at the opening.
    fn by_the_book(form: Form, genomes: [&Genome; 2], opening: Board) -> i32 {
        let agents =
            genomes.map(|genome| Agent::new(genome, form.rule(), SearchLimits::depth(1)).unwrap());
        let position = Position::new(opening.own(), opening.opp(), Color::Black).unwrap();
        let mut game = Game::from_position(position);
        while !game.is_over() {
            let position = game.position();
            let agent = &agents[position.to_move() as usize];
            let chosen = agent.choose(position.board());
            game.play(chosen.map_or(Move::Pass, Move::Place)).unwrap();
        }
        game.result(form.rule(), Color::Black).unwrap().discs()
    }

    #[test]
    fn margins_are_those_of_the_one_who_begins() {
        for form in Form::ALL {
            let genome = Genome::default_of(form);
            let halves = genome.values().iter().enumerate();
            let other: Vec<_> =
                halves.map(|(at, value)| if at % 2 == 0 { -value } else { *value }).collect();
            let other = Genome::new(form, other, "").unwrap();
            let contest = contest(form);
            let [mut one, mut two] =
                [&genome, &other].map(|genome| contest.player(genome.values()));
            for opening in [Opening::Start, Opening::Random(1), Opening::Random(2)] {
                let board = match opening {
                    Opening::Start => Board::START,
                    Opening::Random(seed) => random_board(8, seed),
                };
                let margin = contest.play(&mut one, &mut two, opening).margin;
                assert_eq!(margin, by_the_book(form, [&genome, &other], board), "{form}");
                let margin = contest.play(&mut two, &mut one, opening).margin;
                assert_eq!(margin, by_the_book(form, [&other, &genome], board), "{form}");
            }
        }
    }

    #[test]
    fn every_game_is_heard_of_and_openings_come_from_their_number() {
        let games = AtomicU32::new(0);
        let count = || {
            games.fetch_add(1, Ordering::Relaxed);
        };
        let contest = AgentContest::new(Form::Corner, Effort::Nodes(20), &count);
        let genome = Genome::default_of(Form::Corner);
        let [mut one, mut two] = [0; 2].map(|_| contest.player(genome.values()));
        for seed in 0..5 {
            contest.play(&mut one, &mut two, Opening::Random(seed));
        }
        assert_eq!(games.into_inner(), 5);
        let boards: Vec<_> = (0..20).map(|seed| random_board(8, seed)).collect();
        assert!(boards.iter().all(|board| board.empties().len() >= 52 && !board.is_over()));
        assert_eq!(boards, (0..20).map(|seed| random_board(8, seed)).collect::<Vec<_>>());
        assert!(boards.windows(2).any(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn what_is_played_is_told_in_full() {
        assert_eq!(
            contest(Form::FiveFactor).description(),
            "five-factor, reversed, depth 1, openings of 8 random plies"
        );
        assert_eq!(
            contest(Form::Continuous).under(Rule::Reversi).description(),
            "continuous, reversi, depth 1, openings of 8 random plies"
        );
    }
}
