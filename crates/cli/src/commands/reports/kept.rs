//! The folder of finished experiments, and its page.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use outflank_durable::FolderClaim;
use outflank_report::experiments::page;
use serde::{Deserialize, Serialize};

use super::table::Table;
use super::{Scale, name};
use crate::cli::Experiment;
use crate::failure::Failure;
use crate::files;

/// The folder of finished experiments. An experiment that is there with the same settings is
/// not run again.
pub(super) struct Folder {
    path: PathBuf,
    settings: Settings,
    /// Keeps other processes out of the folder.
    _claim: FolderClaim,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Settings {
    quick: bool,
    seed: u64,
}

/// The file of an experiment.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    settings: Settings,
    table: T,
}

impl Folder {
    pub(super) fn open(path: &Path, scale: Scale) -> Result<Self, Failure> {
        let settings = Settings { quick: scale.is_quick, seed: scale.seed };
        Ok(Self { path: path.to_owned(), settings, _claim: files::claim(path)? })
    }

    /// The result of an experiment, if it was finished with the same settings.
    pub(super) fn read(&self, name: &str) -> Result<Option<Table>, Failure> {
        let path = self.file(name);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Failure::input(format!("cannot read {}: {error}", path.display())));
            }
        };
        let kept: Kept<Table> = serde_json::from_str(&text)
            .map_err(|error| Failure::input(format!("cannot use {}: {error}", path.display())))?;
        Ok((kept.settings == self.settings).then_some(kept.table))
    }

    pub(super) fn write(&self, name: &str, table: &Table) -> Result<(), Failure> {
        let kept = Kept { settings: self.settings, table };
        let text = serde_json::to_string_pretty(&kept).expect("tables are plain data");
        files::write_bytes(&self.file(name), text.as_bytes())
    }

    /// Writes the page of all experiments in the folder.
    pub(super) fn write_page(&self) -> Result<(), Failure> {
        let Settings { quick, seed } = self.settings;
        let size = if quick { "quick" } else { "full" };
        let settings = format!("A {size} run with seed {seed}, {} cores.", crate::cores::cores());
        let mut sections = Vec::new();
        for experiment in Experiment::value_variants() {
            let name = name(*experiment);
            if let Some(table) = self.read(&name)? {
                let flag = if quick { " --quick" } else { "" };
                let command = format!("outflank reports {name}{flag} --seed {seed}");
                sections
                    .push(table.section(&name, &format!("{settings} Repeat it with: {command}")));
            }
        }
        let introduction = "The experiments of five course reports, repeated. Each chart has the \
            figure of a report beside ours where the report gives one. Errors are one standard error.";
        let page = page("The experiments of the reports", introduction, &sections);
        files::write_bytes(&self.path.join("reports.html"), page.as_bytes())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }
}
