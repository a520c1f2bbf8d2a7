//! The players available for matches started from a page.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use outflank_arena::{ClassicName, EngineName, GenomeName, PlayerName, ZeroName};
use outflank_classic::{Form, ShippedGenome};
use outflank_core::Rule;
use outflank_engine::Level;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ServerError;
use crate::settings::Settings;
use outflank_report::{shown_player, words};

/// A player as the page shows it.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = PlayerInfo)]
pub(crate) struct ListedPlayer {
    /// The id for requests.
    pub(crate) name: String,
    /// The name to show.
    pub(crate) title: String,
    pub(crate) kind: PlayerKind,
    /// The only game it plays, if it does not play both.
    #[schema(value_type = Option<words::Rules>)]
    pub(crate) rules: Option<&'static str>,
}

/// The kind of a player.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    Engine,
    Classic,
    /// An agent with numbers that were evolved here.
    Genome,
    /// A network that learnt by itself.
    Network,
    Simple,
    Agent,
    Program,
}

/// All available players.
pub(crate) struct Roster {
    /// The built-in players, and those named on the command line.
    known: Vec<(ListedPlayer, PlayerName)>,
    /// A folder of agents. It is read on each request, so that a new agent can play at once.
    folder: Option<PathBuf>,
}

impl Roster {
    pub(super) fn find(settings: &Settings) -> Result<Self, ServerError> {
        let folder = settings.agents.clone();
        if let Some(folder) = &folder {
            files_in(folder)
                .map_err(|source| ServerError::Agents { path: folder.clone(), source })?;
        }
        let mut known = Vec::new();
        let mut add = |name: String, player: PlayerName, title: String, rule: Option<Rule>| {
            let (kind, rules) = (kind(&player), rule.map(Rule::name));
            known.push((ListedPlayer { name, title, kind, rules }, player));
        };
        let engine = PlayerName::Engine(EngineName::default());
        add(engine.to_string(), engine, "Engine, as long as the match allows".to_owned(), None);
        for level in Level::all() {
            let player = PlayerName::Engine(EngineName::at_level(level));
            let title = format!("Level {level}: {}", level.name());
            add(player.to_string(), player, title, None);
        }
        for form in Form::REPORTS {
            let name = format!("classic:{form}");
            let player = name.parse().expect("every form has a name");
            let title = format!("{form}, of report {:03}", form as usize);
            add(name, player, title, Some(form.rule()));
        }
        for shipped in ShippedGenome::all() {
            let name = format!("genome:{}", shipped.name());
            let player = name.parse().expect("genomes that ship have names");
            add(name, player, shipped.name().to_owned(), Some(shipped.genome().rule()));
        }
        let zero = PlayerName::Zero(ZeroName::default());
        add(zero.to_string(), zero, "Network, 400 simulations a move".to_owned(), None);
        add("greedy".to_owned(), PlayerName::Greedy, "Greedy".to_owned(), None);
        add("random".to_owned(), PlayerName::Random, "Random".to_owned(), None);
        for label in &settings.players {
            // The path of a program must not be disclosed.
            let name = label.name.clone();
            let name = name.unwrap_or_else(|| shown_player(&label.player.to_string()));
            add(name.clone(), label.player.clone(), name, None);
        }
        Ok(Self { known, folder })
    }

    /// The players that come with Outflank, which need no file or command of this machine.
    pub(crate) fn built_in(&self) -> Vec<ListedPlayer> {
        let is_ours = |kind| !matches!(kind, PlayerKind::Agent | PlayerKind::Program);
        let known = self.known.iter().map(|(listed, _)| listed);
        known.filter(|listed| is_ours(listed.kind)).cloned().collect()
    }

    /// Everyone as the page shows them.
    pub(crate) fn listed(&self) -> Vec<ListedPlayer> {
        let known = self.known.iter().map(|(listed, _)| listed.clone());
        known.chain(self.agents().into_iter().map(|(listed, _)| listed)).collect()
    }

    /// The player of this name, if it is one that the page may ask for.
    pub(super) fn get(&self, name: &str) -> Option<PlayerName> {
        let of_this_name = |(listed, _): &(ListedPlayer, _)| listed.name == name;
        let known = self.known.iter().find(|known| of_this_name(known)).cloned();
        let found = known.or_else(|| self.agents().into_iter().find(of_this_name));
        found.map(|(_, player)| player)
    }

    /// The agents in the folder as it is now.
    fn agents(&self) -> Vec<(ListedPlayer, PlayerName)> {
        let files = self.folder.as_deref().and_then(|folder| files_in(folder).ok());
        let agent = |path: PathBuf| {
            let text = |part: Option<&std::ffi::OsStr>| {
                part.unwrap_or_default().to_string_lossy().into_owned()
            };
            let listed = ListedPlayer {
                // The path of the folder must not be disclosed.
                name: format!("python:{}", text(path.file_name())),
                title: text(path.file_stem()),
                kind: PlayerKind::Agent,
                rules: None,
            };
            (listed, PlayerName::Python(path))
        };
        files.into_iter().flatten().map(agent).collect()
    }
}

fn kind(name: &PlayerName) -> PlayerKind {
    match name {
        PlayerName::Engine(_) => PlayerKind::Engine,
        PlayerName::Classic(ClassicName { genome: GenomeName::Report(_), .. }) => {
            PlayerKind::Classic
        }
        PlayerName::Classic(_) => PlayerKind::Genome,
        PlayerName::Zero(_) => PlayerKind::Network,
        PlayerName::Random | PlayerName::Greedy => PlayerKind::Simple,
        PlayerName::Python(_) => PlayerKind::Agent,
        _ => PlayerKind::Program,
    }
}

/// The files of a folder that end in `.py`.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut agents = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "py") && path.is_file() {
            agents.push(path);
        }
    }
    agents.sort();
    Ok(agents)
}
