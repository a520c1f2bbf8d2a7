//! The hall of fame.

use std::fs;
use std::path::Path;

use super::Champion;
use crate::folder::{self, FolderError};

const FILE: &str = "hall.json";

/// The best champions of a run, best first: those with the best score against the default
/// agent, the newest first among equals. Scores within a generation cannot be compared,
/// because each generation plays only against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct HallOfFame {
    places: usize,
    members: Vec<Champion>,
}

impl HallOfFame {
    pub(super) fn new(places: usize) -> Self {
        Self { places, members: Vec::new() }
    }

    /// The champions.
    pub fn members(&self) -> &[Champion] {
        &self.members
    }

    /// Adds a champion if it is good enough and not a member already. Returns true if it
    /// was added.
    pub(super) fn enter(&mut self, champion: &Champion) -> bool {
        if self.members.iter().any(|member| member.genes == champion.genes) {
            return false;
        }
        let is_better = |member: &Champion| member.rate > champion.rate;
        let place = self.members.partition_point(is_better);
        self.members.insert(place, champion.clone());
        self.members.truncate(self.places);
        place < self.places
    }

    /// Writes the file for readers. A run itself reads its generations instead.
    pub(super) fn write(&self, run: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_string_pretty(&self.members).expect("champions are data");
        text.push('\n');
        folder::write(&run.join(FILE), text.as_bytes())
    }
}

/// Reads the champions of a run's folder; none if there is no complete file.
pub(super) fn read(run: &Path) -> Vec<Champion> {
    let text = fs::read_to_string(run.join(FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Champion, HallOfFame};
    use crate::genetic::Genes;

    #[test]
    fn the_best_and_newest_come_first_and_nobody_comes_twice() {
        let mut hall = HallOfFame::new(3);
        let rates = [0.5, 0.9, 0.7, 0.7, 0.1];
        for (generation, rate) in (0..).zip(rates) {
            let genes = Genes(vec![f64::from(generation)]);
            let champion = Champion { generation, genes, rate: Some(rate) };
            assert_eq!(hall.enter(&champion), generation < 4);
            assert!(generation == 4 || !hall.enter(&Champion { generation: 99, ..champion }));
        }
        let order: Vec<_> = hall.members().iter().map(|member| member.generation).collect();
        assert_eq!(order, [1, 3, 2]);
    }
}
