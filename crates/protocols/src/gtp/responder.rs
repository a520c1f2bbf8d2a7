//! The commands of GTP.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::time::Instant;

use outflank_core::{Color, Game, Move, Rule};
use outflank_formats::{Record, sgf};

use super::request::{Request, shown};
use super::table::{Refusal, Table};
use super::time::{SideClock, TimeControl, seconds};
use super::{Reply, ruler};
use crate::ProtocolOptions;
use crate::interrupts::Interrupts;
use crate::thinker::{Task, Thinker};

/// All commands, as `list_commands` lists them.
const COMMANDS: [&str; 27] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "final_score",
    "stop",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
];

/// The state of a conversation.
pub(super) struct Responder<'a> {
    thinker: Thinker<'a>,
    interrupts: Interrupts,
    table: Table,
    control: Option<TimeControl>,
    /// The clocks of black and white, where one was set.
    clocks: [Option<SideClock>; 2],
}

impl<'a> Responder<'a> {
    pub(super) fn new(options: &'a ProtocolOptions, interrupts: Interrupts) -> Self {
        Self {
            thinker: Thinker::new(options, interrupts.clone()),
            interrupts,
            table: Table::new(options.rule),
            control: None,
            clocks: [None; 2],
        }
    }

    /// Executes a command.
    pub(super) fn answer(&mut self, request: &Request) -> io::Result<Reply> {
        let game = self.table.game();
        Ok(match request.command.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Outflank".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(known_command(request)),
            "list_commands" => Ok(COMMANDS.join("\n")),
            // Komi is a matter of Go: referees send it to everyone.
            "quit" | "komi" => done(),
            "boardsize" => boardsize(request),
            "clear_board" => self.new_game(self.table.rule),
            "play" => self.play(request),
            "genmove" => return self.generate(request, true),
            "reg_genmove" => return self.generate(request, false),
            "undo" => self.undo(),
            "showboard" => Ok(format!("\n{:#}", game.position())),
            "time_settings" => self.time_settings(request),
            "time_left" => self.time_left(request),
            "set_game" => self.set_game(request),
            "list_games" => Ok("Othello\nReversed Reversi".to_owned()),
            "loadsgf" => self.load(request),
            "final_score" => self.final_score(),
            // The search it ended has been answered before.
            "stop" => {
                self.interrupts.serve();
                done()
            }
            "gogui-rules_game_id" => Ok(ruler::game_id(self.table.rule).to_owned()),
            "gogui-rules_board" => Ok(ruler::board(game)),
            "gogui-rules_board_size" => Ok("8".to_owned()),
            "gogui-rules_legal_moves" => Ok(ruler::legal_moves(game)),
            "gogui-rules_side_to_move" => Ok(game.position().to_move().to_string()),
            "gogui-rules_final_result" => Ok(ruler::final_result(self.table.rule, game)),
            _ => Err("unknown command".to_owned()),
        })
    }

    fn new_game(&mut self, rule: Rule) -> Reply {
        self.table = Table::new(rule);
        self.clocks = [self.control.map(TimeControl::clock); 2];
        done()
    }

    fn play(&mut self, request: &Request) -> Reply {
        let (color, attempt) = (request.color(0)?, request.played(1)?);
        self.table.play(color, attempt).map_err(|refusal| illegal(&refusal))?;
        done()
    }

    /// Chooses a move for a colour, and plays it if `is_played`.
    ///
    /// Referees ask the side whose turn it is, or leave a pass out; both work.
    /// To ask a side out of turn while the other one can move is a mistake of
    /// the referee: an answer would let the two boards drift apart, an error
    /// shows it where it happens. After the end the answer is `pass`, because
    /// two passes are how a referee of Go learns that the game is over.
    fn generate(&mut self, request: &Request, is_played: bool) -> io::Result<Reply> {
        let color = match request.color(0) {
            Ok(color) => color,
            Err(sentence) => return Ok(Err(sentence)),
        };
        let position = match self.table.position_for(color) {
            Ok(position) => position,
            Err(refusal) => return Ok(Err(illegal(&refusal))),
        };
        let board = position.board();
        let start = Instant::now();
        let choice = if board.legal_moves().is_empty() {
            Move::Pass
        } else {
            let time = self.clocks[color as usize].map(|clock| clock.share(board));
            let task = Task { rule: self.table.rule, board, lines: 1, time };
            let thought = self.thinker.think(&task, |_| Ok(()))?;
            self.thinker.choose(&thought.analysis)
        };
        if is_played {
            if let Some(clock) = &mut self.clocks[color as usize] {
                clock.spend(start.elapsed());
            }
            if let Err(refusal) = self.table.play(color, choice) {
                return Ok(Err(illegal(&refusal)));
            }
        }
        Ok(Ok(choice.to_string()))
    }

    fn undo(&mut self) -> Reply {
        if self.table.undo() { done() } else { Err("cannot undo".to_owned()) }
    }

    /// `time_settings MAIN PERIOD MOVES`, for both sides.
    fn time_settings(&mut self, request: &Request) -> Reply {
        let [main, period] = [request.number(0)?, request.number(1)?].map(seconds);
        self.control = TimeControl::new(main, period, moves(request, 2)?);
        self.clocks = [self.control.map(TimeControl::clock); 2];
        done()
    }

    /// `time_left COLOR TIME MOVES`; no moves while it is the main time.
    fn time_left(&mut self, request: &Request) -> Reply {
        let color = request.color(0)?;
        let (left, moves) = (seconds(request.number(1)?), moves(request, 2)?);
        let clock = self.control.map_or_else(SideClock::unknown, TimeControl::clock);
        self.clocks[color as usize] = Some(clock.with(left, moves));
        done()
    }

    fn set_game(&mut self, request: &Request) -> Reply {
        let name: String = request.text().chars().filter(char::is_ascii_alphanumeric).collect();
        let rule = match name.to_ascii_lowercase().as_str() {
            "othello" | "reversi" => Rule::Reversi,
            "reversedreversi" | "reversedothello" | "reversed" | "antiothello" | "antireversi"
            | "anti" => Rule::Reversed,
            _ => return Err(format!("unsupported game: '{}'", shown(&request.text()))),
        };
        self.new_game(rule)
    }

    /// `loadsgf FILE [NUMBER]`: the position before that move, or the last.
    fn load(&mut self, request: &Request) -> Reply {
        let (path, number) = request.text_and_number();
        let record = read_sgf(&path, self.table.rule)
            .map_err(|why| format!("cannot load '{}': {why}", shown(&path)))?;
        let kept = number.map_or(usize::MAX, |number| number.saturating_sub(1));
        let mut game = Game::from_position(record.game().start());
        for played in record.game().moves().iter().take(kept) {
            game.play(*played).map_err(|why| illegal(&Refusal::Illegal(why)))?;
        }
        self.table.set(record.rule, game);
        done()
    }

    fn final_score(&self) -> Reply {
        let score = self
            .table
            .game()
            .result(self.table.rule, Color::Black)
            .ok_or("cannot score: the game is not over")?;
        Ok(match score.discs() {
            0 => "0".to_owned(),
            discs if discs > 0 => format!("B+{discs}"),
            discs => format!("W+{}", -discs),
        })
    }
}

