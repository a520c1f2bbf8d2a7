//! The command line.

mod at_once;
mod book;
mod check;
mod class;
mod cluster;
mod command;
mod convert;
mod deprecated;
mod eval;
mod evolve;
mod examples;
mod explain;
mod games;
mod gate;
mod matches;
mod reports;
mod rules;
mod search;
mod serve;
mod terms;
mod thinking;
mod tournament;
mod training;
mod zero;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use outflank_arena::{ParsePlayerError, PlayerName};
use outflank_core::{Position, Rule};
use outflank_engine::Level;
use outflank_protocols::ProtocolOptions;

use crate::failure::Failure;
use crate::screen;

pub(crate) use at_once::{AtOnceFlags, ConcurrencyFlags};
pub(crate) use book::{
    Book, BookAction, BookBuild, BookCoverage, BookExport, BookExtend, BookFlags, BookFormat,
    BookSearchFlags, BookShow, BookVerify,
};
pub(crate) use check::Check;
pub(crate) use class::{
    Class, ClassAction, ClassAdd, ClassImport, ClassInit, ClassReset, ClassServe,
};
pub(crate) use cluster::{Cluster, ClusterAction, ClusterFlag, ClusterShow, Worker};
pub(crate) use convert::Convert;
pub(crate) use eval::{Eval, EvalAction, EvalCheck, EvalLabel};
pub(crate) use evolve::{
    CmaEsFlags, CodingName, Evolve, GeneticFlags, MutationName, OptimiserName,
};
pub(crate) use explain::{Compare, Explain};
pub(crate) use games::Games;
pub(crate) use gate::Gate;
pub(crate) use matches::Match;
pub(crate) use reports::{Experiment, Reports};
pub(crate) use search::{Analyze, Go, SearchedWeights, Solve};
pub(crate) use serve::Serve;
pub(crate) use terms::TermsFlags;
pub(crate) use thinking::{EngineBookFlags, EngineFlags, LimitFlags};
pub(crate) use tournament::Tournament;
pub(crate) use training::{Calibrate, Selfplay, Train, TrainKind, TrainPatterns};
pub(crate) use zero::{Zero, ZeroAction, ZeroExport, ZeroPredict, ZeroShow, ZeroTrain};

/// Reversi and Reversed Reversi: play, analyse, solve and convert games.
///
/// Without a command it starts the browser app, like `outflank serve`.
#[derive(Parser)]
#[command(name = "outflank", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Cli {
    /// The command, or the browser app if there is none.
    pub(crate) fn into_command(self) -> Command {
        let serve = || Self::parse_from(["outflank", "serve"]).command;
        self.command.or_else(serve).expect("serve is a command")
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Start the browser app: play, analyse, watch
    ///
    /// Prints its address when it is ready and serves until Ctrl-C. Every move of a game is on the
    /// disk before it is answered.
    Serve(Box<Serve>),
    /// Play a game in the terminal
    Play(Play),
    /// Find the best move of a position
    Go(Go),
    /// Solve endgames exactly
    Solve(Solve),
    /// Grade every move of a game, with a graph
    ///
    /// A move is best, good (up to 2 discs worse), an inaccuracy (3 to 5), a mistake (6 to 11, or
    /// any loss that provably gives away a win or a draw) or a blunder (12 or more). A move without
    /// an alternative is forced. Scores are discs from the view of the side that moves; the graph is
    /// from the view of black.
    ///
    /// Every position is searched with the same limit, one thread and an empty table. So the same
    /// game has the same review every time, unless --time ends a search. The column margin is the
    /// error to expect of the scores. A grade with a question mark is of a loss within the margin: a
    /// deeper review may take it back.
    #[command(visible_alias = "analyse")]
    Analyze(Analyze),
    /// Speak GTP on standard input and output
    Gtp(Protocol),
    /// Speak the NBoard protocol on standard input and output
    Nboard(Protocol),
    /// Convert games and positions between formats
    Convert(Convert),
    /// Count the sequences of moves of a given length
    Perft(Perft),
    /// Play games of the engine against itself, as training data
    Selfplay(Selfplay),
    /// Fit weights to games
    Train(Train),
    /// Measure the error of shallow searches, for ProbCut
    Calibrate(Calibrate),
    /// Judge evaluations by positions whose scores are known
    Eval(Eval),
    /// Test whether new weights are stronger than old ones
    ///
    /// Plays pairs of games from balanced openings, with colours swapped, until the SPRT accepts or
    /// rejects. All results are from the view of the new weights. The exit code is 0 if they are
    /// accepted and 1 if not.
    Gate(Gate),
    /// Play a match between two players
    ///
    /// Plays pairs of games: two games from each opening, with colours swapped. All results are
    /// from the view of A. Without --sprt all games are played; with it the match ends as soon as
    /// the test accepts or rejects. With --store every game is stored before it is reported, and
    /// the same command with the same --seed (or with --resume) resumes an interrupted match.
    Match(Box<Match>),
    /// List, replay and export the games of a store
    ///
    /// Without GAME it lists the games that match all filters. With GAME it shows that game move by
    /// move. --output writes the games in any format, as `outflank convert` does.
    Games(Games),
    /// Check an agent: the usability test and a report on its conduct
    ///
    /// The agent lists its moves on a set of test boards and plays a game with each colour against
    /// random. Every problem is reported with a hint. By default the rules of the course platform
    /// apply. The exit code is 0 if the agent is usable and 1 if not.
    Check(Check),
    /// Tune the numbers of an agent by games between agents
    ///
    /// Every finished generation is stored in FOLDER. The same command resumes an interrupted run,
    /// with the same result as without the interruption. More --generations make a run longer. A
    /// folder with other settings is refused. At the end the champion plays the starting agent, the
    /// best of generation 0 and the other agents of its game.
    Evolve(Box<Evolve>),
    /// Show what an evaluation sees in a position, term by term
    ///
    /// Shows each term's count, weight and value, their sum, and the same after each legal move,
    /// with the value of a search. Values are for the side to move: points of an agent, or discs of
    /// the engine. For the engine it adds a heat map: each pattern shares its value equally among
    /// its squares.
    Explain(Explain),
    /// Ask a player for its move in every position of a game
    ///
    /// Shows where the player would have played otherwise. The values of the moves are those of the
    /// player's own search, if it is an agent of a report or has a genome.
    Compare(Compare),
    /// Repeat the experiments of the course reports, their figures beside ours
    ///
    /// Errors are one standard error. A dash means that a report gives no figure. With --output the
    /// results are kept in a folder, with a page of charts. The same command resumes an interrupted
    /// run.
    Reports(Reports),
    /// Play a tournament: round robin, gauntlet or points race, with ratings and a page of replays
    ///
    /// Plays pairs of games, with colours swapped. Every game is in the store before it is
    /// reported. The same command resumes an interrupted tournament, with the same result as
    /// without the interruption. A folder with other settings is refused. The files of the output
    /// folder are updated during the tournament: index.html with charts and replays, and
    /// standings.txt, .csv and .json.
    Tournament(Box<Tournament>),
    /// Make and run a class: accounts, submissions, points race, tournaments
    Class(Class),
    /// Make, show, check and measure opening books
    Book(Book),
    /// Train a network that plays by itself, in the manner of AlphaZero
    Zero(Zero),
    /// Perform units of work for commands on other machines
    ///
    /// The build must be the same as that of the cluster. Credentials come from the environment, such
    /// as `OUTFLANK_CLUSTER_CREDENTIALS`.
    Worker(Worker),
    /// Show the state of a cluster, or clear it
    Cluster(Cluster),
    /// Measure node counts and the speed of this machine
    Bench(Bench),
    /// Print shell completions
    Completions(Completions),
    /// Write manual pages
    Man(Man),
}

