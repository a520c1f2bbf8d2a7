//! Data that survives a kill of the process and of the machine.
//!
//! - [`AtomicFile`] and [`write_file`] write a file beside its target and rename
//!   it when it is complete. A reader never sees half a file.
//! - [`sweep`] removes the temporary files that a killed process left behind.
//! - [`FolderClaim`] reserves a folder for one process.
//! - [`keep_private`] and [`write_private_file`] keep a file from other users.
//! - [`Layout`] opens an `SQLite` file and checks that it is the expected one.
//!
//! ```
//! use std::fs;
//!
//! use outflank_durable::{FolderClaim, sweep, write_file};
//!
//! let folder = tempfile::tempdir()?;
//! let claim = FolderClaim::take(folder.path())?;
//! sweep(folder.path())?;
//! write_file(&folder.path().join("settings.json"), b"{}\n")?;
//! assert_eq!(fs::read(folder.path().join("settings.json"))?, b"{}\n");
//! assert!(FolderClaim::take(folder.path()).is_err());
//! drop(claim);
//! assert!(FolderClaim::take(folder.path()).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod claim;
mod database;
mod file;
mod private;

pub use claim::{ClaimError, FolderClaim};
pub use database::{Layout, LayoutError, database_reason};
pub use file::{AtomicFile, parent_folder, sweep, write_file, write_private_file};
pub use private::keep_private;
