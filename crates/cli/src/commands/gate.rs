//! `outflank gate`

use std::io::{self, Write};
use std::ops::ControlFlow;

use outflank_arena::{Decision, Elo, Match, PlayerName, Sprt, Tally, Terms};
use serde::Serialize;

use crate::cli::Gate;
use crate::cores::cores;
use crate::failure::Failure;
use crate::{encounter, progress};
use outflank_report::MatchLine;
use outflank_report::print_json;

/// The result, from the view of the new weights. What is infinite is null.
#[derive(Serialize)]
struct Line<'a> {
    rules: &'static str,
    old: &'a str,
    new: &'a str,
    #[serde(flatten)]
    outcome: MatchLine,
    los: f64,
    llr: f64,
    bounds: [f64; 2],
    /// The mean score of a game in discs.
    discs: f64,
    accepted: bool,
    seed: u64,
}

pub(crate) fn run(options: &Gate) -> Result<(), Failure> {
    let test = Sprt::new(Elo(options.elo0), Elo(options.elo1), options.alpha, options.beta)
        .map_err(Failure::input)?;
    let seed = options.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let played = Match {
        rule: options.rules,
        players: [&options.new, &options.old].map(|side| side.player(options.limits)),
        concurrency: options.concurrency.map_or_else(cores, usize::from),
        seed,
        terms: Terms::default(),
    };
    let tally = play(&played, &test, options)?;
    let [new, old] = played.players.each_ref().map(PlayerName::to_string);
    let verdict = Verdict::of(&tally, &test, options);
    let line = Line {
        rules: options.rules.name(),
        old: &old,
        new: &new,
        outcome: MatchLine::of(&tally),
        los: tally.pairs.los(),
        llr: test.log_likelihood_ratio(&tally.pairs),
        bounds: test.bounds(),
        discs: tally.mean_discs(),
        accepted: verdict.is_accepted(),
        seed,
    };
    let mut out = io::stdout().lock();
    if options.json {
        print_json(&mut out, &line)?;
    } else {
        print_rows(&mut out, &line, options)?;
        writeln!(out, "verdict  {}", verdict.sentence(&line, options))?;
    }
    out.flush()?;
    if verdict.is_accepted() {
        return Ok(());
    }
    let why = verdict.sentence(&line, options);
    Err(Failure::Run(anyhow::anyhow!("{new} does not pass: {why}")))
}

/// Plays until the test has decided or all games are over.
fn play(played: &Match, test: &Sprt, options: &Gate) -> Result<Tally, Failure> {
    let bar = progress::bar(options.games.into(), "games");
    bar.tick();
    let openings = options.openings.load(played.rule).map_err(encounter::openings_failure)?;
    let mut openings = openings.sequence(played.seed).take(options.games as usize / 2);
    let tally = played.play(&mut openings, &mut |_, tally| {
        let llr = test.log_likelihood_ratio(&tally.pairs);
        let [lower, upper] = test.bounds();
        let score = tally.pairs.score();
        bar.set_message(format!("score {score:.3}, LLR {llr:+.2} ({lower:+.2}, {upper:+.2})"));
        bar.set_position(tally.games().into());
        let is_decided = !options.fixed && test.decide(&tally.pairs).is_some();
        if is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    tally.map_err(encounter::failure)
}

/// The verdict on the new weights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Tested(Decision),
    Undecided,
    /// All games were asked for, and the score is above a half.
    Ahead,
    /// All games were asked for, and the score is a half or less.
    NotAhead,
}

impl Verdict {
    fn of(tally: &Tally, test: &Sprt, options: &Gate) -> Self {
        if options.fixed {
            return if tally.pairs.score() > 0.5 { Self::Ahead } else { Self::NotAhead };
        }
        test.decide(&tally.pairs).map_or(Self::Undecided, Self::Tested)
    }

    const fn is_accepted(self) -> bool {
        matches!(self, Self::Tested(Decision::Stronger) | Self::Ahead)
    }

    fn sentence(self, line: &Line<'_>, options: &Gate) -> String {
        let (elo0, elo1) = (Elo(options.elo0), Elo(options.elo1));
        match self {
            Self::Tested(Decision::Stronger) => format!("accepted, {elo1} Elo rather than {elo0}"),
            Self::Tested(Decision::Weaker) => format!("rejected, {elo0} Elo rather than {elo1}"),
            Self::Undecided => format!("rejected, undecided after {} games", line.outcome.games),
            Self::Ahead => format!("accepted, {:.4} is more than a half", line.outcome.score),
            Self::NotAhead => {
                format!("rejected, {:.4} is not more than a half", line.outcome.score)
            }
        }
    }
}

fn print_rows(out: &mut impl Write, line: &Line<'_>, options: &Gate) -> io::Result<()> {
    let outcome = &line.outcome;
    let MatchLine { games, wins, draws, losses, pairs, .. } = outcome;
    let [lower, upper] = line.bounds;
    writeln!(out, "rules    {}", line.rules)?;
    writeln!(out, "new      {}", line.new)?;
    writeln!(out, "old      {}", line.old)?;
    writeln!(out, "games    {games}, seed {}", line.seed)?;
    let (score, error) = (outcome.score, outcome.score_error);
    writeln!(out, "score    {score:.4} +- {error:.4} (one standard error)")?;
    writeln!(out, "results  {wins} won, {draws} drawn, {losses} lost")?;
    writeln!(out, "pairs    {pairs:?} with 0, 1/2, 1, 3/2, 2 points")?;
    writeln!(out, "Elo      {} +- {:.1} (95 %)", Elo(outcome.elo), outcome.elo_error)?;
    writeln!(out, "LOS      {:.1} %", line.los * 100.0)?;
    writeln!(
        out,
        "LLR      {:+.2} ({lower:+.2}, {upper:+.2}) for {} against {} Elo",
        line.llr,
        Elo(options.elo1),
        Elo(options.elo0)
    )?;
    writeln!(out, "discs    {:+.2} a game", line.discs)
}
