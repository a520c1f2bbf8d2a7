//! The files of a class: its database, the games, the submitted agents.

mod audit;
mod jobs;
mod leases;
mod people;
mod race;
mod schema;
mod sessions;
mod tournaments;
mod versions;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use outflank_arena::{EventFormat, EventId, EventSettings, Store, Terms};
use outflank_durable::{FolderClaim, LayoutError, keep_private};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::{ClassError, ClassSettings, Library, UnixMillis};

use sessions::UsedSessions;

pub use audit::AuditLine;
pub use jobs::JobFilter;
pub use race::ClassStanding;
pub use tournaments::{ClassTournament, TournamentFormat, TournamentResult};

/// The names of the files of a class.
pub(crate) const DATABASE: &str = "class.db";
pub(crate) const GAMES: &str = "games.db";
pub(crate) const AGENTS: &str = "agents";
/// The connections for queries. More would only wait for the same cores.
const READERS: usize = 4;
/// The longest wait for another process that is writing.
const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30);

/// A class on the disk.
///
/// What a method that writes has returned from survives a kill of the process and of the
/// machine.
pub struct ClassStore {
    folder: PathBuf,
    connection: Mutex<Connection>,
    /// They read while the other connection writes, and beside each other.
    reading: [Mutex<Connection>; READERS],
    /// The connection on which the next reader waits if all are in use.
    turn: AtomicUsize,
    /// The uses of sessions that are not in the database yet.
    used: Mutex<UsedSessions>,
    games: Mutex<Store>,
    event: EventId,
    /// The submitted files.
    pub library: Library,
    /// Keeps a second server out of the folder.
    _claim: Option<FolderClaim>,
}

/// Whether this process alone may run the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassAccess {
    /// It serves the class: no other process may.
    Serve,
    /// It changes something while another process may serve the class.
    Beside,
}

impl ClassStore {
    /// Makes a class in a new or empty folder.
    pub fn create(folder: &Path, settings: &ClassSettings) -> Result<Self, ClassError> {
        settings.check()?;
        if folder.join(DATABASE).exists() {
            return Err(ClassError::Folder(format!("{} has a class already", folder.display())));
        }
        make_private_folder(folder)?;
        let connection = open_database(&folder.join(DATABASE))?;
        let json = serde_json::to_string(settings).expect("settings are plain data");
        connection.execute("INSERT INTO class (id, settings) VALUES (1, ?1)", [json])?;
        drop(connection);
        Self::open(folder, ClassAccess::Beside)
    }

    /// Opens the class of a folder.
    pub fn open(folder: &Path, access: ClassAccess) -> Result<Self, ClassError> {
        let database = folder.join(DATABASE);
        if !database.is_file() {
            return Err(ClassError::Folder(format!(
                "{} has no class: make one with 'outflank class init'",
                folder.display()
            )));
        }
        let claim = match access {
            ClassAccess::Serve => {
                let claim = FolderClaim::take(folder);
                Some(claim.map_err(|error| ClassError::Folder(error.to_string()))?)
            }
            ClassAccess::Beside => None,
        };
        let connection = open_database(&database)?;
        keep_private(&folder.join(GAMES))?;
        let mut games = Store::open(&folder.join(GAMES))?;
        let settings = read_settings(&connection)?;
        let format = EventFormat::PointsRace { turns: None, pairs: 1, rounds: None };
        let event = EventSettings::new(
            format,
            settings.rules,
            Vec::new(),
            "class".to_owned(),
            0,
            &Terms::default(),
        );
        let event = games.event(&event)?;
        let mut reading = Vec::with_capacity(READERS);
        for _ in 0..READERS {
            reading.push(Mutex::new(open_for_reading(&database)?));
        }
        let Ok(reading) = reading.try_into() else {
            unreachable!("READERS connections were opened")
        };
        let store = Self {
            folder: folder.to_owned(),
            connection: Mutex::new(connection),
            reading,
            turn: AtomicUsize::new(0),
            used: Mutex::default(),
            games: Mutex::new(games),
            event,
            library: Library::open(folder.join(AGENTS))?,
            _claim: claim,
        };
        if access == ClassAccess::Serve {
            store.forget_workers()?;
        }
        Ok(store)
    }

