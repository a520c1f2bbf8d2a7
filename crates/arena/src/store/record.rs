//! Stored games as records for files.

use outflank_core::Score;
use outflank_formats::{Ending, GameResult, Note, Player, Record};

use crate::{FaultKind, GameEnding, GameRow, PlayedGame, PlayedMove, StoredGame};

impl StoredGame {
    /// The game as a record for files.
    pub fn record(&self) -> Record {
        let mut record = self.row.record();
        record.date = Some(self.date.clone());
        record.version = Some(self.version.clone());
        record
    }
}

impl GameRow {
    /// The game as a record for files, without a date.
    pub fn record(&self) -> Record {
        let played = &self.played;
        let mut record = Record::new(played.rule, played.game.start());
        for (ply, choice) in played.game.moves().iter().enumerate() {
            let seen = ply.checked_sub(played.opening).and_then(|at| played.moves.get(at));
            let note = |seen: &PlayedMove| Note { score: seen.score, time: Some(seen.time) };
            let note = seen.map_or_else(Note::default, note);
            record.play(*choice, note).expect("the referee lets no illegal move pass");
        }
        let [black, white] = self.players.each_ref().map(|agent| agent.name.clone());
        record.black = Player { name: Some(black), ..Player::default() };
        record.white = Player { name: Some(white), ..Player::default() };
        record.outcome = Some(outcome(played));
        record.seed = Some(self.seed);
        if let GameEnding::Fault { color, fault } = &played.ending {
            record.comment = Some(format!("{color}: {fault}"));
        }
        record
    }
}

fn outcome(played: &PlayedGame) -> GameResult {
    let margin = |score: Score| f64::from(score.discs());
    match &played.ending {
        GameEnding::PlayedOut => GameResult::of_black(margin(played.score), Ending::Finished),
        GameEnding::Adjudicated => GameResult::of_black(margin(played.score), Ending::Settled),
        GameEnding::Fault { color, fault } => GameResult {
            winner: Some(!*color),
            margin: None,
            ending: match fault.kind {
                FaultKind::Timeout => Ending::TimedOut,
                FaultKind::IllegalMove => Ending::Illegal,
                _ => Ending::Crashed,
            },
        },
    }
}
