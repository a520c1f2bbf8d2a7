//! Games as units of work for other machines.

mod kind;
mod portable;
mod sent_game;
mod sent_task;
mod sent_terms;

use outflank_core::{Game, Move, Position, Rule};
use outflank_work::{Description, Inputs, Origin, WorkError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::runner::{GameRunner, PlannedGame};
use crate::{PlayedGame, PlayerName, Terms};
use sent_terms::SentTerms;

pub use kind::GamesKind;
pub use sent_game::SentGame;
pub use sent_task::{SentCheck, SentPair};

/// The settings of a unit.
#[derive(Serialize, Deserialize)]
struct GamesUnit {
    rule: Rule,
    /// The names of the players, with paths that begin with the number of the player.
    players: Vec<String>,
    terms: SentTerms,
    /// The number of empty squares at which games are adjudicated.
    adjudicate: Option<u32>,
}

/// A game of a unit.
#[derive(Serialize, Deserialize)]
struct UnitGame {
    item: u64,
    /// The numbers of black and white.
    players: [usize; 2],
    start: Position,
    opening: Vec<Move>,
    seed: u64,
}

impl UnitGame {
    /// The opening, if its moves are legal.
    fn opening(&self) -> Option<Game> {
        let mut game = Game::from_position(self.start);
        self.opening.iter().try_for_each(|played| game.play(*played)).ok()?;
        Some(game)
    }
}

/// Describes the games of a runner for other machines.
pub(crate) fn describe(runner: &GameRunner<'_>) -> Result<Description, WorkError> {
    let mut inputs = Inputs::default();
    let mut players = Vec::new();
    for (number, name) in runner.players.iter().enumerate() {
        let portable = portable::pack(name, number, &mut inputs);
        players.push(portable.map_err(WorkError::NotPortable)?.to_string());
    }
    let is_agent = |name: &&PlayerName| matches!(name, PlayerName::Python(_));
    let kind =
        if runner.players.iter().any(is_agent) { GamesKind::Agents } else { GamesKind::Trusted };
    let unit = GamesUnit {
        rule: runner.rule,
        players,
        terms: SentTerms::of(runner.terms)?,
        adjudicate: runner.adjudication.map(crate::Adjudication::empties),
    };
    let settings = serde_json::to_value(unit).expect("settings are plain data");
    let is_long = runner.players.iter().any(|name| is_timed(runner.terms, [*name, *name]));
    Ok(Description { kind: kind.queue(), inputs, settings, is_long })
}

/// The details of some games.
pub(crate) fn details(players: &[&PlayerName], games: &[(u64, PlannedGame<'_>)]) -> Value {
    let number = |name: &PlayerName| {
        let at = players.iter().position(|known| *known == name);
        at.expect("the runner knows all players of its queue")
    };
    let game = |(item, planned): &(u64, PlannedGame<'_>)| UnitGame {
        item: *item,
        players: planned.players.map(number),
        start: planned.opening.start(),
        opening: planned.opening.moves().to_vec(),
        seed: planned.seed,
    };
    let games: Vec<_> = games.iter().map(game).collect();
    serde_json::to_value(games).expect("games are plain data")
}

/// Whether results depend on the speed of the machine.
pub(crate) fn is_timed(terms: &Terms, players: [&PlayerName; 2]) -> bool {
    let limits = terms.limits;
    let is_timed = |name: &PlayerName| match name {
        PlayerName::Engine(engine) => {
            let thinking = &engine.thinking;
            thinking.time.is_some()
                || (thinking.level.is_none()
                    && thinking.depth.is_none()
                    && thinking.nodes.is_none())
        }
        PlayerName::Classic(classic) => classic.limits.time.is_some(),
        PlayerName::Zero(zero) => zero.limits.time.is_some(),
        PlayerName::Random | PlayerName::Greedy => false,
        _ => true,
    };
    limits.move_time.is_some() || limits.game_time.is_some() || players.into_iter().any(is_timed)
}

/// Notes in the logs of both players where a timed game was played.
pub(crate) fn note_origin(played: &mut PlayedGame, origin: &Origin) {
    let Origin { worker, speed } = origin;
    let note = format!("[played on worker {worker}, {speed} nodes a second]\n");
    played.logs.iter_mut().for_each(|log| log.push_str(&note));
}
