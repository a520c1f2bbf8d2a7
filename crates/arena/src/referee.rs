//! The referee: plays a game between two players and trusts neither.

use std::ops::DerefMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_core::{Color, Game, IllegalMove, Move, Rule, Score};

use crate::programs::shown_list;
use crate::{Adjudication, Fault, FaultKind, Player, Reply, TimeLeft};

/// The time limits of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// The time limit of a move; unlimited if `None`.
    pub move_time: Option<Duration>,
    /// The time limit of all moves of a player in a game.
    pub game_time: Option<Duration>,
}

/// A game as the referee saw it.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The rules.
    pub rule: Rule,
    /// The moves, including those of the opening.
    pub game: Game,
    /// The number of moves of the opening.
    pub opening: usize,
    /// The record of each move after the opening.
    pub moves: Vec<PlayedMove>,
    /// The ending.
    pub ending: GameEnding,
    /// The final score of black, in discs: of the board if it was played out, of
    /// an exact search if it was adjudicated, and 64 or -64 for a fault.
    pub score: Score,
    /// The logs of the players, black first.
    pub logs: [String; 2],
}

/// A move as the referee saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The side that moved.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// The time it took.
    pub time: Duration,
    /// The part of the time that the machine did not give to the player. It is
    /// not charged.
    pub delay: Duration,
    /// The evaluation by the player, in discs.
    pub score: Option<f64>,
    /// Whether the time was up and the last considered move was played.
    pub is_late: bool,
    /// The moves that the player considered; empty if unknown.
    pub candidates: Vec<Move>,
    /// The length of the player's log after the move, in bytes; `None` if unknown.
    pub log_end: Option<usize>,
}

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnding {
    /// Neither side could move.
    PlayedOut,
    /// An exact search decided it.
    Adjudicated,
    /// A player lost by a fault.
    Fault {
        /// The player at fault.
        color: Color,
        /// The fault.
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

    /// The final score of `color`, in discs.
    pub fn score_of(&self, color: Color) -> Score {
        if color == Color::Black { self.score } else { -self.score }
    }

    /// The longest time that `color` took for a move.
    pub fn longest(&self, color: Color) -> Duration {
        let own = self.moves.iter().filter(|played| played.color == color);
        own.map(|played| played.time).max().unwrap_or_default()
    }
}

/// The fault of a player that chose an illegal move.
fn illegal(error: IllegalMove, reply: &Reply, time: Duration) -> Fault {
    let limit = if reply.is_late { " at the time limit" } else { "" };
    let squares: Vec<_> = reply.candidates.iter().filter_map(|listed| listed.square()).collect();
    let list = if squares.is_empty() {
        String::new()
    } else {
        format!(", {}", shown_list(squares.len(), &squares))
    };
    Fault::new(FaultKind::IllegalMove, format!("{error} after {time:.1?}{limit}{list}"))
}

/// Plays the game from `opening` to its end or until it can be adjudicated,
/// black first in `players`; `None` if `is_cancelled` became true before.
pub(crate) fn play(
    rule: Rule,
    opening: &Game,
    players: &mut [impl DerefMut<Target = impl Player + ?Sized>; 2],
    limits: TimeLimits,
    adjudication: Option<Adjudication>,
    is_cancelled: &AtomicBool,
) -> Option<PlayedGame> {
    let mut game = opening.clone();
    let opening = game.moves().len();
    let mut moves = Vec::new();
    let mut left = [limits.game_time; 2];
    let mut logs = [String::new(), String::new()];
    // An external program may need long to get ready. That time does not count.
    let unfit = Color::BOTH.into_iter().find_map(|color| {
        let player = &mut players[color as usize];
        let fault = player.prepare().map(|()| player.end_turn()).err()?;
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
        let clock = TimeLeft { move_time: limits.move_time, game_time: *left };
        let start = Instant::now();
        let player = &mut players[color as usize];
        let reply = player.choose(&game, clock);
        let time = start.elapsed();
        let delay = player.end_turn().min(clock.allowance()).min(time);
        let charged = time.saturating_sub(delay);
        let log = &mut logs[color as usize];
        log.push_str(&player.take_log());
        if let Some(left) = left {
            *left = left.saturating_sub(charged);
        }
        let seen = reply.and_then(|reply| {
            let most = clock.now().filter(|most| charged > *most && !reply.is_late);
            if let Some(most) = most {
                let detail = format!("{charged:.1?} for a move, {most:.1?} left");
                return Err(Fault::new(FaultKind::Timeout, detail));
            }
            game.play(reply.played).map_err(|error| illegal(error, &reply, time))?;
            Ok(reply)
        });
        match seen {
            Ok(Reply { played, score, is_late, candidates }) => {
                let log_end = Some(log.len());
                moves.push(PlayedMove {
                    color,
                    played,
                    time,
                    delay,
                    score,
                    is_late,
                    candidates,
                    log_end,
                });
            }
            // The signal that stops a match may kill its players too.
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
    for (log, player) in logs.iter_mut().zip(players) {
        log.push_str(&player.take_log());
    }
    Some(PlayedGame { rule, game, opening, moves, ending, score, logs })
}
