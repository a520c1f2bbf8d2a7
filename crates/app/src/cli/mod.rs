//! The command line.

mod check;
mod engine_limits;
mod evolve;
mod games;
mod gate;
mod matches;
mod reports;
mod serve;
mod terms;
mod thinking;
mod tournament;
mod training;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use outflank_arena::{ParsePlayerError, PlayerName, parse_duration};
use outflank_core::{Color, Position, Rule};
use outflank_engine::Level;
use outflank_formats::Format;

pub(crate) use check::Check;
pub(crate) use engine_limits::EngineLimits;
pub(crate) use evolve::{
    CmaEsFlags, CodingName, Evolve, GeneticFlags, MutationName, OptimiserName,
};
pub(crate) use games::Games;
pub(crate) use gate::Gate;
pub(crate) use matches::{Match, OpeningsFlag, SprtFlag};
pub(crate) use reports::{Experiment, Reports};
pub(crate) use serve::Serve;
pub(crate) use terms::TermsFlags;
pub(crate) use thinking::{EngineFlags, LimitFlags};
pub(crate) use tournament::{BeginningName, KindName, Label, Tournament};
pub(crate) use training::{Calibrate, Selfplay, Train, TrainKind, TrainPatterns};

/// Reversi and Reversed Reversi: play, analyse, solve and convert games.
///
/// Without a command, the browser app: the same as `outflank serve`.
#[derive(Parser)]
#[command(name = "outflank", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
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
    /// The browser app: play, analyse, watch
    ///
    /// Prints its address when it is ready, and serves until it is told to stop (Ctrl-C). Every
    /// move of a game is on the disk before it is answered.
    Serve(Box<Serve>),
    /// A game in the terminal
    Play(Play),
    /// The best move in a position
    Go(Go),
    /// Exact scores of endgames
    Solve(Solve),
    /// Every move of a game graded, with a graph
    ///
    /// A move is the best, good (up to 2 discs worse), an inaccuracy (3 to 5), a mistake (6 to 11,
    /// or any loss that is proven to give a win or a draw away) or a blunder (12 or more); it is
    /// forced where there was no choice. Scores are discs for the side that moves.
    Analyze(Analyze),
    /// Speak GTP on standard input and output
    Gtp(Protocol),
    /// Speak the NBoard protocol on standard input and output
    Nboard(Protocol),
    /// Games and positions from one format to another
    Convert(Convert),
    /// Count the sequences of moves of a given length
    Perft(Perft),
    /// Games of the engine against itself, to learn from
    Selfplay(Selfplay),
    /// Make weights from games
    Train(Train),
    /// Measure how far shallow searches may be trusted
    Calibrate(Calibrate),
    /// Whether new weights are stronger than old ones
    ///
    /// Two games from each balanced opening, with colours changed, until a sequential test on the
    /// pairs of games (SPRT) tells. All results are from the view of the new weights; the exit code
    /// is 0 if they are accepted and 1 if not.
    Gate(Gate),
    /// Two players against each other
    ///
    /// Two games from each balanced opening, with colours changed. All results are from the view of
    /// A. Without --sprt all games are played; with it, until a sequential test on the pairs of
    /// games tells. With --store every game is kept when it is told, and the same command with the
    /// same --seed (or --resume without it) goes on where it was interrupted.
    Match(Box<Match>),
    /// Games in a store: listed, replayed and exported
    ///
    /// Without a GAME, those that fit all filters; with one, its boards move by move. --out writes
    /// them in any format, as `outflank convert` does.
    Games(Games),
    /// Whether an agent is fit to play: the usability test and a report on its conduct
    ///
    /// The agent lists its moves on boards of our own, plays a game with each colour against random,
    /// and is watched meanwhile; what is wrong comes with a hint. The rules are those of the course
    /// unless told. The exit code is 0 if the agent is usable and 1 if not.
    Check(Check),
    /// Tune the numbers of a report's agent by letting agents play each other
    ///
    /// Every finished generation is kept in FOLDER. The same command again goes on after the last
    /// one, to the same end as if it had never stopped; with more --generations it goes on further.
    /// A folder that was begun with other settings is refused. At the end the champion plays the
    /// agent it started from, the best of generation 0 and the other agents of its game.
    Evolve(Box<Evolve>),
    /// The experiments of the course reports again, their figures beside ours
    ///
    /// Errors are one standard error; those of Elo are the interval of 95 %. A dash stands where
    /// a report gives no figure.
    Reports(Reports),
    /// Many players: round robin, gauntlet or points race, with ratings and a page of replays
    ///
    /// Two games from each opening, with colours changed. Every game is in the store before it is
    /// told of. The same command again goes on after the last one, to the same end as if it had
    /// never stopped; a folder that was begun with other settings is refused. Files in the output
    /// folder are refreshed as the tournament runs: index.html with charts and replays, and
    /// standings.txt, .csv and .json.
    Tournament(Box<Tournament>),
    /// Node counts and speed of this machine
    Bench(Bench),
    /// Shell completions on standard output
    Completions(Completions),
    /// Manual pages
    Man(Man),
}

