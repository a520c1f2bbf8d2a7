//! Players that a program defines itself.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use outflank_core::{Color, Rule};

use crate::Player;

/// Makes a player of a colour whose random choices come from a seed.
type Make = dyn Fn(Rule, Color, u64) -> Box<dyn Player> + Send + Sync;

/// A player that a program defines itself, such as a function of a script.
///
/// Its name is for display only: a player cannot be made from it. Two custom
/// players are equal only if one is a clone of the other.
///
/// ```
/// use outflank_arena::{TimeLeft, CustomPlayer, Fault, Player, PlayerName, Reply};
/// use outflank_core::{Game, Move};
///
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
///         let first = game.position().board().legal_moves().first();
///         Ok(first.map_or(Move::Pass, Move::Place).into())
///     }
/// }
///
/// let first = CustomPlayer::new("first", |_, _, _| Box::new(First));
/// assert_eq!(PlayerName::Custom(first).to_string(), "first");
/// ```
#[derive(Clone)]
pub struct CustomPlayer {
    name: Arc<str>,
    make: Arc<Make>,
}

impl CustomPlayer {
    /// A player with a name and the function that makes it for each game.
    pub fn new(
        name: &str,
        make: impl Fn(Rule, Color, u64) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(make) }
    }

    pub(crate) fn player(&self, rule: Rule, color: Color, seed: u64) -> Box<dyn Player> {
        (self.make)(rule, color, seed)
    }

    /// The part that clones share.
    fn place(&self) -> *const () {
        Arc::as_ptr(&self.make).cast()
    }
}

impl PartialEq for CustomPlayer {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for CustomPlayer {}

impl Hash for CustomPlayer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for CustomPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomPlayer").field(&self.name).finish()
    }
}

impl fmt::Display for CustomPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use outflank_core::{Game, Move, Rule};

    use super::CustomPlayer;
    use crate::{
        BalancedOpenings, Fault, FaultKind, GameEnding, Match, Player, PlayerName, Reply, Terms,
        TimeLeft,
    };

    /// Plays the first legal move, and gives up on every game's tenth choice.
    struct GivesUp {
        choices: usize,
    }

    impl Player for GivesUp {
        fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
            self.choices += 1;
            if self.choices == 10 {
                return Err(Fault::new(FaultKind::Crash, "no more"));
            }
            let first = game.position().board().legal_moves().first();
            Ok(first.map_or(Move::Pass, Move::Place).into())
        }
    }

    #[test]
    fn a_match_makes_the_player_anew_for_each_game_and_knows_its_faults() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let custom = CustomPlayer::new("gives up", move |_, _, _| {
            count.fetch_add(1, Ordering::Relaxed);
            Box::new(GivesUp { choices: 0 })
        });
        let players = [PlayerName::Custom(custom), PlayerName::Random];
        let terms = Terms::default();
        let played = Match { rule: Rule::Reversi, players, concurrency: 2, seed: 1, terms };
        let mut openings = BalancedOpenings::new(Rule::Reversi, 1).take(2);
        let tally = played.play(&mut openings, &mut |pair, _| {
            for game in &pair.games {
                let ending = &game.played.ending;
                let GameEnding::Fault { color, fault } = ending else { panic!("{ending:?}") };
                assert_eq!((*color, fault.to_string()), (game.color, "crash: no more".to_owned()));
            }
            ControlFlow::Continue(())
        });
        assert_eq!(tally.unwrap().losses, 4);
        assert_eq!(made.load(Ordering::Relaxed), 4);
    }

    /// Plays the first legal move, and writes which it is.
    #[derive(Default)]
    struct Talks(String);

    impl Player for Talks {
        fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
            let first = game.position().board().legal_moves().first();
            let played = first.map_or(Move::Pass, Move::Place);
            let line = format!("I play {played}.\n");
            self.0.push_str(&line);
            Ok(played.into())
        }

        fn take_log(&mut self) -> String {
            std::mem::take(&mut self.0)
        }
    }

    #[test]
    fn the_log_of_a_player_is_tied_to_its_moves() {
        let talks = CustomPlayer::new("talks", |_, _, _| Box::new(Talks::default()));
        let players = [PlayerName::Custom(talks), PlayerName::Random];
        let terms = Terms::default();
        let played = Match { rule: Rule::Reversi, players, concurrency: 1, seed: 1, terms };
        let mut openings = BalancedOpenings::new(Rule::Reversi, 1).take(1);
        let tally = played.play(&mut openings, &mut |pair, _| {
            for game in &pair.games {
                let log = &game.played.logs[game.color as usize];
                let own = game.played.moves.iter().filter(|seen| seen.color == game.color);
                let mut begin = 0;
                for seen in own {
                    let end = seen.log_end.unwrap();
                    assert_eq!(log[begin..end], format!("I play {}.\n", seen.played));
                    begin = end;
                }
                assert_eq!(begin, log.len());
            }
            ControlFlow::Continue(())
        });
        assert_eq!(tally.unwrap().games(), 2);
    }

    #[test]
    fn a_custom_player_equals_its_copies_only() {
        let of = |name| CustomPlayer::new(name, |_, _, _| Box::new(GivesUp { choices: 0 }));
        let one = of("one");
        assert_eq!(one, one.clone());
        assert_ne!(one, of("one"));
        assert_eq!(format!("{one} {one:?}"), "one CustomPlayer(\"one\")");
    }
}
