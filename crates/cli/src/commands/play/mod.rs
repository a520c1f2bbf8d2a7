//! `outflank play`

mod hint;
mod request;

use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::time::Instant;

use outflank_arena::{Player, PlayerName, Reply, Terms, TimeLeft};
use outflank_core::{Color, Game, Move};
use outflank_engine::Level;
use outflank_formats::{Ending, Format, Item, Record};
use outflank_session::{Controller, HintScope, Millis, Session};

use crate::cli::{Play, Side};
use crate::failure::Failure;
use crate::{files, one_game, screen};
use hint::Adviser;
use request::{HELP, Request, parse_request};

/// The maximum length of a typed line. A longer line arrives in parts.
const LONGEST_LINE: u64 = 4096;

pub(crate) fn run(options: &Play) -> Result<(), Failure> {
    if let Some(path) = &options.output {
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
    // The moves played are saved, whatever ended the game.
    let played = table.play();
    if let Some(path) = &options.output {
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
    session: Session,
    /// The number of moves after which passes are not announced yet.
    told: usize,
    started: Instant,
    adviser: Adviser,
}

impl<'a> Table<'a> {
    /// A new or a resumed game. The options choose the player of a side that the record does
    /// not name, or whose player is not available.
    fn new(options: &'a Play, mut record: Record) -> Result<Self, Failure> {
        let side = |name: &Option<String>, otherwise: &Side| {
            name.as_deref().and_then(|name| name.parse().ok()).unwrap_or(otherwise.clone())
        };
        let sides =
            [side(&record.black.name, &options.black), side(&record.white.name, &options.white)];
        let seed = options.seed.or(record.seed);
        record.seed = seed.or_else(|| Some(rand::random::<u32>().into()));
        record.version = Some(concat!("outflank ", env!("CARGO_PKG_VERSION")).to_owned());
        let told = record.game().moves().len();
        let controllers = sides.each_ref().map(|side| match side {
            Side::Human => Controller::Person,
            Side::Player(_) => Controller::Program,
        });
        let mut table = Self {
            options,
            sides,
            players: [None, None],
            session: Session::resume(record, controllers, 0),
            told,
            started: Instant::now(),
            adviser: Adviser::default(),
        };
        table.seat()?;
        Ok(table)
    }

    /// Makes the players that the sides name.
    fn seat(&mut self) -> Result<(), Failure> {
        let record = self.session.record();
        let (rule, seed) = (record.rule, record.seed.unwrap_or_default());
        for color in Color::BOTH {
            self.players[color as usize] = match &self.sides[color as usize] {
                Side::Human => None,
                Side::Player(name) => Some(
                    name.player(rule, color, seed, &Terms::default()).map_err(Failure::input)?,
                ),
            };
        }
        let [black, white] = &self.sides;
        let record = self.session.record_mut();
        record.black.name = Some(black.to_string());
        record.white.name = Some(white.to_string());
        Ok(())
    }

    /// Changes the level of the engine, on either side.
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
        self.session.game()
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
        self.tell_passes()?;
        while self.session.result().is_none() {
            if self.session.is_programs_turn() {
                self.program_moves()?;
            } else if !self.person_moves()? {
                return Ok(());
            }
            self.tell_passes()?;
        }
        self.show_board()?;
        self.announce()
    }

    /// The players and the rules.
    fn introduce(&self) -> Result<(), Failure> {
        let [black, white] = &self.sides;
        let record = self.session.record();
        let (rule, seed) = (record.rule, record.seed.unwrap_or_default());
        self.say(&format!("{rule}: {black} against {white}, seed {seed}"))
    }

    /// True if a person plays.
    fn is_watched(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }

    /// The time since the game began, as the session counts it.
    fn now(&self) -> Millis {
        i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Tells of the passes that were forced since the last move.
    fn tell_passes(&mut self) -> Result<(), Failure> {
        let plies: Vec<_> = self.game().plies().skip(self.told).collect();
        for (position, played) in plies {
            if played == Move::Pass {
                self.say(&format!("{} has no move and passes", position.to_move()))?;
            }
        }
        self.told = self.game().moves().len();
        Ok(())
    }

    fn program_moves(&mut self) -> Result<(), Failure> {
        let color = self.to_move();
        let Some(player) = &mut self.players[color as usize] else { return Ok(()) };
        let reply = player.choose(self.session.game(), TimeLeft::default());
        let Reply { played, score, .. } = reply.map_err(|fault| Failure::Run(fault.into()))?;
        if self.is_watched() {
            self.say(&format!("{color} plays {played}"))?;
        }
        let now = self.now();
        self.session.play(played, score, now).map_err(Failure::input)
    }

    /// Lets the person move; false when they leave.
    fn person_moves(&mut self) -> Result<bool, Failure> {
        self.show_board()?;
        let moves = self.game().moves().len();
        while self.game().moves().len() == moves && self.session.result().is_none() {
            let Some(line) = self.ask()? else { return Ok(false) };
            match parse_request(&line) {
                Err(sentence) => self.say(&sentence)?,
                Ok(Request::Place(square)) => {
                    let now = self.now();
                    if let Err(illegal) = self.session.play(Move::Place(square), None, now) {
                        self.say(&format!("{illegal}; dots show where you can play"))?;
                    }
                }
                Ok(Request::Undo) => {
                    let now = self.now();
                    match self.session.take_back(now) {
                        Ok(()) => self.say("taken back")?,
                        Err(error) => self.say(&error.to_string())?,
                    }
                    self.told = self.game().moves().len();
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
                    let search = self.session.hint(HintScope::EveryMove).map_err(Failure::input)?;
                    let hint = self.adviser.hint(search);
                    self.say(&hint)?;
                }
                Ok(Request::Level(level)) => match self.set_level(level) {
                    Ok(()) => self.say(&format!("the engine plays at level {level}"))?,
                    Err(failure) => self.say(&failure.sentence())?,
                },
                Ok(Request::Help) => self.say(HELP)?,
                Ok(Request::Resign) => {
                    let now = self.now();
                    self.session.resign(now).map_err(Failure::input)?;
                }
                Ok(Request::Quit) => return Ok(false),
            }
        }
        Ok(true)
    }

    fn transcript(&self) -> String {
        let names: Vec<_> = self.game().moves().iter().map(ToString::to_string).collect();
        if names.is_empty() { "no moves yet".to_owned() } else { names.join(" ") }
    }

    fn announce(&self) -> Result<(), Failure> {
        let Some(outcome) = self.session.result() else { return Ok(()) };
        let winner = outcome.winner.map(|color| {
            (color, self.session.record().player(color).name.as_deref().unwrap_or_default())
        });
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
            let item = Item::from(self.session.record().clone());
            writer.write(item).map_err(|error| files::cannot_write(path, error))
        })
    }

    fn show_board(&self) -> Result<(), Failure> {
        let board =
            outflank_report::board(self.game().position(), self.game().moves().last().copied());
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

/// A saved game to resume.
fn read(path: &Path, options: &Play) -> Result<Record, Failure> {
    let name = files::name(path);
    if files::is_standard(path) {
        return Err(Failure::input("--resume takes a file: standard input is for moves"));
    }
    // Reports a missing file: a transcript is not accepted here.
    files::open(path)?;
    let mut record = one_game::read_game(&path.to_string_lossy(), 1, options.rules)?;
    if record.game().is_over() {
        return Err(Failure::input(format!("the game in {name} is over")));
    }
    // Some formats give every game a result, and a player who resigned may resume the game.
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
