//! The settings of a run.

use outflank_core::Rule;
use outflank_net::{NetworkProvenance, NetworkShape};
use serde::{Deserialize, Serialize};

/// The settings of a run. The same settings give the same networks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZeroSettings {
    /// The game.
    pub rules: Rule,
    /// The blocks of the network.
    pub blocks: usize,
    /// The channels of the network.
    pub channels: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The games of each generation, rounded up to 64.
    pub games: u64,
    /// The simulations of a full search in the first generation.
    pub first_simulations: u32,
    /// The simulations that each generation adds.
    pub more_simulations: u32,
    /// The most simulations of a full search.
    pub most_simulations: u32,
    /// Games end with the exact score from this many empty squares on.
    pub exact: u32,
    /// Boards below the root of a search are solved from this many empty squares on.
    pub exact_leaves: u32,
    /// The most random moves at the start of a game.
    pub random_moves: u32,
    /// How often each position is learnt from, on average, while it is new.
    pub passes: u32,
    /// The examples of each step.
    pub batch: usize,
    /// The learning rate of the first generation.
    pub rate: f32,
    /// The most pairs of games in the gate of a generation.
    pub gate_pairs: u32,
    /// The simulations of each move in a gate.
    pub gate_simulations: u32,
    /// The network that the run begins with; `None` for a random one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<ZeroStart>,
}

/// The network that a run begins with. The run goes on with the simulations and the learning
/// rate of its generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZeroStart {
    /// The CRC-32 of its file, `start.network` in the folder of the run.
    pub checksum: u32,
    /// How it was made.
    pub provenance: NetworkProvenance,
}

impl ZeroStart {
    /// The start with the network of these bytes of a file.
    pub fn new(bytes: &[u8], provenance: NetworkProvenance) -> Self {
        Self { checksum: crc32fast::hash(bytes), provenance }
    }

    /// True if the run began with the network of these bytes of a file.
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.checksum == crc32fast::hash(bytes)
    }
}

/// The games of a shard, which are played together.
pub(super) const SHARD: u64 = 64;

impl ZeroSettings {
    /// The settings for a network of this shape.
    pub fn new(rules: Rule, shape: NetworkShape, seed: u64) -> Self {
        Self {
            rules,
            blocks: shape.blocks,
            channels: shape.channels,
            seed,
            games: 512,
            first_simulations: 16,
            more_simulations: 2,
            most_simulations: 200,
            exact: 14,
            exact_leaves: 10,
            random_moves: 10,
            passes: 4,
            batch: 128,
            rate: 2e-3,
            gate_pairs: 40,
            gate_simulations: 32,
            start: None,
        }
    }

    /// The generations since the first random network.
    fn age(&self, generation: u32) -> u32 {
        let before = self.start.as_ref().map_or(0, |start| start.provenance.generation);
        before.saturating_add(generation)
    }

    /// How the network of a generation is made.
    pub(super) fn provenance(&self, generation: u32, steps: u64) -> NetworkProvenance {
        let before = self.start.as_ref().map(|start| start.provenance.clone()).unwrap_or_default();
        NetworkProvenance {
            generation: self.age(generation),
            games: before.games.saturating_add(u64::from(generation) * self.shards() * SHARD),
            steps: before.steps.saturating_add(steps),
            seed: self.seed,
        }
    }

    /// The size of the network.
    pub const fn shape(&self) -> NetworkShape {
        NetworkShape { blocks: self.blocks, channels: self.channels }
    }

    /// The simulations of a full search in a generation, counted from 1.
    pub fn simulations(&self, generation: u32) -> u32 {
        let more = self.more_simulations.saturating_mul(self.age(generation).saturating_sub(1));
        self.first_simulations.saturating_add(more).min(self.most_simulations.max(1))
    }

    /// The generations whose positions are learnt from, up to this one.
    pub fn window(generation: u32) -> std::ops::RangeInclusive<u32> {
        let length = (4 + generation / 3).min(24);
        generation.saturating_sub(length - 1).max(1)..=generation
    }

    /// The learning rate of a generation.
    pub fn rate(&self, generation: u32) -> f32 {
        (self.rate / (1.0 + self.age(generation) as f32 / 40.0)).max(self.rate / 10.0)
    }

    pub(super) fn shards(&self) -> u64 {
        self.games.div_ceil(SHARD).max(1)
    }

    /// The file `run.toml`.
    pub fn to_toml(&self) -> String {
        let Self { rules, blocks, channels, seed, games, exact, exact_leaves, .. } = self;
        let Self { first_simulations, more_simulations, most_simulations, .. } = self;
        let Self { random_moves, passes, batch, rate, gate_pairs, gate_simulations, .. } = self;
        let start = self.start.as_ref().map_or_else(String::new, |start| {
            let NetworkProvenance { generation, games, steps, seed } = start.provenance;
            format!(
                "\n[start]\nchecksum = {}\n\n[start.provenance]\ngeneration = {generation}\n\
                 games = {games}\nsteps = {steps}\nseed = {seed}\n",
                start.checksum
            )
        });
        format!(
            "# The settings of this run. The same settings give the same networks.\n\
             rules = \"{rules}\"\nblocks = {blocks}\nchannels = {channels}\nseed = {seed}\n\
             games = {games}\nfirst_simulations = {first_simulations}\n\
             more_simulations = {more_simulations}\nmost_simulations = {most_simulations}\n\
             exact = {exact}\nexact_leaves = {exact_leaves}\nrandom_moves = {random_moves}\n\
             passes = {passes}\nbatch = {batch}\nrate = {rate}\ngate_pairs = {gate_pairs}\n\
             gate_simulations = {gate_simulations}\n{start}"
        )
    }

    /// Reads a file `run.toml`. The error names the mistake and its place.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let settings: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if !settings.shape().is_valid() {
            return Err(format!("{} is not the size of a network", settings.shape()));
        }
        if settings.batch == 0 || settings.games == 0 || settings.first_simulations == 0 {
            return Err("games, simulations and batch are at least 1".to_owned());
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let settings = ZeroSettings::new(Rule::Reversed, NetworkShape::SMALL, 77);
        assert_eq!(ZeroSettings::from_toml(&settings.to_toml()), Ok(settings.clone()));
        let provenance = NetworkProvenance { generation: 22, games: 11_264, steps: 5_036, seed: 1 };
        let start = Some(ZeroStart::new(b"a network", provenance));
        let settings = ZeroSettings { start, ..settings };
        assert_eq!(ZeroSettings::from_toml(&settings.to_toml()), Ok(settings.clone()));
        let wrong = settings.to_toml().replace("channels = 48", "channels = 47");
        assert!(ZeroSettings::from_toml(&wrong).unwrap_err().contains("6x47"));
        assert!(ZeroSettings::from_toml("rules = 3").is_err());
    }

    #[test]
    fn simulations_rise_and_the_window_grows() {
        let settings = ZeroSettings::new(Rule::Reversi, NetworkShape::TINY, 1);
        assert_eq!([1, 2, 93, 500].map(|at| settings.simulations(at)), [16, 18, 200, 200]);
        assert_eq!(ZeroSettings::window(1), 1..=1);
        assert_eq!(ZeroSettings::window(30), 17..=30);
        assert!(settings.rate(100) < settings.rate(1));

        let provenance = NetworkProvenance { generation: 10, ..NetworkProvenance::default() };
        let start = Some(ZeroStart::new(b"a network", provenance));
        let later = ZeroSettings { start, ..settings.clone() };
        assert_eq!(later.simulations(1), settings.simulations(11));
        assert_eq!(later.provenance(1, 50).generation, 11);
    }
}
