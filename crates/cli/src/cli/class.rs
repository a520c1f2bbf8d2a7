//! The flags of `outflank class`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use outflank_arena::{OpeningsChoice, Platform, parse_duration};
use outflank_core::Rule;

use super::Serve;

#[derive(Args)]
pub(crate) struct Class {
    #[command(subcommand)]
    pub(crate) action: ClassAction,
}

#[derive(Subcommand)]
pub(crate) enum ClassAction {
    /// Make a class in a folder, with its first instructor
    ///
    /// Prints the code with which the instructor logs in for the first time.
    Init(Box<ClassInit>),
    /// Run the class of a folder as a web server
    ///
    /// The server is the browser app with accounts, submissions, the points race and tournaments.
    /// It runs agents on this machine, in a sandbox, and with --cluster also on workers that were
    /// started with --kinds agents.
    Serve(Box<ClassServe>),
    /// Add a person, and print the code for the first login
    Add(ClassAdd),
    /// Add the people of a CSV file, and print their codes as CSV
    ///
    /// Each line has a login, a name and perhaps a role (student or instructor). People who are in
    /// the class already get the new name only.
    Import(ClassImport),
    /// Take the password of a person away, and print a new code
    Reset(ClassReset),
    /// Copy a class to a new folder, also while it is running
    Backup(ClassBackup),
    /// Make a class of a backup, in a new folder
    Restore(ClassRestore),
}

#[derive(Args)]
pub(crate) struct ClassInit {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The name of the class
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The login of the first instructor
    #[arg(long, value_name = "LOGIN", default_value = "instructor")]
    pub(crate) instructor: String,
    /// The name of the first instructor [default: the login]
    #[arg(long, value_name = "NAME")]
    pub(crate) instructor_name: Option<String>,
    /// The platform rules at the time limit: course or strict
    #[arg(long, value_name = "PLATFORM", default_value = "course")]
    pub(crate) platform: Platform,
    /// The time limit for a move
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "5s")]
    pub(crate) time: Duration,
    /// The time limit for a game
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "180s")]
    pub(crate) game_time: Duration,
    /// The memory limit of an agent in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub(crate) memory: u32,
    /// The openings of games: start, balanced or random:N
    #[arg(long, value_name = "OPENINGS", default_value = "start")]
    pub(crate) openings: OpeningsChoice,
    /// When everything is frozen and the round robin begins: 2026-12-01T18:00:00Z, or with another
    /// time zone, +08:00 [default: never]
    #[arg(long, value_name = "DATE")]
    pub(crate) deadline: Option<String>,
    /// The points of a won, a drawn and a lost game
    #[arg(
        long,
        value_name = "POINTS",
        value_delimiter = ',',
        num_args = 3,
        allow_hyphen_values = true,
        default_value = "5,0,-5"
    )]
    pub(crate) points: Vec<i32>,
    /// Show students the aliases of others instead of their names
    #[arg(long)]
    pub(crate) aliases: bool,
    /// Minutes between the automatic challenges of a student; 0 for none
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) race_minutes: u32,
    /// The seed of openings and tournaments
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u32,
}

#[derive(Args)]
pub(crate) struct ClassServe {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The number of PKs and checks that run at once on this machine [default: one for two cores]; 0
    /// leaves all of them to a cluster
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) workers: Option<u16>,
    /// Send cookies over HTTPS only; for a server behind a reverse proxy with TLS
    #[arg(long)]
    pub(crate) https: bool,
    /// The Python interpreter of agents [default: `$OUTFLANK_PYTHON` or python3]
    #[arg(long, value_name = "FILE")]
    pub(crate) python: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

#[derive(Args)]
pub(crate) struct ClassAdd {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The name for login, such as a student number
    #[arg(value_name = "LOGIN")]
    pub(crate) login: String,
    /// The name
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Make an instructor, not a student
    #[arg(long)]
    pub(crate) instructor: bool,
}

#[derive(Args)]
pub(crate) struct ClassImport {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The CSV file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Args)]
pub(crate) struct ClassReset {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The login of the person
    #[arg(value_name = "LOGIN")]
    pub(crate) login: String,
}

#[derive(Args)]
pub(crate) struct ClassBackup {
    /// The folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The new folder of the backup
    #[arg(value_name = "BACKUP")]
    pub(crate) backup: PathBuf,
}

#[derive(Args)]
pub(crate) struct ClassRestore {
    /// The folder of the backup
    #[arg(value_name = "BACKUP")]
    pub(crate) backup: PathBuf,
    /// The new folder of the class
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}
