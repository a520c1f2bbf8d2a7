//! The games of matches that are being played now.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use outflank_arena::{
    CustomPlayer, EventId, Fault, FaultKind, Match, Player, PlayerName, Reply, Slot, Terms,
    TimeLeft, TurnWatcher, WatchedPlayer,
};
use outflank_core::{Color, Game, Rule};
use outflank_report::{place, shown_player, words};
use serde::Serialize;
use utoipa::ToSchema;

/// The games that are being played now.
#[derive(Clone, Default)]
pub(super) struct LiveGames(Arc<Mutex<BTreeMap<Key, Shown>>>);

/// A game: its event, and its place there.
type Key = (EventId, Slot);

/// A game as it stands.
struct Shown {
    /// Black and white.
    players: [String; 2],
    opening: usize,
    game: Game,
    /// When the side to move began to think.
    since: Instant,
}

/// A game that is being played now.
#[derive(Serialize, ToSchema)]
pub(super) struct LiveGame {
    /// The place in the event, such as `1/12.1`.
    place: String,
    black: String,
    white: String,
    start: String,
    /// The number of moves of the opening.
    opening: usize,
    moves: Vec<String>,
    /// The side that thinks; null if the game is over.
    #[schema(value_type = Option<words::Color>)]
    to_move: Option<String>,
    /// For how long it has been thinking.
    seconds: f64,
}

impl LiveGames {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Shown>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games of an event, in its order.
    pub(super) fn of(&self, event: EventId) -> Vec<LiveGame> {
        let games = self.lock();
        let of_event = games.iter().filter(|((of, _), _)| *of == event);
        of_event.map(|((_, slot), shown)| shown.view(*slot)).collect()
    }

    /// The match with players that show their games here.
    pub(super) fn watched(&self, event: EventId, played: &Match, pairs: u32) -> Match {
        let by_seed = (0..pairs).map(|pair| (played.seed_of(pair as usize), pair)).collect();
        let seeds: Arc<HashMap<u64, u32>> = Arc::new(by_seed);
        let names = played.players.each_ref().map(|name| shown_player(&name.to_string()));
        let watched = |number: usize| {
            let (live, seeds, names) = (self.clone(), Arc::clone(&seeds), names.clone());
            let (name, terms) = (played.players[number].clone(), played.terms.clone());
            let shown = names[number].clone();
            let make = move |rule, color: Color, seed| -> Box<dyn Player> {
                // The first player is black in the first game of each pair.
                let is_swapped = (number == 0) == (color == Color::White);
                let [first, second] = names.clone();
                let players = if is_swapped { [second, first] } else { [first, second] };
                let pair = seeds.get(&seed).copied().unwrap_or_default();
                let slot = Slot { round: 0, pair, game: u32::from(is_swapped) };
                let player = make_player(&name, rule, color, seed, &terms);
                let (live, key) = (live.clone(), (event, slot));
                Box::new(WatchedPlayer::new(player, GameShow { live, key, players, opening: None }))
            };
            PlayerName::Custom(CustomPlayer::new(&shown, make))
        };
        Match { players: [watched(0), watched(1)], ..played.clone() }
    }
}

impl Shown {
    fn view(&self, slot: Slot) -> LiveGame {
        let [black, white] = self.players.clone();
        let to_move = (!self.game.is_over()).then(|| self.game.position().to_move().to_string());
        LiveGame {
            place: place(slot),
            black,
            white,
            start: self.game.start().to_string(),
            opening: self.opening,
            moves: self.game.moves().iter().map(ToString::to_string).collect(),
            to_move,
            seconds: self.since.elapsed().as_secs_f64(),
        }
    }
}

/// The player, or one that says why it cannot be made.
fn make_player(
    name: &PlayerName,
    rule: Rule,
    color: Color,
    seed: u64,
    terms: &Terms,
) -> Box<dyn Player> {
    name.player(rule, color, seed, terms).unwrap_or_else(|error| {
        Box::new(Unavailable(Fault::new(FaultKind::Start, error.to_string())))
    })
}

/// A player that could not be made.
struct Unavailable(Fault);

impl Player for Unavailable {
    fn prepare(&mut self) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _: &Game, _: TimeLeft) -> Result<Reply, Fault> {
        Err(self.0.clone())
    }
}

/// Shows the game of a player to visitors.
struct GameShow {
    live: LiveGames,
    key: Key,
    /// Black and white.
    players: [String; 2],
    /// The number of moves before its first turn.
    opening: Option<usize>,
}

impl GameShow {
    fn show(&self, game: Game) {
        let mut games = self.live.lock();
        let opening = games.get(&self.key).map(|shown| shown.opening);
        let opening = opening.or(self.opening).unwrap_or_default();
        let shown = Shown { players: self.players.clone(), opening, game, since: Instant::now() };
        games.insert(self.key, shown);
    }
}

impl TurnWatcher for GameShow {
    fn turn_begins(&mut self, game: &Game) {
        self.opening.get_or_insert(game.moves().len());
        self.show(game.clone());
    }

    fn turn_ends(&mut self, game: &Game, reply: &Reply) {
        let mut next = game.clone();
        if next.play(reply.played).is_ok() {
            self.show(next);
        }
    }
}

impl Drop for GameShow {
    fn drop(&mut self) {
        self.live.lock().remove(&self.key);
    }
}