    /// The folder of the class.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection for queries, which see all that was written. They do not wait for a
    /// transaction that waits for the disk, and short ones not for a long one.
    fn read(&self) -> MutexGuard<'_, Connection> {
        let free = self.reading.iter().find_map(|one| match one.try_lock() {
            Ok(free) => Some(free),
            Err(TryLockError::Poisoned(free)) => Some(free.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        // All are in use: those who wait are spread over them.
        free.unwrap_or_else(|| {
            let turn = self.turn.fetch_add(1, Ordering::Relaxed);
            self.reading[turn % READERS].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }

    fn lock_games(&self) -> MutexGuard<'_, Store> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a transaction.
    fn write<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ClassError>,
    ) -> Result<T, ClassError> {
        let mut connection = self.lock();
        let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = change(&writing)?;
        writing.commit()?;
        Ok(changed)
    }

    /// The settings.
    pub fn settings(&self) -> Result<ClassSettings, ClassError> {
        read_settings(&self.read())
    }

    /// Changes the settings. The game of a class stays the same, because games of both
    /// cannot be compared.
    pub fn set_settings(&self, settings: &ClassSettings) -> Result<(), ClassError> {
        settings.check()?;
        if settings.rules != self.settings()?.rules {
            return Err(ClassError::refused("the game of a class cannot be changed"));
        }
        let json = serde_json::to_string(settings).expect("settings are plain data");
        self.lock().execute("UPDATE class SET settings = ?1", [json])?;
        Ok(())
    }

    /// True if nothing may be submitted and the race rests: by an instructor, or because the
    /// deadline has passed.
    pub fn is_frozen(&self, now: UnixMillis) -> Result<bool, ClassError> {
        let reading = self.read();
        let frozen: bool = reading.query_row("SELECT frozen FROM class", [], |row| row.get(0))?;
        let deadline = read_settings(&reading)?.deadline;
        Ok(frozen || deadline.is_some_and(|deadline| deadline <= now))
    }

    /// Freezes or unfreezes the class. Waiting PKs of the race are cancelled by a freeze.
    pub fn set_frozen(&self, frozen: bool) -> Result<(), ClassError> {
        self.write(|writing| {
            writing.execute("UPDATE class SET frozen = ?1", [frozen])?;
            if frozen {
                cancel_race(writing)?;
            }
            Ok(())
        })
    }

    /// Keeps the deadline, once: cancels what waits in the race, and plans the round robin.
    /// True if it was due.
    pub fn keep_deadline(&self, now: UnixMillis) -> Result<bool, ClassError> {
        let settings = self.settings()?;
        let Some(deadline) = settings.deadline.filter(|deadline| *deadline <= now) else {
            return Ok(false);
        };
        self.write(|writing| {
            let kept: Option<UnixMillis> =
                writing.query_row("SELECT deadline_kept FROM class", [], |row| row.get(0))?;
            if kept == Some(deadline) {
                return Ok(false);
            }
            cancel_race(writing)?;
            let seed = settings.seed;
            let format = TournamentFormat::RoundRobin;
            tournaments::plan(writing, format, "The round robin at the deadline", seed, 1, now)?;
            writing.execute("UPDATE class SET deadline_kept = ?1", [deadline])?;
            Ok(true)
        })
    }
}

/// Makes a folder that only its owner may enter: it has sources and hashes of passwords. A
/// folder that exists stays as it is.
pub(crate) fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Cancels the PKs of the race that nobody has begun.
fn cancel_race(writing: &Transaction<'_>) -> Result<(), ClassError> {
    writing.execute(
        "UPDATE jobs SET state = 'void', problem = 'the class was frozen'
         WHERE kind = 'race' AND state = 'waiting'",
        [],
    )?;
    Ok(())
}

fn open_database(path: &Path) -> Result<Connection, ClassError> {
    keep_private(path)?;
    schema::LAYOUT.open(path, OpenFlags::SQLITE_OPEN_CREATE).map_err(|error| match error {
        LayoutError::Newer { .. } => ClassError::Folder(format!(
            "{} was written by a later version of Outflank",
            path.display()
        )),
        LayoutError::Refused(reason) => {
            ClassError::Folder(format!("cannot open {}: {reason}", path.display()))
        }
    })
}

fn open_for_reading(path: &Path) -> Result<Connection, ClassError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

fn read_settings(connection: &Connection) -> Result<ClassSettings, ClassError> {
    let mut query = connection.prepare_cached("SELECT settings FROM class")?;
    let json: String = query.query_row([], |row| row.get(0))?;
    serde_json::from_str(&json)
        .map_err(|error| ClassError::Database(format!("its settings cannot be read: {error}")))
}
