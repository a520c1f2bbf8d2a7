//! One game between two players, of whom nothing is trusted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_core::{Color, Game, IllegalMove, Move, Rule, Score};

use crate::{Adjudication, Clock, Fault, FaultKind, Player, Reply};

/// How games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// How long a player may think about a move; without end if `None`.
    pub move_time: Option<Duration>,
    /// How long it may think in a game.
    pub game_time: Option<Duration>,
}

/// A game as the referee saw it.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Which game was played.
    pub rule: Rule,
    /// The moves, those of the opening included.
    pub game: Game,
    /// How many of them are the opening's.
    pub opening: usize,
    /// What was seen of each move after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ending: GameEnding,
    /// How it ended for black, in discs: by the board if it was played out, by
    /// an exact search if it was adjudicated, all of them for a fault.
    pub score: Score,
    /// What the players wrote to their logs, black first.
    pub logs: [String; 2],
}

/// What the referee saw of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// Who moved.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// How long it took.
    pub time: Duration,
    /// What the player thought of its position, in discs.
    pub score: Option<f64>,
    /// Whether its time was up and its last word was taken.
    pub is_late: bool,
    /// What the player considered, where it says so.
    pub candidates: Vec<Move>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnding {
    /// Neither side could move.
    PlayedOut,
    /// An exact search told the rest.
    Adjudicated,
    /// A player did what it may not, and lost.
    Fault {
        /// Who.
        color: Color,
        /// What.
        fault: Fault,
    },
}

impl PlayedGame {
    /// The winner; `None` if drawn.
    pub fn winner(&self) -> Option<Color> {
        match self.score.discs() {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }

    /// How it ended for `color`, in discs.
    pub fn score_of(&self, color: Color) -> Score {
        if color == Color::Black { self.score } else { -self.score }
    }

    /// The longest that `color` took for a move.
    pub fn longest(&self, color: Color) -> Duration {
        let own = self.moves.iter().filter(|played| played.color == color);
        own.map(|played| played.time).max().unwrap_or_default()
    }
}

/// Plays the game from `opening` to its end or until it can be adjudicated,
/// black first in `players`; `None` if `is_cancelled` became true before.
pub(crate) fn play(
    rule: Rule,
    opening: &Game,
    players: &mut [Box<dyn Player>; 2],
    limits: Limits,
    adjudication: Option<Adjudication>,
    is_cancelled: &AtomicBool,
) -> Option<PlayedGame> {
    let mut game = opening.clone();
    let opening = game.moves().len();
    let mut moves = Vec::new();
    let mut left = [limits.game_time; 2];
    // A program may take long to get ready; no clock runs meanwhile.
    let unfit = Color::BOTH.into_iter().find_map(|color| {
        let fault = players[color as usize].prepare().err()?;
        Some(GameEnding::Fault { color, fault })
    });
    let is_ready = unfit.is_none();
    let mut ending = unfit.unwrap_or(GameEnding::PlayedOut);
    let mut settled = None;
    while is_ready && !game.is_over() {
        if is_cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let color = game.position().to_move();
        let told = adjudication.and_then(|judge| judge.score(rule, game.position().board()));
        if let Some(score) = told {
            ending = GameEnding::Adjudicated;
            settled = Some(if color == Color::Black { score } else { -score });
            break;
        }
        let left = &mut left[color as usize];
        let clock = Clock { move_time: limits.move_time, game_time: *left };
        let start = Instant::now();
        let reply = players[color as usize].choose(&game, clock);
        let time = start.elapsed();
        if let Some(left) = left {
            *left = left.saturating_sub(time);
        }
        let seen = reply.and_then(|reply| {
            let most = clock.now().filter(|most| time > *most && !reply.is_late);
            if let Some(most) = most {
                let detail = format!("{time:.1?} for a move, {most:.1?} left");
                return Err(Fault::new(FaultKind::Timeout, detail));
            }
            let illegal =
                |error: IllegalMove| Fault::new(FaultKind::IllegalMove, error.to_string());
            game.play(reply.played).map_err(illegal)?;
            Ok(reply)
        });
        match seen {
            Ok(Reply { played, score, is_late, candidates }) => {
                moves.push(PlayedMove { color, played, time, score, is_late, candidates });
            }
            // What ends a match may end its players too.
            Err(_) if is_cancelled.load(Ordering::Relaxed) => return None,
            Err(fault) => {
                ending = GameEnding::Fault { color, fault };
                break;
            }
        }
    }
    let score = match &ending {
        GameEnding::Fault { color: Color::Black, .. } => -Score::MAX,
        GameEnding::Fault { color: Color::White, .. } => Score::MAX,
        _ => settled
            .or_else(|| game.result(rule, Color::Black))
            .expect("it was settled, or the game is over"),
    };
    let logs = players.each_mut().map(|player| player.take_log());
    Some(PlayedGame { rule, game, opening, moves, ending, score, logs })
}
