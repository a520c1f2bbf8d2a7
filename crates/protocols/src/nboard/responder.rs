//! The commands of the `NBoard` protocol.

use std::io;

use outflank_core::{Game, Move, Position, Rule};
use outflank_engine::Analysis;
use outflank_formats::ggf;

use super::hint::{name, search_lines};
use super::request::Request;
use super::say;
use crate::ProtocolOptions;
use crate::interrupts::Interrupts;
use crate::thinker::{Task, Thinker, Thought};

/// The state of a conversation.
pub(super) struct Responder<'a> {
    thinker: Thinker<'a>,
    interrupts: Interrupts,
    rule: Rule,
    game: Game,
}

impl<'a> Responder<'a> {
    pub(super) fn new(options: &'a ProtocolOptions, interrupts: Interrupts) -> Self {
        Self {
            thinker: Thinker::new(options, interrupts.clone()),
            interrupts,
            rule: options.rule,
            game: Game::new(),
        }
    }

    pub(super) fn carry_out(&mut self, request: Request) -> io::Result<()> {
        match request {
            Request::Hello => say(concat!("set myname Outflank ", env!("CARGO_PKG_VERSION"))),
            Request::Depth(depth) => {
                self.thinker.depth = Some(depth);
                Ok(())
            }
            Request::Game(text) => self.set_game(&text),
            Request::Move(played) => self.play(played),
            Request::Hint(count) => self.hint(count),
            Request::Go => self.go(),
            Request::Ping(number) => {
                self.interrupts.serve();
                say(&format!("pong {number}"))
            }
            // A book grows by searches, not by games that are played.
            Request::Learn => say("learned"),
            Request::Analyze => self.analyze(),
            Request::Quit => Ok(()),
        }
    }

    /// Goes on at the end of a game. One that cannot be read changes nothing,
    /// and the person at the screen sees why.
    fn set_game(&mut self, text: &str) -> io::Result<()> {
        match ggf::read(text.as_bytes(), self.rule).next() {
            Some(Ok(record)) => {
                self.rule = record.rule;
                self.game = record.game().clone();
                Ok(())
            }
            Some(Err(error)) => say(&format!("status Cannot read the game: {error}")),
            None => say("status Cannot read the game: there is none"),
        }
    }

    fn play(&mut self, played: Move) -> io::Result<()> {
        let result = match played {
            Move::Place(square) => self.game.play_passing(square),
            Move::Pass => self.game.play(played),
        };
        result.or_else(|illegal| say(&format!("status Illegal move: {illegal}")))
    }

    fn hint(&mut self, count: usize) -> io::Result<()> {
        if self.game.is_over() {
            return say("status Game over");
        }
        say("status Analyzing")?;
        self.search(count)?;
        say("status")
    }

    /// Says which move to play, and leaves it to the viewer to play it: the
    /// person may have changed their mind in the meantime.
    fn go(&mut self) -> io::Result<()> {
        if self.game.is_over() {
            return say("status Game over");
        }
        if self.game.must_pass() {
            return say("=== PA");
        }
        say("status Thinking")?;
        let thought = self.search(1)?;
        if !thought.is_interrupted {
            let Analysis { score, time, .. } = thought.analysis;
            let best = name(self.thinker.choose(&thought.analysis));
            say(&format!("=== {best}/{}.00/{:.2}", score.discs(), time.as_secs_f64()))?;
        }
        say("status")
    }

    /// Searches the current position and reports progress.
    fn search(&mut self, count: usize) -> io::Result<Thought> {
        let board = self.game.position().board();
        let task = Task { rule: self.rule, board, lines: count, time: None };
        let mut told = None;
        let mut tell = |analysis: &Analysis| {
            let news = (search_lines(analysis, count), analysis.nodes);
            // The last word of a search may have been said before.
            if told.as_ref() != Some(&news) {
                news.0.iter().try_for_each(|line| say(line))?;
                say_nodes(analysis)?;
                told = Some(news);
            }
            Ok(())
        };
        let thought = self.thinker.think(&task, &mut tell)?;
        if !thought.is_interrupted {
            tell(&thought.analysis)?;
        }
        Ok(thought)
    }

    /// A score for every position, from the last to the first: results near the end help
    /// earlier positions.
    fn analyze(&mut self) -> io::Result<()> {
        say("status Analyzing")?;
        let before = self.game.plies().map(|(position, _)| position);
        let positions: Vec<Position> = before.chain([self.game.position()]).collect();
        for (number, position) in positions.into_iter().enumerate().rev() {
            let board = position.board();
            let score = if board.is_over() {
                board.final_score(self.rule).discs()
            } else {
                let task = Task { rule: self.rule, board, lines: 1, time: None };
                let thought = self.thinker.think(&task, say_nodes)?;
                if thought.is_interrupted {
                    break;
                }
                thought.analysis.score.discs()
            };
            say(&format!("analysis {number} {score}.00"))?;
        }
        say("status")
    }
}

fn say_nodes(analysis: &Analysis) -> io::Result<()> {
    say(&format!("nodestats {} {:.2}", analysis.nodes, analysis.time.as_secs_f64()))
}
