//! `outflank play`

use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outflank_arena::Player;
use outflank_core::{Color, Game, IllegalMove, Move, Position, Square};
use outflank_formats::{Ending, Format, Item, Note, Outcome, Record};

use crate::cli::{Play, Side};
use crate::failure::Failure;
use crate::{files, screen};

/// The longest line a person types; what is longer comes in parts.
const LONGEST_LINE: u64 = 4096;

const HELP: &str = "  f5        play a square (dots show where)
  undo      take your last move back
  moves     list the moves so far
  save FILE save the game; the extension says how (.jsonl .ggf .sgf .wtb .txt)
  resign    give up
  quit      leave";

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    if let Some(path) = &options.save {
        save_format(path)?;
    }
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let mut table = Table::new(options, seed);
    // Whatever ended the game, what was played is kept.
    let played = table.play();
    if let Some(path) = &options.save {
        table.save(path)?;
    }
    if options.json {
        table.save_as(Path::new("-"), Format::Json)?;
    }
    played
}

/// Two sides and the game between them.
struct Table<'a> {
    options: &'a Play,
    /// The programs; `None` where a person plays.
    players: [Option<Box<dyn Player>>; 2],
    record: Record,
}

/// What a person wants.
enum Request {
    Place(Square),
    Undo,
    Moves,
    Save(PathBuf),
    Help,
    Resign,
    Quit,
}

impl<'a> Table<'a> {
    fn new(options: &'a Play, seed: u64) -> Self {
        let mut record = Record::new(options.rules, options.position);
        record.seed = Some(seed);
        record.version = Some(concat!("outflank ", env!("CARGO_PKG_VERSION")).to_owned());
        record.black.name = Some(options.black.to_string());
        record.white.name = Some(options.white.to_string());
        record.settle_by_the_board();
        let player = |side: &Side, color| match side {
            Side::Human => None,
            Side::Player(name) => Some(name.player(options.rules, color, seed)),
        };
        let players = [player(&options.black, Color::Black), player(&options.white, Color::White)];
        Self { options, players, record }
    }

    fn game(&self) -> &Game {
        self.record.game()
    }

    fn to_move(&self) -> Color {
        self.game().position().to_move()
    }

    /// Plays until the game ends or a person leaves.
    fn play(&mut self) -> Result<(), Failure> {
        self.say(&format!(
            "{}: {} against {}, seed {}",
            self.options.rules,
            self.options.black,
            self.options.white,
            self.record.seed.unwrap_or_default()
        ))?;
        if self.is_watched() {
            self.say("Type a square such as f5, or help.")?;
        }
        while self.record.outcome.is_none() {
            if self.game().must_pass() {
                self.say(&format!("{} has no move and passes", self.to_move()))?;
                self.place(Move::Pass, Duration::ZERO).map_err(Failure::input)?;
            } else if self.players[self.to_move() as usize].is_some() {
                self.program_moves()?;
            } else if !self.person_moves()? {
                return Ok(());
            }
        }
        self.show_board()?;
        self.announce()
    }

    /// Whether a person takes part.
    fn is_watched(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }

    fn place(&mut self, played: Move, time: Duration) -> Result<(), IllegalMove> {
        self.record.play(played, Note { score: None, time: Some(time) })?;
        self.record.settle_by_the_board();
        Ok(())
    }

    fn program_moves(&mut self) -> Result<(), Failure> {
        let color = self.to_move();
        let start = Instant::now();
        let Some(player) = &mut self.players[color as usize] else { return Ok(()) };
        let played = player.choose(self.record.game());
        let time = start.elapsed();
        if self.is_watched() {
            self.say(&format!("{color} plays {played}"))?;
        }
        self.place(played, time).map_err(Failure::input)
    }

