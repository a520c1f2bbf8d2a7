//! A store that events come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_arena::{EventId, Store, StoreError};

use super::event_games::{EventGames, EventGamesCache};

/// A store of events. Another process may be writing to it, or may not have created it
/// yet.
pub(super) struct Source {
    path: PathBuf,
    opened: Mutex<Option<Opened>>,
}

/// An open store and the cache of its events.
pub(super) struct Opened {
    pub(super) store: Store,
    /// The file that was opened: one that was made anew in its place is another.
    file: FileId,
    cache: EventGamesCache,
}

impl Source {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, opened: Mutex::new(None) }
    }

    /// The name of the store: its file name, with the folder if the file name is generic.
    pub(super) fn label(&self) -> String {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let file = name(&self.path).unwrap_or_default();
        match self.path.parent().and_then(name) {
            Some(folder) if file == "games.db" => format!("{folder}/{file}"),
            _ => file,
        }
    }

    /// Queries the store; `None` if the file does not exist yet.
    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&mut Opened) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut opened = self.lock();
        let Ok(file) = FileId::of(&self.path) else {
            *opened = None;
            return Ok(None);
        };
        let current = opened.take().filter(|opened| opened.file == file);
        let current = if let Some(current) = current {
            current
        } else {
            let store = Store::open_existing(&self.path)?;
            Opened { store, file, cache: EventGamesCache::default() }
        };
        question(opened.insert(current)).map(Some)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        // A reader that panicked has left nothing half-done.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    /// The games of an event, including those added since the last call.
    pub(super) fn event_games(&mut self, event: EventId) -> Result<&mut EventGames, StoreError> {
        self.cache.refreshed(&self.store, event)
    }
}

/// The identity of a file, which differs for a new file of the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileId([u64; 2]);

impl FileId {
    #[cfg(unix)]
    fn of(path: &Path) -> std::io::Result<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::metadata(path)?;
        Ok(Self([found.dev(), found.ino()]))
    }

    /// Other systems tell files apart by the time of their creation.
    #[cfg(not(unix))]
    fn of(path: &Path) -> std::io::Result<Self> {
        let created = fs::metadata(path)?.created()?;
        let age = created.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok(Self([age.as_secs(), age.subsec_nanos().into()]))
    }
}
