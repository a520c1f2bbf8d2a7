//! A store that events come from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_arena::{EventId, Store, StoreError};

use super::ledger::{Ledger, Ledgers};

/// A store that events come from. Another process may be writing to it, or may
/// not have made it yet.
pub(super) struct Source {
    path: PathBuf,
    opened: Mutex<Option<Opened>>,
}

/// A store that is open, and what is remembered of its events.
pub(super) struct Opened {
    pub(super) store: Store,
    /// The file that was opened: one that was made anew in its place is another.
    file: FileId,
    ledgers: Ledgers,
}

impl Source {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, opened: Mutex::new(None) }
    }

    /// What the store is called: its file, after its folder where the name of
    /// the file says nothing.
    pub(super) fn label(&self) -> String {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let file = name(&self.path).unwrap_or_default();
        match self.path.parent().and_then(name) {
            Some(folder) if file == "games.db" => format!("{folder}/{file}"),
            _ => file,
        }
    }

    /// Asks the store; `None` if there is no file yet.
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
            Opened { store, file, ledgers: Ledgers::default() }
        };
        question(opened.insert(current)).map(Some)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        // A reader that panicked has left nothing half-done.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    /// The games of an event, those that came since it was last asked included.
    pub(super) fn ledger(&mut self, event: EventId) -> Result<&mut Ledger, StoreError> {
        self.ledgers.refreshed(&self.store, event)
    }
}

/// What tells a file from another one of the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileId([u64; 2]);

impl FileId {
    fn of(path: &Path) -> std::io::Result<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::metadata(path)?;
        Ok(Self([found.dev(), found.ino()]))
    }
}
