//! The flags of `outflank zero`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outflank_core::Rule;
use outflank_net::NetworkShape;

use super::{ClusterFlag, StartPosition};

#[derive(Args)]
pub(crate) struct Zero {
    #[command(subcommand)]
    pub(crate) action: ZeroAction,
}

#[derive(Subcommand)]
pub(crate) enum ZeroAction {
    /// Train a network from nothing but the rules
    ///
    /// Each generation plays games against itself, learns from the games of the last generations
    /// and plays the best network so far. Everything is stored in RUN: the same command resumes an
    /// interrupted run, with the same result as without the interruption. The best network is
    /// RUN/best.network, which plays as zero:RUN/best.network. The curves are RUN/losses.svg and
    /// RUN/elo.svg.
    Train(ZeroTrain),
    /// Show the generations of a run
    Show(ZeroShow),
    /// Show what a network predicts for a position, without a search
    Predict(ZeroPredict),
    /// Write a network as an ONNX model for other programs, or as a network of half the size
    ///
    /// A file that ends with .network gets numbers of 16 bits instead of 32. It plays as the
    /// network does: its predictions differ by a thousandth or so.
    Export(ZeroExport),
}

#[derive(Args)]
pub(crate) struct ZeroPredict {
    /// The file of the network
    #[arg(value_name = "NETWORK")]
    pub(crate) network: PathBuf,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ZeroExport {
    /// The file of the network
    #[arg(value_name = "NETWORK")]
    pub(crate) network: PathBuf,
    /// The file to write: MODEL.network is a network, any other name an ONNX model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
}

#[derive(Args)]
pub(crate) struct ZeroTrain {
    /// The folder of the run; an interrupted run in it is resumed
    #[arg(value_name = "RUN")]
    pub(crate) folder: PathBuf,
    /// The game: reversi or reversed [default: reversi, or that of the run]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<Rule>,
    /// The size of the network: tiny, small, medium, or blocks and channels such as 4x32
    /// [default: tiny, or that of the run]
    #[arg(long, value_name = "SIZE")]
    pub(crate) preset: Option<NetworkShape>,
    /// A file with all settings, such as the run.toml of another run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "preset", "seed"])]
    pub(crate) settings: Option<PathBuf>,
    /// Begin with this network instead of a random one, with the simulations and the learning
    /// rate that follow its generation; the run is resumed without this flag
    #[arg(long, value_name = "NETWORK", conflicts_with_all = ["preset", "settings"])]
    pub(crate) start: Option<PathBuf>,
    /// Stop after this many minutes; the same command goes on later
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) minutes: Option<u64>,
    /// Stop after this many generations in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) generations: Option<u32>,
    /// The number of threads [default: one for each core]. The result is the same with any
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) cluster: ClusterFlag,
    /// The seed of every random choice [default: 1, or that of the run]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print one JSON object for each generation
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ZeroShow {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    pub(crate) folder: PathBuf,
    /// Print one JSON object for each generation
    #[arg(long)]
    pub(crate) json: bool,
}
