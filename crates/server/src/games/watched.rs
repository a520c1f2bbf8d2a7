//! Watched games, and the tasks that run in them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::AbortHandle;

use outflank_session::Millis;

use super::play::Play;
use super::thinking;
use super::view::GameView;
use crate::error::ApiError;
use crate::id::Id;
use crate::state::Shared;

/// The games that are being watched or have a pending task.
#[derive(Default)]
pub(super) struct WatchedGames(Mutex<HashMap<Id, Weak<WatchedGame>>>);

/// A game that is being watched.
pub(super) struct WatchedGame {
    /// The change counter that watchers follow.
    changes: watch::Sender<i64>,
    upcoming: Mutex<Upcoming>,
}

/// The pending tasks.
#[derive(Default)]
struct Upcoming {
    /// The change of the game that it follows from.
    revision: i64,
    /// The engine thinks.
    thinking: Option<AbortHandle>,
    /// Time runs out.
    alarm: Option<AbortHandle>,
}

impl WatchedGames {
    /// The watched game with this id; a new one if it was not watched.
    pub(super) fn get(&self, id: Id) -> Arc<WatchedGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.get(&id).and_then(Weak::upgrade) {
            return game;
        }
        // Games without watchers are removed from time to time.
        if games.len() == games.capacity() {
            games.retain(|_, game| game.strong_count() > 0);
        }
        let upcoming = Mutex::new(Upcoming { revision: -1, ..Upcoming::default() });
        let game = Arc::new(WatchedGame { changes: watch::Sender::new(-1), upcoming });
        games.insert(id, Arc::downgrade(&game));
        game
    }
}

impl WatchedGame {
    /// Hears of changes from now on.
    pub(super) fn watch(&self) -> watch::Receiver<i64> {
        self.changes.subscribe()
    }

    /// Notifies watchers that the game was deleted.
    pub(super) fn clear(&self) {
        let mut upcoming = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        upcoming.replace(i64::MAX, None, None);
        self.changes.send_replace(i64::MAX);
    }

    /// Notifies watchers of a change and schedules its consequences: the engine's move, and
    /// the end of a side's time.
    fn attend(self: &Arc<Self>, shared: &Shared, play: &Play) {
        let mut upcoming = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        // A later change may have been faster than this one.
        if play.session.revision() < upcoming.revision {
            return;
        }
        let is_same = play.session.revision() == upcoming.revision;
        let is_under_way = |task: &Option<AbortHandle>| {
            is_same && task.as_ref().is_some_and(|task| !task.is_finished())
        };
        let thinking = match play.session.is_programs_turn() {
            true if is_under_way(&upcoming.thinking) => upcoming.thinking.take(),
            true => Some(thinking::start(shared, self, play)),
            false => None,
        };
        let alarm = match play.session.deadline() {
            Some(_) if is_under_way(&upcoming.alarm) => upcoming.alarm.take(),
            Some(deadline) => Some(self.set_alarm(shared, play, deadline)),
            None => None,
        };
        upcoming.replace(play.session.revision(), thinking, alarm);
        drop(upcoming);
        self.changes.send_if_modified(|seen| {
            let is_new = play.session.revision() > *seen;
            *seen = play.session.revision().max(*seen);
            is_new
        });
    }

    /// Looks at the game when the time of a side is over.
    fn set_alarm(self: &Arc<Self>, shared: &Shared, play: &Play, deadline: Millis) -> AbortHandle {
        let left = u64::try_from(deadline - shared.clock.now()).unwrap_or(0);
        let (shared, game) = (shared.clone(), Arc::clone(self));
        let (visitor, id) = (play.visitor, play.id);
        // A little later, so that the time is over on every clock.
        let alarm = shared.clock.sleep(Duration::from_millis(left + 2));
        let task = tokio::spawn(async move {
            alarm.await;
            let _ = look(&shared, visitor, id).await;
            drop(game);
        });
        task.abort_handle()
    }
}

impl Upcoming {
    /// Replaces the pending tasks.
    fn replace(
        &mut self,
        revision: i64,
        thinking: Option<AbortHandle>,
        alarm: Option<AbortHandle>,
    ) {
        self.revision = revision;
        let before = [
            std::mem::replace(&mut self.thinking, thinking),
            std::mem::replace(&mut self.alarm, alarm),
        ];
        before.into_iter().flatten().for_each(|task| task.abort());
    }
}

/// The game does not exist or belongs to another visitor.
pub(super) fn no_such_game() -> ApiError {
    ApiError::not_found("There is no such game.")
}

/// Reads a game and starts its pending tasks.
pub(super) async fn look(shared: &Shared, visitor: Id, id: Id) -> Result<GameView, ApiError> {
    change(shared, visitor, id, |_, _| ()).await.map(|(view, ())| view)
}

/// Changes a game. The change is on the disk when this returns. All watchers are
/// notified, even if the visitor has left meanwhile.
pub(super) async fn change<T: Send + 'static>(
    shared: &Shared,
    visitor: Id,
    id: Id,
    change: impl FnOnce(&mut Play, Millis) -> T + Send + 'static,
) -> Result<(GameView, T), ApiError> {
    let shared = shared.clone();
    let task = tokio::spawn(async move {
        let game = shared.games.watched.get(id);
        let store = Arc::clone(&shared.games.store);
        let clock = shared.clock.clone();
        let changed = tokio::task::spawn_blocking(move || {
            store.change(visitor, id, |play| {
                let now = clock.now();
                let revision = play.session.revision();
                play.session.expire(now);
                let result = change(play, now);
                if play.session.revision() != revision {
                    play.updated = now;
                }
                result
            })
        });
        let (play, result) = changed.await??.ok_or_else(no_such_game)?;
        game.attend(&shared, &play);
        Ok((play.view(shared.clock.now()), result))
    });
    task.await?
}
