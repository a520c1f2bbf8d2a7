//! The names that a viewer may see.

use std::collections::BTreeMap;

use outflank_class::{ClassError, ClassStore, Person, PersonId, Role, Side, VersionId};
use outflank_report::shown_player;

/// The names of everyone, as one viewer sees them.
pub(super) struct Names {
    people: BTreeMap<PersonId, String>,
    versions: BTreeMap<VersionId, u32>,
}

impl Names {
    pub(super) fn new(store: &ClassStore, viewer: Role) -> Result<Self, ClassError> {
        let style = store.settings()?.names;
        let shown = |person: Person| (person.id, person.shown(style, viewer).to_owned());
        Ok(Self {
            people: store.people()?.into_iter().map(shown).collect(),
            versions: store.version_numbers()?,
        })
    }

    pub(super) fn person(&self, id: PersonId) -> String {
        self.people.get(&id).cloned().unwrap_or_else(|| "somebody".to_owned())
    }

    pub(super) fn side(&self, side: &Side) -> String {
        match side {
            Side::Version { person, .. } => self.person(*person),
            Side::BuiltIn(name) => shown_player(name),
        }
    }

    /// The number of a version among those of its person.
    pub(super) fn version(&self, side: &Side) -> Option<u32> {
        self.versions.get(&side.version()?).copied()
    }
}