    /// Lets the person move; false when they leave.
    fn person_moves(&mut self) -> Result<bool, Failure> {
        self.show_board()?;
        let start = Instant::now();
        let moves = self.game().moves().len();
        while self.game().moves().len() == moves && self.record.outcome.is_none() {
            let Some(line) = self.ask()? else { return Ok(false) };
            match parse_request(&line) {
                Err(sentence) => self.say(&sentence)?,
                Ok(Request::Place(square)) => {
                    if let Err(illegal) = self.place(Move::Place(square), start.elapsed()) {
                        self.say(&format!("{illegal}; dots show where you can play"))?;
                    }
                }
                Ok(Request::Undo) => {
                    let sentence = self.take_back();
                    self.say(sentence)?;
                    return Ok(true);
                }
                Ok(Request::Moves) => self.say(&self.transcript())?,
                Ok(Request::Save(path)) => match self.save(&path) {
                    Ok(()) => self.say(&format!("saved to {}", path.display()))?,
                    Err(Failure::Input(error) | Failure::Run(error)) => {
                        self.say(&format!("{error:#}"))?;
                    }
                },
                Ok(Request::Help) => self.say(HELP)?,
                Ok(Request::Resign) => {
                    let winner = Some(!self.to_move());
                    self.record.outcome =
                        Some(Outcome { winner, margin: None, ending: Ending::Resigned });
                }
                Ok(Request::Quit) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Takes moves back to the last choice that a person made.
    fn take_back(&mut self) -> &'static str {
        let is_choice = |(position, played): &(Position, Move)| {
            self.players[position.to_move() as usize].is_none() && *played != Move::Pass
        };
        let choices = self.game().plies().enumerate().filter(|(_, ply)| is_choice(ply));
        let Some((last, _)) = choices.last() else { return "there is nothing to take back" };
        while self.game().moves().len() > last {
            self.record.undo();
        }
        "taken back"
    }

    fn transcript(&self) -> String {
        let names: Vec<_> = self.game().moves().iter().map(ToString::to_string).collect();
        if names.is_empty() { "no moves yet".to_owned() } else { names.join(" ") }
    }

    fn announce(&self) -> Result<(), Failure> {
        let Some(outcome) = self.record.outcome else { return Ok(()) };
        let winner = outcome
            .winner
            .map(|color| (color, self.record.player(color).name.as_deref().unwrap_or_default()));
        self.say(&match (winner, outcome.ending) {
            (None, _) => "a draw".to_owned(),
            (Some((color, name)), Ending::Finished) => {
                let discs = outcome.margin.unwrap_or_default();
                format!("{color} ({name}) wins by {discs}")
            }
            (Some((color, name)), ending) => format!("{color} ({name}) wins: {} {ending}", !color),
        })
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        self.save_as(path, save_format(path)?)
    }

    fn save_as(&self, path: &Path, format: Format) -> Result<(), Failure> {
        files::write_games(path, format, |writer| {
            let item = Item::from(self.record.clone());
            writer.write(item).map_err(|error| files::cannot_write(path, error))
        })
    }

    fn show_board(&self) -> Result<(), Failure> {
        let board = screen::board(self.game().position(), self.game().moves().last().copied());
        self.say(board.trim_end())
    }

    /// A line for the person: with `--json` standard output is for the record.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.options.json {
            screen::tell(text);
        } else {
            writeln!(anstream::stdout(), "{text}")?;
        }
        Ok(())
    }

    /// The next line that the person types; `None` at the end of input.
    fn ask(&self) -> Result<Option<String>, Failure> {
        let prompt = format!("{} ({}) > ", self.to_move(), self.to_move().letter());
        if self.options.json {
            let _ = write!(anstream::stderr(), "{prompt}");
        } else {
            let mut out = anstream::stdout();
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        let mut line = Vec::new();
        io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            self.say("")?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

fn parse_request(line: &str) -> Result<Request, String> {
    let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    Ok(match word.to_ascii_lowercase().as_str() {
        "undo" | "u" => Request::Undo,
        "moves" => Request::Moves,
        "save" if rest.trim().is_empty() => return Err("save needs the name of a file".to_owned()),
        "save" => Request::Save(rest.trim().into()),
        "help" | "h" | "?" => Request::Help,
        "resign" => Request::Resign,
        "quit" | "q" | "exit" => Request::Quit,
        "pass" => {
            return Err("you have a move; a pass is made for you when you have none".to_owned());
        }
        square => Request::Place(square.parse().map_err(|_| {
            let shown: String = word.chars().take(20).collect();
            format!("'{}' is neither a square nor a command; try help", shown.escape_debug())
        })?),
    })
}

/// The format of a file to save to.
fn save_format(path: &Path) -> Result<Format, Failure> {
    let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    if is_text {
        return Ok(Format::Transcript);
    }
    files::by_name(path).ok_or_else(|| {
        let name = path.display();
        Failure::input(format!(
            "cannot tell the format of {name}: use .jsonl, .ggf, .sgf, .wtb or .txt"
        ))
    })
}
