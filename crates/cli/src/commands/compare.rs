//! `outflank compare`

use std::io::{self, Write};

use outflank_arena::{Player, PlayerName, Terms, TimeLeft};
use outflank_core::{Color, Game, Move, Position, Rule};
use outflank_report::print_json;
use serde::Serialize;

use crate::cli::Compare;
use crate::failure::Failure;
use crate::one_game::read_game;
use crate::progress;

/// A move of the game, and the move that the player would have played.
#[derive(Serialize)]
struct Line {
    ply: usize,
    side: String,
    position: String,
    played: String,
    choice: String,
    same: bool,
    /// The value of the move played, by the search of the player.
    played_value: Option<f64>,
    /// The value of the move that the player would have played.
    choice_value: Option<f64>,
}

/// The number of moves that the player would have played too.
#[derive(Serialize)]
struct Summary {
    player: String,
    moves: usize,
    same: usize,
}

pub(crate) fn run(options: &Compare) -> Result<(), Failure> {
    let record = read_game(&options.game, options.number, options.rules)?;
    let played = record.game();
    // A side without a choice shows nothing.
    let is_asked = |position: &Position| {
        position.board().legal_moves().len() > 1
            && options.side.is_none_or(|side| side == position.to_move())
    };
    let asked = played.plies().filter(|(position, _)| is_asked(position)).count();
    let bar = progress::bar(asked as u64, "moves");
    let mut players = Color::BOTH
        .map(|color| options.player.player(record.rule, color, options.seed, &Terms::default()));
    for player in players.iter_mut().flatten() {
        player.prepare().map_err(|fault| Failure::input(fault.to_string()))?;
    }
    let [black, white] = players;
    let mut players = [black.map_err(Failure::input)?, white.map_err(Failure::input)?];
    let mut game =
        played.plies().next().map_or_else(Game::new, |(start, _)| Game::from_position(start));
    let mut lines = Vec::new();
    for (number, (position, made)) in played.plies().enumerate() {
        if is_asked(&position) {
            let player = players[position.to_move() as usize].as_mut();
            lines.push(line(options, record.rule, player, &game, number + 1, made)?);
            bar.inc(1);
        }
        game.play(made).expect("every record is legal");
    }
    bar.finish_and_clear();
    let same = lines.iter().filter(|line| line.same).count();
    let summary = Summary { player: options.player.to_string(), moves: lines.len(), same };
    let mut out = io::stdout().lock();
    if options.json {
        lines.iter().try_for_each(|line| print_json(&mut out, line))?;
        return Ok(print_json(&mut out, &summary)?);
    }
    print(&mut out, &lines, &summary)?;
    Ok(())
}

fn line(
    options: &Compare,
    rule: Rule,
    player: &mut dyn Player,
    game: &Game,
    ply: usize,
    made: Move,
) -> Result<Line, Failure> {
    let position = game.position();
    let reply = player.choose(game, TimeLeft::default());
    player.end_turn();
    let reply = reply.map_err(|fault| {
        Failure::Run(anyhow::anyhow!("{} at ply {ply}: {fault}", options.player))
    })?;
    let (played, choice) = (made.to_string(), reply.played.to_string());
    let [played_value, choice_value] = values(options, rule, position, [&played, &choice])?;
    Ok(Line {
        ply,
        side: position.to_move().to_string(),
        position: position.to_string(),
        same: made == reply.played,
        played,
        choice,
        played_value,
        choice_value,
    })
}

/// The values of two moves by the search of an agent.
fn values(
    options: &Compare,
    rule: Rule,
    position: Position,
    moves: [&str; 2],
) -> Result<[Option<f64>; 2], Failure> {
    let PlayerName::Classic(_) = options.player else { return Ok([None; 2]) };
    let explanation = options.player.explain(rule, position.board(), None);
    let explanation = explanation.map_err(Failure::input)?;
    Ok(moves.map(|wanted| {
        let found = explanation.moves.iter().find(|one| one.played == wanted)?;
        found.searched
    }))
}

fn print(out: &mut impl Write, lines: &[Line], summary: &Summary) -> io::Result<()> {
    writeln!(out, " ply  side   played  choice   value played   value of choice")?;
    for line in lines.iter().filter(|line| !line.same) {
        let value =
            |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
        writeln!(
            out,
            "{:>4}  {:<5}  {:<6}  {:<6}  {:>13}  {:>16}",
            line.ply,
            line.side,
            line.played,
            line.choice,
            value(line.played_value),
            value(line.choice_value)
        )?;
    }
    let Summary { player, moves, same } = summary;
    writeln!(out, "\n{player} plays {same} of {moves} moves as in the game; the others are above")
}
