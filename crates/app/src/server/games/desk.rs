//! Who looks at a game, and what has to happen in it by itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::clock;
use super::play::Play;
use super::thinking;
use super::view::GameView;
use crate::server::error::ApiError;
use crate::server::id::Id;
use crate::server::state::Shared;

/// The games that somebody looks at, or in which something will happen.
#[derive(Default)]
pub(super) struct Desks(Mutex<HashMap<Id, Weak<Desk>>>);

/// A game that somebody looks at.
pub(super) struct Desk {
    /// Counts the changes, for those who look.
    changes: watch::Sender<i64>,
    upcoming: Mutex<Upcoming>,
}

/// What will happen by itself.
#[derive(Default)]
struct Upcoming {
    /// The change of the game that it follows from.
    revision: i64,
    /// The engine thinks.
    thinking: Option<AbortHandle>,
    /// Time runs out.
    alarm: Option<AbortHandle>,
}

impl Desks {
    /// The desk of a game.
    pub(super) fn get(&self, id: Id) -> Arc<Desk> {
        let mut desks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(desk) = desks.get(&id).and_then(Weak::upgrade) {
            return desk;
        }
        // Those that nobody looks at any more are swept out from time to time.
        if desks.len() == desks.capacity() {
            desks.retain(|_, desk| desk.strong_count() > 0);
        }
        let upcoming = Mutex::new(Upcoming { revision: -1, ..Upcoming::default() });
        let desk = Arc::new(Desk { changes: watch::Sender::new(-1), upcoming });
        desks.insert(id, Arc::downgrade(&desk));
        desk
    }
}

impl Desk {
    /// Hears of changes from now on.
    pub(super) fn watch(&self) -> watch::Receiver<i64> {
        self.changes.subscribe()
    }

    /// Tells those who look that the game is gone.
    pub(super) fn clear(&self) {
        let mut upcoming = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        upcoming.replace(i64::MAX, None, None);
        self.changes.send_replace(i64::MAX);
    }

    /// Tells those who look of a change, and sees to what follows from it: the
    /// engine's move, and the end of somebody's time.
    fn attend(self: &Arc<Self>, shared: &Shared, play: &Play) {
        let mut upcoming = self.upcoming.lock().unwrap_or_else(PoisonError::into_inner);
        // A later change may have been faster than this one.
        if play.revision < upcoming.revision {
            return;
        }
        let is_same = play.revision == upcoming.revision;
        let is_under_way = |task: &Option<AbortHandle>| {
            is_same && task.as_ref().is_some_and(|task| !task.is_finished())
        };
        let thinking = match play.is_engines_turn() {
            true if is_under_way(&upcoming.thinking) => upcoming.thinking.take(),
            true => thinking::start(shared, self, play),
            false => None,
        };
        let alarm = match play.deadline() {
            Some(_) if is_under_way(&upcoming.alarm) => upcoming.alarm.take(),
            Some(deadline) => Some(self.set_alarm(shared, play, deadline)),
            None => None,
        };
        upcoming.replace(play.revision, thinking, alarm);
        drop(upcoming);
        self.changes.send_if_modified(|seen| {
            let is_new = play.revision > *seen;
            *seen = play.revision.max(*seen);
            is_new
        });
    }

    /// Looks at the game when the time of a side is over.
    fn set_alarm(
        self: &Arc<Self>,
        shared: &Shared,
        play: &Play,
        deadline: clock::Millis,
    ) -> AbortHandle {
        let left = u64::try_from(deadline - clock::now()).unwrap_or(0);
        let (shared, desk) = (shared.clone(), Arc::clone(self));
        let (visitor, id) = (play.visitor, play.id);
        let task = tokio::spawn(async move {
            // A little later, so that the time is over on every clock.
            tokio::time::sleep(Duration::from_millis(left + 2)).await;
            let _ = look(&shared, visitor, id).await;
            drop(desk);
        });
        task.abort_handle()
    }
}

impl Upcoming {
    /// Puts other tasks in the place of those that were.
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

/// There is no such game, or it is somebody else's.
pub(super) fn no_such_game() -> ApiError {
    ApiError::not_found("There is no such game.")
}

/// Reads the id of a game.
pub(super) fn game_id(text: &str) -> Result<Id, ApiError> {
    text.parse().map_err(|_| no_such_game())
}

/// Looks at a game, and lets happen in it what has to.
pub(super) async fn look(shared: &Shared, visitor: Id, id: Id) -> Result<GameView, ApiError> {
    change(shared, visitor, id, |_, _| ()).await.map(|(view, ())| view)
}

/// Changes a game. The change is on the disk when this returns, and everyone
/// who looks at the game hears of it, even if the visitor has gone meanwhile.
pub(super) async fn change<T: Send + 'static>(
    shared: &Shared,
    visitor: Id,
    id: Id,
    change: impl FnOnce(&mut Play, clock::Millis) -> T + Send + 'static,
) -> Result<(GameView, T), ApiError> {
    let shared = shared.clone();
    let task = tokio::spawn(async move {
        let desk = shared.games.desks.get(id);
        let store = Arc::clone(&shared.games.store);
        let changed = tokio::task::spawn_blocking(move || {
            store.change(visitor, id, |play| {
                let now = clock::now();
                play.expire(now);
                change(play, now)
            })
        });
        let (play, result) = changed.await??.ok_or_else(no_such_game)?;
        desk.attend(&shared, &play);
        Ok((play.view(clock::now()), result))
    });
    task.await?
}
