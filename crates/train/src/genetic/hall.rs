//! The hall of fame.

use std::path::Path;

use super::Champion;
use crate::folder::{self, FolderError};

/// The best champions of a run, best first: those that won most against the
/// default agent, of equal ones the newest. Scores would not tell, since each
/// generation plays against itself only.
#[derive(Clone, Debug, PartialEq)]
pub struct Hall {
    places: usize,
    members: Vec<Champion>,
}

impl Hall {
    pub(super) fn new(places: usize) -> Self {
        Self { places, members: Vec::new() }
    }

    /// The champions.
    pub fn members(&self) -> &[Champion] {
        &self.members
    }

    /// Takes a champion in, if it is good enough and not there already. Says
    /// whether it did.
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

    /// Writes it for people to read; a run reads its generations instead.
    pub(super) fn write(&self, run: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_string_pretty(&self.members).expect("champions are data");
        text.push('\n');
        folder::write(&run.join("hall.json"), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::{Champion, Hall};
    use crate::genetic::Genes;

    #[test]
    fn the_best_and_newest_come_first_and_nobody_comes_twice() {
        let mut hall = Hall::new(3);
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
