//! The kinds of work of this build, and what distinguishes it from other builds.

use std::time::Instant;

use outflank_arena::GamesKind;
use outflank_core::{Board, Position, Rule};
use outflank_engine::{Engine, Limits, Options};
use outflank_net::{Inference, Network, NetworkShape};
use outflank_work::{Build, Kinds};

use crate::agents::EVOLVE;
use crate::book::BOOK;
use crate::labels::LABELS;
use crate::selfplay::SELF_PLAY;
use crate::zero::ZERO;

/// Positions and depths of the searches that are counted.
const SEARCHES: [(&str, u32); 2] = [
    ("------------------XO-O----XXOO----OOOX-----OXX-----XO----------- X", 10),
    ("----------OX------XOXO---OXXOXX-XXXXXOO-XXXOXOO-X-XXO-----XO---- X", 10),
];

/// All kinds of work that can be sent to other machines.
pub fn unit_kinds() -> Kinds {
    Kinds::new(vec![
        Box::new(SELF_PLAY),
        Box::new(EVOLVE),
        Box::new(BOOK),
        Box::new(LABELS),
        Box::new(ZERO),
        Box::new(GamesKind::Trusted),
        Box::new(GamesKind::Agents),
    ])
}

/// A build, and the speed of this machine in its searches, in nodes a second.
#[derive(Clone, Debug)]
pub struct MeasuredBuild {
    /// The build.
    pub build: Build,
    /// The speed.
    pub speed: u64,
}

impl MeasuredBuild {
    /// Performs the searches and the prediction that tell builds apart.
    pub fn measure() -> Self {
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let mut bench = 0;
        let start = Instant::now();
        for rule in Rule::BOTH {
            for (text, depth) in SEARCHES {
                let position: Position = text.parse().expect("the positions above are well formed");
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                bench += engine.search(rule, position.board(), &limits, &mut |_| {}).nodes;
            }
        }
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        let build = Build {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bench,
            arithmetic: arithmetic(),
        };
        #[expect(clippy::cast_sign_loss, reason = "a rate is positive")]
        Self { build, speed: (bench as f64 / seconds) as u64 }
    }
}

/// The checksum of a prediction of a fixed network.
fn arithmetic() -> u32 {
    let network = Network::random(NetworkShape { blocks: 1, channels: 16 }, 7);
    let prediction = Inference::new(&network).predict(&[Board::START])[0];
    let mut sum = crc32fast::Hasher::new();
    let numbers = prediction.moves.iter().chain(&prediction.outcome).chain([&prediction.score]);
    numbers.for_each(|number| sum.update(&number.to_le_bytes()));
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_measures_the_same_each_time_and_kinds_have_names_of_their_own() {
        assert_eq!(MeasuredBuild::measure().build, MeasuredBuild::measure().build);
        let kinds = unit_kinds();
        for kind in kinds.iter() {
            let same = kinds.iter().filter(|other| other.name() == kind.name());
            assert_eq!(same.count(), 1, "{}", kind.name());
            assert_eq!(kind.is_untrusted(), kind.name() == "agents");
        }
    }
}
