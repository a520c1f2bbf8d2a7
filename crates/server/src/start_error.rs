//! Errors that keep the server from starting or running.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use outflank_arena::StoreError;
use outflank_class::ClassError;

/// The server cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The data folder cannot be created.
    #[error("cannot make the folder {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The folder of agents cannot be read.
    #[error("cannot read the agents in {}: {source}", path.display())]
    Agents {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The store of matches cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The class cannot be opened.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The class asks for a login that this build does not have.
    #[error(
        "the class has a login with OpenID Connect, and this command was built without it: build \
         it with '--features openid', or remove openid.toml"
    )]
    NoOpenId,
    /// The database of games cannot be opened.
    #[error("{0}")]
    Games(Box<dyn std::error::Error + Send + Sync>),
    /// The port is used by another program.
    #[error(
        "port {0} is taken, perhaps by another Outflank: choose one with --port, or 0 for any \
         that is free"
    )]
    PortTaken(u16),
    /// The port is reserved for privileged users.
    #[error("port {0} is not for every user: choose one with --port")]
    PortReserved(u16),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// Standard output or the network failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ServerError {
    /// True if the settings are wrong, false if the machine failed.
    pub const fn is_input(&self) -> bool {
        matches!(
            self,
            Self::Agents { .. }
                | Self::NoOpenId
                | Self::Class(ClassError::Folder(_))
                | Self::Store(
                    StoreError::Open { .. } | StoreError::Newer { .. } | StoreError::Date { .. }
                )
        )
    }
}
