//! The genomes that were evolved here and ship with the program.

use super::Genome;

/// A genome that was evolved here, under its own name. Its provenance names the run that
/// made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShippedGenome(usize);

/// Names and files.
const SHIPPED: [(&str, &str); 6] = [
    ("phased-evolved", include_str!("../../genomes/phased-evolved.toml")),
    ("five-factor-evolved", include_str!("../../genomes/five-factor-evolved.toml")),
    ("evolved-evolved", include_str!("../../genomes/evolved-evolved.toml")),
    ("continuous-evolved", include_str!("../../genomes/continuous-evolved.toml")),
    ("continuous-reversi-evolved", include_str!("../../genomes/continuous-reversi-evolved.toml")),
    ("report-004-champion", include_str!("../../genomes/report-004-champion.toml")),
];

impl ShippedGenome {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SHIPPED.len()).map(Self)
    }

    /// The genome of this name, such as `phased-evolved`.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|shipped| shipped.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        SHIPPED[self.0].0
    }

    /// The text of its file.
    pub const fn toml(self) -> &'static str {
        SHIPPED[self.0].1
    }

    /// The genome.
    pub fn genome(self) -> Genome {
        Genome::from_toml(self.toml()).expect("the genomes in the binary are those of the project")
    }
}