/// An answer without a text.
#[expect(clippy::unnecessary_wraps, reason = "it stands where a reply is due")]
const fn done() -> Reply {
    Ok(String::new())
}

fn illegal(refusal: &Refusal) -> String {
    format!("illegal move: {refusal}")
}

fn known_command(request: &Request) -> String {
    let is_known = request.argument(0).is_some_and(|name| COMMANDS.contains(&name));
    is_known.to_string()
}

fn boardsize(request: &Request) -> Reply {
    match request.argument(0) {
        Some("8") => done(),
        _ => Err("unacceptable size: the board has 8 rows".to_owned()),
    }
}

/// A number of moves, none if it is left out.
fn moves(request: &Request, at: usize) -> Result<u32, String> {
    let Some(text) = request.argument(at) else { return Ok(0) };
    text.parse().map_err(|_| format!("syntax error: '{}' is not a number of moves", shown(text)))
}

/// The first game of a file. Only regular files are read: a device could be endless.
fn read_sgf(path: &str, rule: Rule) -> Result<Record, String> {
    let is_file = fs::metadata(path).map_err(|error| error.to_string())?.is_file();
    if !is_file {
        return Err("it is not a file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    match sgf::read(BufReader::new(file), rule).next() {
        Some(game) => game.map_err(|error| error.to_string()),
        None => Err("there is no game in it".to_owned()),
    }
}
