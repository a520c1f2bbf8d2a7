//! The game as GTP plays it.

use outflank_core::{Color, Game, IllegalMove, Move, Position, Rule};

/// The game, and the plies that each command has added to it.
pub(super) struct Table {
    pub(super) rule: Rule,
    game: Game,
    /// The number of plies of each `play` or `genmove`: two if it included the other side's
    /// pass, none for a pass after the end. One `undo` takes one command back, as the other
    /// program counts them.
    steps: Vec<usize>,
}

/// The reason why a side cannot play.
pub(super) enum Refusal {
    /// The other side is to move, and can.
    Turn { to_move: Color },
    /// The move is illegal.
    Illegal(IllegalMove),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Turn { to_move } => write!(f, "it is {to_move}'s turn"),
            Self::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl Table {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, game: Game::new(), steps: Vec::new() }
    }

    /// Goes on with another game, of which every move can be taken back.
    pub(super) fn set(&mut self, rule: Rule, game: Game) {
        *self = Self { rule, steps: vec![1; game.moves().len()], game };
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn position(&self) -> Position {
        self.game.position()
    }

    /// The position with `color` to move. Referees leave the pass of a side
    /// without a move out as often as they send it, so it is made for them.
    pub(super) fn position_for(&self, color: Color) -> Result<Position, Refusal> {
        let now = self.position();
        match now.to_move() {
            to_move if to_move == color || self.game.is_over() => Ok(now),
            _ if self.game.must_pass() => Ok(now.pass()),
            to_move => Err(Refusal::Turn { to_move }),
        }
    }

    /// Plays for a colour. A pass after the end of the game is accepted,
    /// because referees of Go end every game with two of them.
    pub(super) fn play(&mut self, color: Color, attempt: Move) -> Result<(), Refusal> {
        let before = self.game.moves().len();
        if !(self.game.is_over() && attempt == Move::Pass) {
            let is_passed = self.position_for(color)? != self.position();
            if is_passed {
                self.game.play(Move::Pass).map_err(Refusal::Illegal)?;
            }
            if let Err(illegal) = self.game.play(attempt) {
                if is_passed {
                    self.game.undo();
                }
                return Err(Refusal::Illegal(illegal));
            }
        }
        self.steps.push(self.game.moves().len() - before);
        Ok(())
    }

    /// Takes the last command back; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(plies) = self.steps.pop() else { return false };
        for _ in 0..plies {
            self.game.undo();
        }
        true
    }
}
