//! Flags for the engine and its limits.

use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use outflank_arena::{EngineBook, EngineWeights, parse_duration};
use outflank_book::Books;
use outflank_core::Rule;
use outflank_engine::{Level, Options, Thinking};

use crate::failure::Failure;

/// The threads and the table of the engine.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineFlags {
    /// The number of search threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = hash_parser())]
    hash: u32,
}

/// Reads the size of tables, which have to fit into memory.
pub(crate) fn hash_parser() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=1_048_576).try_map(|mib| {
        let options = Options { threads: 1, hash_mib: mib as usize };
        options.check().map(|()| mib)
    })
}

impl EngineFlags {
    /// Converts the flags to the types of the engine.
    pub(crate) fn options(self) -> Options {
        let default = Options::default();
        Options {
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash as usize,
        }
    }
}

/// The opening book of the engine.
#[derive(Args, Clone)]
pub(crate) struct EngineBookFlags {
    /// The opening book: a file, built-in or off [default: built-in, and off with --depth, --nodes
    /// or other weights]
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<EngineBook>,
}

impl EngineBookFlags {
    /// The books of an engine with these weights, for a conversation in either game.
    pub(crate) fn open(&self) -> Result<Books, Failure> {
        EngineBook::of(self.book.as_ref(), None).open().map_err(Failure::input)
    }

    /// The books of an engine with these weights, for `rule`.
    pub(crate) fn load(&self, weights: &EngineWeights, rule: Rule) -> Result<Books, Failure> {
        let other = Some(weights).filter(|weights| **weights != EngineWeights::BuiltIn);
        EngineBook::of(self.book.as_ref(), other).load(rule).map_err(Failure::input)
    }
}

/// The limits of a search.
#[derive(Args, Clone, Copy)]
pub(crate) struct LimitFlags {
    /// The time limit: 5s, 500ms, 2m [default: 5s if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// The depth limit, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// The node limit, in positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl LimitFlags {
    /// Converts the flags to the types of the engine.
    pub(crate) const fn thinking(self, level: Option<Level>) -> Thinking {
        Thinking { level, time: self.time, depth: self.depth, nodes: self.nodes }
    }
}