#[derive(Args)]
pub(crate) struct Play {
    /// Which game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// Who plays black: human, engine, engine:level=8, engine:time=1s, classic:NAME, genome:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: Side,
    /// Who plays white, named in the same way
    #[arg(long, value_name = "PLAYER", default_value = "engine:level=5")]
    pub(crate) white: Side,
    /// How strong the engine is, 1 for a beginner to 20 for all it can
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<Level>,
    /// Go on with a saved game: its rules, players and moves
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) resume: Option<PathBuf>,
    /// Where to begin: 64 squares a1 to h8 of X, O and -, and the side to move
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
    /// Save the game here when it ends or is left; the extension says how
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Print the record of the game, and the board on standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who plays one of the colours at the terminal.
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
pub(crate) struct Go {
    /// 64 squares a1 to h8 of X, O and -, and the side to move
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Position,
    /// Which game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// How many of the best moves get a score of their own: a number or all
    #[arg(long, value_name = "N", default_value = "1", value_parser = lines)]
    pub(crate) lines: usize,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads how many moves get a score of their own.
fn lines(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=64) => Ok(number),
        Err(_) if text == "all" => Ok(64),
        _ => Err("expected a number from 1 to 64, or all".to_owned()),
    }
}

#[derive(Args)]
pub(crate) struct Solve {
    /// A position, or a file of positions (OBF); - for standard input
    #[arg(value_name = "POSITION|FILE", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// The game of files that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// Only who wins: the score is 1, 0 or -1 and costs less
    #[arg(long)]
    pub(crate) wld: bool,
    /// How many of the best moves get a score of their own: a number or all
    #[arg(long, value_name = "N", default_value = "1", value_parser = lines)]
    pub(crate) lines: usize,
    /// Give up on a position after this time, with the best known so far
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Analyze {
    /// A file with a game, a transcript such as f5d6c3, or - for standard input
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// The game of files that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// Write the graph of the scores here: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// For each position, at most this time: 5s, 500ms; 1s unless told
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// For each position, at most this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
    /// Print one JSON object a line, one for each move
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Protocol {
    /// Which game at first: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// How strong, 1 to 20, unless the other side sets a depth
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,
    /// The seed of every random choice of a level
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
}

#[derive(Args)]
pub(crate) struct Convert {
    /// A file, a folder of files, or - for standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// A file, or - for standard output; a .wtb comes with its .jou and .trn
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format of IN, where its name and looks do not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,
    /// The format of OUT, where its name does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,
    /// The game of files that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The side to move on a course board: black or white
    #[arg(long, value_name = "COLOR", default_value = "black")]
    pub(crate) side: Color,
    /// The .jou file with the players of a WTHOR file, if not beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,
    /// The .trn file with the tournaments of a WTHOR file, if not beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) tournaments: Option<PathBuf>,
    /// Leave out games that cannot be read, and say which
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Print what was done as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the name of a format, and knows them all for help and completions.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

#[derive(Args)]
pub(crate) struct Perft {
    /// How many plies; a pass is a ply
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) depth: u32,
    /// 64 squares a1 to h8 of X, O and -, and the side to move
    #[arg(
        value_name = "POSITION",
        allow_hyphen_values = true,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) position: Position,
    /// Count each first move by itself
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
