//! The results of a match as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use outflank_arena::{
    FaultKind, GameEnding, MatchGame, Pair, PlayedGame, Sprt, SprtSettings, Tally, milliseconds,
};
use serde::Serialize;

use crate::{FaultLine, MatchLine, color_name, ending_name};

/// Facts about a match that its tally does not hold.
#[derive(Default)]
pub struct Counts {
    /// Pairs of a game won and one lost, by either player.
    won_and_lost: u32,
    /// Pairs of two draws.
    drawn_twice: u32,
    adjudicated: u32,
    /// The moves of either player, without passes.
    moves: [u32; 2],
    /// The time that either player used for them.
    time: [Duration; 2],
    /// Faults of either player.
    faults: [BTreeMap<FaultKind, u32>; 2],
    /// The reasons why the players could not start, the last of each.
    start_details: [String; 2],
}

impl Counts {
    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        let scores = pair.games.each_ref().map(|game| game.score().discs());
        match scores {
            [0, 0] => self.drawn_twice += 1,
            _ if pair.half_points() == 2 => self.won_and_lost += 1,
            _ => {}
        }
        for MatchGame { played, color } in &pair.games {
            for seen in played.moves.iter().filter(|seen| seen.played.square().is_some()) {
                let player = usize::from(seen.color != *color);
                self.moves[player] += 1;
                self.time[player] += seen.time.saturating_sub(seen.delay);
            }
            match &played.ending {
                GameEnding::PlayedOut => {}
                GameEnding::Adjudicated => self.adjudicated += 1,
                GameEnding::Fault { color: guilty, fault } => {
                    let player = usize::from(guilty != color);
                    *self.faults[player].entry(fault.kind).or_default() += 1;
                    if fault.kind == FaultKind::Start {
                        self.start_details[player].clone_from(&fault.detail);
                    }
                }
            }
        }
    }

    /// The mean time of a move of either player.
    fn mean_times(&self) -> [Option<Duration>; 2] {
        [0, 1].map(|player| self.time[player].checked_div(self.moves[player]))
    }

    /// The number of the player that could not start in any of this many games,
    /// and the reason.
    pub fn never_started(&self, games: u32) -> Option<(usize, &str)> {
        let failed = |player: &usize| self.faults[*player].get(&FaultKind::Start) == Some(&games);
        let player = (0..2).find(failed)?;
        Some((player, &self.start_details[player]))
    }
}