#[derive(Args)]
pub(crate) struct Play {
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The player of black: human, engine, engine:level=8, engine:time=1s, classic:NAME,
    /// genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: Side,
    /// The player of white, named in the same way
    #[arg(long, value_name = "PLAYER", default_value = "engine:level=5")]
    pub(crate) white: Side,
    /// The strength of the engine, from 1 (beginner) to 20 (full strength)
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<Level>,
    /// Resume a saved game with its rules, players and moves
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) resume: Option<PathBuf>,
    /// The start position: 64 squares a1 to h8 of X, O and -, and the side to move
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) position: Position,
    /// The seed of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Save the game to this file at the end; the extension decides the format
    #[arg(long, short, alias = "save", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the record of the game as JSON, and the board on standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// The player of a colour at the terminal.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// The person at the keyboard.
    Human,
    /// A program.
    Player(PlayerName),
}

impl std::str::FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "human" {
            return Ok(Self::Human);
        }
        text.parse().map(Self::Player).map_err(|error: ParsePlayerError| match error {
            ParsePlayerError::Unknown { .. } => format!("{error}, or human"),
            _ => error.to_string(),
        })
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Player(name) => name.fmt(f),
        }
    }
}

#[derive(Args)]
pub(crate) struct Protocol {
    /// The game at the start: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The strength, 1 to 20; a depth from the other side replaces it
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// The seed of every random choice of a level
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    #[command(flatten)]
    pub(crate) book: EngineBookFlags,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

impl Protocol {
    /// The settings of the conversation. A seed that was drawn is printed, so that the game can be
    /// repeated.
    pub(crate) fn resolve(&self) -> Result<ProtocolOptions, Failure> {
        let books = self.book.open()?;
        let seed = self.seed.unwrap_or_else(|| rand::random::<u32>().into());
        if self.level.is_some() {
            screen::tell(&format!("seed {seed}"));
        }
        Ok(ProtocolOptions {
            rule: self.rules,
            thinking: self.limits.thinking(self.level),
            seed,
            books,
            engine: self.engine.options(),
        })
    }
}

/// A position, which is the start of the game unless it is given.
#[derive(Args)]
pub(crate) struct StartPosition {
    /// 64 squares a1 to h8 of X, O and -, and the side to move
    #[arg(
        value_name = "POSITION",
        allow_hyphen_values = true,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) position: Position,
}

#[derive(Args)]
pub(crate) struct Perft {
    /// The number of plies; a pass is a ply
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    /// Print the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// The folder for the pages; without it the main page is printed
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}
