//! A game of a tournament, as standings see it.

use outflank_core::{Color, Score};

use crate::store::count_lost_on_time;
use crate::{GameEnding, GameSummary, Pairing, PlayedGame, Slot, TimeUse};

/// A finished game of a tournament, without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentGame {
    /// Its place in the tournament.
    pub slot: Slot,
    /// The numbers of black and white among the players.
    pub sides: [usize; 2],
    /// The final score of black, in discs.
    pub score: Score,
    /// The ending.
    pub ending: GameEnding,
    /// The number of moves, including those of the opening.
    pub plies: u32,
    /// The time that the players used, black first.
    pub time: [TimeUse; 2],
}

impl TournamentGame {
    /// A game that was just played.
    pub(super) fn of_played(pairing: Pairing, slot: Slot, played: &PlayedGame) -> Self {
        let mut time = [TimeUse::default(); 2];
        for seen in &played.moves {
            let time = &mut time[seen.color as usize];
            time.moves += 1;
            time.total += seen.time;
            time.longest = time.longest.max(seen.time);
            time.late += u32::from(seen.is_late);
        }
        count_lost_on_time(&mut time, &played.ending);
        Self {
            slot,
            sides: pairing.sides(slot),
            score: played.score,
            ending: played.ending.clone(),
            plies: played.game.moves().len() as u32,
            time,
        }
    }

    /// A game that was in the store already.
    pub(super) fn of_stored(pairing: Pairing, stored: GameSummary) -> Self {
        let GameSummary { slot, score, ending, plies, time, .. } = stored;
        Self { slot, sides: pairing.sides(slot), score, ending, plies, time }
    }

    /// The final score of a colour, in discs.
    pub fn score_of(&self, color: Color) -> Score {
        if color == Color::Black { self.score } else { -self.score }
    }

    /// Half points for black: 2 for a win, 1 for a draw.
    pub const fn half_points(&self) -> u32 {
        match self.score.discs() {
            1.. => 2,
            0 => 1,
            _ => 0,
        }
    }
}
