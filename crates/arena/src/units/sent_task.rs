//! A pair of games and a check by themselves, as they travel.

use std::path::Path;

use outflank_core::{Game, Move, Position, Rule};
use outflank_work::{Inputs, ItemError, Thread, WorkError};
use serde::{Deserialize, Serialize};

use super::portable::{pack, unpack, write_files};
use super::sent_terms::SentTerms;
use crate::{Check, PlannedPair, PlayerName, Terms};

/// A [`PlannedPair`] for another machine. The files of its players are inputs.
#[derive(Serialize, Deserialize)]
pub struct SentPair {
    rule: Rule,
    /// The names of the players, with paths that begin with the number of the player.
    players: [String; 2],
    start: Position,
    opening: Vec<Move>,
    seed: u64,
    terms: SentTerms,
}

impl SentPair {
    /// Packs a pair. The interpreter and the cores are those of the other machine.
    pub fn pack(pair: &PlannedPair, inputs: &mut Inputs) -> Result<Self, WorkError> {
        let [first, second] = &pair.players;
        Ok(Self {
            rule: pair.rule,
            players: [packed(first, 0, inputs)?, packed(second, 1, inputs)?],
            start: pair.opening.start(),
            opening: pair.opening.moves().to_vec(),
            seed: pair.seed,
            terms: SentTerms::of(&pair.terms)?,
        })
    }

    /// The pair on this machine, with the files of its players in `folder`.
    pub fn unpack(
        &self,
        inputs: &Inputs,
        thread: Thread,
        folder: &Path,
    ) -> Result<PlannedPair, ItemError> {
        let mut opening = Game::from_position(self.start);
        self.opening.iter().try_for_each(|played| opening.play(*played)).map_err(ItemError::new)?;
        write_files(inputs, folder)?;
        Ok(PlannedPair {
            rule: self.rule,
            players: [unpack(&self.players[0], folder)?, unpack(&self.players[1], folder)?],
            opening,
            seed: self.seed,
            terms: known_terms(&self.terms)?,
            worker: [thread.number, thread.count],
        })
    }
}

/// A [`Check`] with the usual boards for another machine. The files of its player are inputs.
#[derive(Serialize, Deserialize)]
pub struct SentCheck {
    rule: Rule,
    player: String,
    seed: u64,
    terms: SentTerms,
}

impl SentCheck {
    /// Packs a check.
    pub fn pack(check: &Check, inputs: &mut Inputs) -> Result<Self, WorkError> {
        Ok(Self {
            rule: check.rule,
            player: packed(&check.player, 0, inputs)?,
            seed: check.seed,
            terms: SentTerms::of(&check.terms)?,
        })
    }

    /// The check on this machine, with the files of its player in `folder`.
    pub fn unpack(&self, inputs: &Inputs, folder: &Path) -> Result<Check, ItemError> {
        write_files(inputs, folder)?;
        Ok(Check {
            player: unpack(&self.player, folder)?,
            rule: self.rule,
            terms: known_terms(&self.terms)?,
            seed: self.seed,
            cases: Check::usual_cases(),
        })
    }
}

fn packed(name: &PlayerName, number: usize, inputs: &mut Inputs) -> Result<String, WorkError> {
    Ok(pack(name, number, inputs).map_err(WorkError::NotPortable)?.to_string())
}

fn known_terms(sent: &SentTerms) -> Result<Terms, ItemError> {
    sent.terms().ok_or_else(|| ItemError::new("the unit has unknown terms"))
}
