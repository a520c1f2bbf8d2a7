//! `outflank play`

mod hint;
mod request;

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_arena::{Clock, Player, PlayerName, Reply, Terms};
use outflank_core::{Color, Game, IllegalMove, Move, Position};
use outflank_engine::Level;
use outflank_formats::{Ending, Format, Item, Note, Outcome, Record};

use crate::cli::{Play, Side};
use crate::failure::Failure;
use crate::{files, one_game, screen};
use hint::Adviser;
use request::{HELP, Request, parse_request};

/// The longest line a person types; what is longer comes in parts.
const LONGEST_LINE: u64 = 4096;

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    if let Some(path) = &options.save {
        save_format(path)?;
    }
    let record = match &options.resume {
        Some(path) => read(path, options)?,
        None => Record::new(options.rules, options.position),
    };
    let mut table = Table::new(options, record)?;
    if let Some(level) = options.level {
        table.set_level(level)?;
    }
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
    sides: [Side; 2],
    /// The programs; `None` where a person plays.
    players: [Option<Box<dyn Player>>; 2],
    record: Record,
    adviser: Adviser,
}

impl<'a> Table<'a> {
    /// A game that is to begin or to go on. A side that the record does not
    /// name, or names after someone who is not here, is played as the options
    /// say.
    fn new(options: &'a Play, mut record: Record) -> Result<Self, Failure> {
        let side = |name: &Option<String>, otherwise: &Side| {
            name.as_deref().and_then(|name| name.parse().ok()).unwrap_or(otherwise.clone())
        };
        let sides =
            [side(&record.black.name, &options.black), side(&record.white.name, &options.white)];
        let seed = options.seed.or(record.seed);
        record.seed = seed.or_else(|| Some(rand::random::<u32>().into()));
        record.version = Some(concat!("outflank ", env!("CARGO_PKG_VERSION")).to_owned());
        record.settle_by_the_board();
        let players = [None, None];
        let mut table = Self { options, sides, players, record, adviser: Adviser::default() };
        table.seat()?;
        Ok(table)
    }

    /// Makes the players that the sides name.
    fn seat(&mut self) -> Result<(), Failure> {
        let (rule, seed) = (self.record.rule, self.record.seed.unwrap_or_default());
        for color in Color::BOTH {
            self.players[color as usize] = match &self.sides[color as usize] {
                Side::Human => None,
                Side::Player(name) => Some(
                    name.player(rule, color, seed, &Terms::default()).map_err(Failure::input)?,
                ),
            };
        }
        let [black, white] = &self.sides;
        self.record.black.name = Some(black.to_string());
        self.record.white.name = Some(white.to_string());
        Ok(())
    }

    /// Changes how strong the engine is, on whichever side it plays.
    fn set_level(&mut self, level: Level) -> Result<(), Failure> {
        let mut is_found = false;
        for side in &mut self.sides {
            if let Side::Player(PlayerName::Engine(name)) = side {
                name.thinking.level = Some(level);
                is_found = true;
            }
        }
        if !is_found {
            return Err(Failure::input(
                "no side is played by the engine, so there is no level to set",
            ));
        }
        self.seat()
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        *self = Self::new(self.options, read(path, self.options)?)?;
        Ok(())
    }

    fn game(&self) -> &Game {
        self.record.game()
    }

    fn to_move(&self) -> Color {
        self.game().position().to_move()
    }

    /// Plays until the game ends or a person leaves.
    fn play(&mut self) -> Result<(), Failure> {
        self.introduce()?;
        if self.is_watched() {
            self.say("Type a square such as f5, or help.")?;
        }
        while self.record.outcome.is_none() {
            if self.game().must_pass() {
                self.say(&format!("{} has no move and passes", self.to_move()))?;
                let note = Note { score: None, time: Some(Duration::ZERO) };
                self.place(Move::Pass, note).map_err(Failure::input)?;
            } else if self.players[self.to_move() as usize].is_some() {
                self.program_moves()?;
            } else if !self.person_moves()? {
                return Ok(());
            }
        }
        self.show_board()?;
        self.announce()
    }

    /// Who plays which game.
    fn introduce(&self) -> Result<(), Failure> {
        let [black, white] = &self.sides;
        let (rule, seed) = (self.record.rule, self.record.seed.unwrap_or_default());
        self.say(&format!("{rule}: {black} against {white}, seed {seed}"))
    }

    /// Whether a person takes part.
    fn is_watched(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }

    fn place(&mut self, played: Move, note: Note) -> Result<(), IllegalMove> {
        self.record.play(played, note)?;
        self.record.settle_by_the_board();
        Ok(())
    }

    fn program_moves(&mut self) -> Result<(), Failure> {
        let color = self.to_move();
        let start = Instant::now();
        let Some(player) = &mut self.players[color as usize] else { return Ok(()) };
        let reply = player.choose(self.record.game(), Clock::default());
        let Reply { played, score, .. } = reply.map_err(|fault| Failure::Run(fault.into()))?;
        let time = start.elapsed();
        if self.is_watched() {
            self.say(&format!("{color} plays {played}"))?;
        }
        self.place(played, Note { score, time: Some(time) }).map_err(Failure::input)
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
                    let note = Note { score: None, time: Some(start.elapsed()) };
                    if let Err(illegal) = self.place(Move::Place(square), note) {
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
                    Err(failure) => self.say(&failure.sentence())?,
                },
                Ok(Request::Load(path)) => match self.load(&path) {
                    Ok(()) => {
                        self.introduce()?;
                        return Ok(true);
                    }
                    Err(failure) => self.say(&failure.sentence())?,
                },
                Ok(Request::Hint) => {
                    let board = self.game().position().board();
                    let hint = self.adviser.hint(self.record.rule, board);
                    self.say(&hint)?;
                }
                Ok(Request::Level(level)) => match self.set_level(level) {
                    Ok(()) => self.say(&format!("the engine plays at level {level}"))?,
                    Err(failure) => self.say(&failure.sentence())?,
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

/// A saved game to go on with.
fn read(path: &Path, options: &Play) -> Result<Record, Failure> {
    let name = files::name(path);
    if files::is_standard(path) {
        return Err(Failure::input("a game to go on with is a file: standard input is for moves"));
    }
    // Where there is no file, this says so: a transcript is not expected here.
    files::open(path)?;
    let mut record = one_game::read_game(&path.to_string_lossy(), 1, options.rules)?;
    if record.game().is_over() {
        return Err(Failure::input(format!("the game in {name} is over")));
    }
    // Some formats give every game a result, and one who resigned may think again.
    record.outcome = None;
    Ok(record)
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