/// The result of a match, from the view of its first player. What is infinite
/// is null.
#[derive(Serialize)]
pub struct ResultLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    rules: &'static str,
    players: [&'a str; 2],
    openings: &'a str,
    seed: u64,
    #[serde(flatten)]
    outcome: MatchLine,
    nelo: f64,
    nelo_error: f64,
    los: f64,
    draw_ratio: f64,
    pairs_ratio: Option<f64>,
    wl_dd_ratio: Option<f64>,
    /// The mean score of a game in discs.
    discs: f64,
    /// The mean time of a move of either player, without passes and delays of the machine.
    mean_time_ms: [Option<f64>; 2],
    adjudicated: u32,
    faults: [BTreeMap<&'static str, u32>; 2],
    sprt: Option<SprtLine>,
}

/// The state of the SPRT.
#[derive(Serialize)]
struct SprtLine {
    llr: f64,
    bounds: [f64; 2],
    elo: [f64; 2],
    decision: Option<&'static str>,
}

/// The players, the rules and the openings.
pub struct Heading<'a> {
    /// The game.
    pub rules: &'static str,
    /// The names of the players.
    pub players: [&'a str; 2],
    /// The openings in words.
    pub openings: &'a str,
    /// The seed of every random choice.
    pub seed: u64,
}

impl<'a> ResultLine<'a> {
    /// The line of these results.
    pub fn of(
        heading: &Heading<'a>,
        tally: &Tally,
        counts: &Counts,
        sprt: Option<(Sprt, SprtSettings)>,
    ) -> Self {
        let pairs = &tally.pairs;
        let ratio = f64::from(counts.won_and_lost) / f64::from(counts.drawn_twice);
        let Heading { rules, players, openings, seed } = *heading;
        Self {
            kind: "result",
            rules,
            players,
            openings,
            seed,
            outcome: MatchLine::of(tally),
            nelo: pairs.normalized_elo().0,
            nelo_error: pairs.normalized_elo_error(),
            los: pairs.los(),
            draw_ratio: pairs.draw_ratio(),
            pairs_ratio: pairs.pairs_ratio(),
            wl_dd_ratio: (!ratio.is_nan()).then_some(ratio),
            discs: tally.mean_discs(),
            mean_time_ms: counts.mean_times().map(|time| time.map(milliseconds)),
            adjudicated: counts.adjudicated,
            faults: counts
                .faults
                .each_ref()
                .map(|faults| faults.iter().map(|(kind, count)| (kind.name(), *count)).collect()),
            sprt: sprt.map(|(test, settings)| SprtLine {
                llr: test.log_likelihood_ratio(pairs),
                bounds: test.bounds(),
                elo: [settings.elo0, settings.elo1],
                decision: test.decide(pairs).map(|decision| match decision {
                    outflank_arena::Decision::Stronger => "elo1",
                    outflank_arena::Decision::Weaker => "elo0",
                }),
            }),
        }
    }

    /// The block in the format of fastchess, then the lines that only Outflank prints.
    pub fn block(&self) -> String {
        let ratio =
            |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let Self { players: [first, second], rules, openings, seed, outcome, .. } = self;
        let MatchLine { games, wins, draws, losses, .. } = outcome;
        let points = f64::from(*wins) + f64::from(*draws) / 2.0;
        let bar = "-".repeat(50);
        let mut text =
            format!("{bar}\nResults of {first} vs {second} ({rules}, {openings}, seed {seed}):\n");
        let _ = writeln!(
            text,
            "Elo: {:.2} +/- {:.2}, nElo: {:.2} +/- {:.2}",
            outcome.elo, outcome.elo_error, self.nelo, self.nelo_error
        );
        let _ = writeln!(
            text,
            "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {}",
            100.0 * self.los,
            100.0 * self.draw_ratio,
            ratio(self.pairs_ratio)
        );
        let _ = writeln!(
            text,
            "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, \
             Points: {points:.1} ({:.2} %)",
            100.0 * outcome.score
        );
        let _ = writeln!(
            text,
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}",
            outcome.pairs,
            ratio(self.wl_dd_ratio)
        );
        if let Some(SprtLine { llr, bounds: [lower, upper], elo: [elo0, elo1], .. }) = &self.sprt {
            let part = 100.0 * if *llr < 0.0 { llr / lower } else { llr / upper };
            let _ = writeln!(
                text,
                "LLR: {llr:.2} ({part:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]"
            );
        }
        let _ = write!(text, "Discs: {:+.2} a game", self.discs);
        if self.adjudicated > 0 {
            let _ = write!(text, ", Adjudicated: {}", self.adjudicated);
        }
        let [first, second] = self.mean_time_ms.map(shown_time);
        let _ = write!(text, "\nTime: {first} and {second} a move");
        for (player, faults) in self.players.iter().zip(&self.faults) {
            if !faults.is_empty() {
                let list: Vec<_> =
                    faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
                let _ = write!(text, "\nFaults of {player}: {}", list.join(", "));
            }
        }
        let _ = write!(text, "\n{bar}");
        text
    }
}

/// A mean time of moves, or a dash if there were none.
fn shown_time(milliseconds: Option<f64>) -> String {
    match milliseconds {
        Some(time) if time >= 10.0 => format!("{time:.0} ms"),
        Some(time) => format!("{time:.3} ms"),
        None => "-".to_owned(),
    }
}

/// A finished game.
#[derive(Serialize)]
pub struct GameLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    /// From 1.
    game: usize,
    /// From 1.
    pair: usize,
    black: &'a str,
    white: &'a str,
    winner: Option<&'static str>,
    /// For black, in discs.
    score: i32,
    ending: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultLine>,
    moves: String,
}

impl<'a> GameLine<'a> {
    /// The game with this number, from 0.
    pub fn of(number: usize, players: [&'a str; 2], played: &PlayedGame) -> Self {
        let [black, white] = players;
        let moves = played.game.moves().iter().filter_map(|played| played.square());
        Self {
            kind: "game",
            game: number + 1,
            pair: number / 2 + 1,
            black,
            white,
            winner: played.winner().map(color_name),
            score: played.score.discs(),
            ending: ending_name(&played.ending),
            fault: FaultLine::of(&played.ending),
            moves: moves.map(|square| square.to_string()).collect(),
        }
    }

    /// `Finished game 3 (A vs B): 1-0 {black wins by 12}`
    pub fn sentence(&self) -> String {
        let Self { game, black, white, .. } = self;
        let result = match self.score {
            1.. => "1-0",
            0 => "1/2-1/2",
            _ => "0-1",
        };
        let how = match (&self.fault, self.winner) {
            (Some(FaultLine { color, kind, detail }), _) => format!("{color}: {kind}: {detail}"),
            (None, None) => "a draw".to_owned(),
            (None, Some(winner)) => format!("{winner} wins by {}", self.score.abs()),
        };
        let told = if self.ending == "adjudicated" { ", adjudicated" } else { "" };
        format!("Finished game {game} ({black} vs {white}): {result} {{{how}{told}}}")
    }
}
