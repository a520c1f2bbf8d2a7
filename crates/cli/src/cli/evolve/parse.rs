//! Parsers for the settings of a run.

use outflank_train::genetic::{
    Crossover, Founders, GenerationOpenings, RateSchedule, Scoring, Selection,
};

pub(super) fn openings(text: &str) -> Result<GenerationOpenings, String> {
    if text == "start" {
        return Ok(GenerationOpenings::Start);
    }
    let number = text.parse().ok().filter(|number| *number > 0);
    number
        .map(GenerationOpenings::Random)
        .ok_or_else(|| "expected start, or a number from 1".to_owned())
}

pub(super) fn scoring(text: &str) -> Result<Scoring, String> {
    Ok(match text {
        "points-of-five" => Scoring::PointsOfFive,
        "wins-minus-losses" => Scoring::WinsMinusLosses,
        "wins" => Scoring::Wins,
        _ => return Err("expected points-of-five, wins-minus-losses or wins".to_owned()),
    })
}

pub(super) fn founders(text: &str) -> Result<Founders, String> {
    Ok(match text {
        "random" => Founders::Random,
        "mutants" => Founders::Mutants,
        "scaled" => Founders::Scaled,
        _ => return Err("expected random, mutants or scaled".to_owned()),
    })
}

pub(super) fn selection(text: &str) -> Result<Selection, String> {
    let expected = "expected best-and-half, best-third, half-replaced, best-half, keep=K or \
                    tournament=N";
    let selection = match text.split_once('=') {
        Some(("keep", number)) => number.parse().ok().map(Selection::Keep),
        Some(("tournament", number)) => number.parse().ok().map(Selection::Tournament),
        _ => match text {
            "best-and-half" => Some(Selection::BestAndHalf),
            "best-third" => Some(Selection::BestThird),
            "half-replaced" => Some(Selection::HalfReplaced),
            "best-half" => Some(Selection::BestHalf),
            _ => None,
        },
    };
    selection.ok_or_else(|| expected.to_owned())
}

pub(super) fn crossover(text: &str) -> Result<Crossover, String> {
    let crossover = match text.split_once('=') {
        Some(("blend", alpha)) => alpha.parse().ok().map(|alpha| Crossover::Blend { alpha }),
        _ => match text {
            "none" => Some(Crossover::None),
            "slice" => Some(Crossover::Slice),
            "per-gene" => Some(Crossover::PerGene),
            _ => None,
        },
    };
    crossover.ok_or_else(|| "expected none, slice, per-gene or blend=ALPHA".to_owned())
}

/// `0.3`, `0.3..0.1/50` or `0.3/20`.
pub(super) fn schedule(text: &str) -> Result<RateSchedule, String> {
    let read = || {
        let Some((value, generations)) = text.split_once('/') else {
            return text.parse().ok().map(RateSchedule::Constant);
        };
        let generations = generations.parse().ok().filter(|number| *number > 0)?;
        Some(match value.split_once("..") {
            Some((from, to)) => RateSchedule::Linear {
                from: from.parse().ok()?,
                to: to.parse().ok()?,
                over: generations,
            },
            None => RateSchedule::Exponential { from: value.parse().ok()?, half_life: generations },
        })
    };
    read().ok_or_else(|| "expected a schedule such as 0.3, 0.3..0.1/50 or 0.3/20".to_owned())
}

pub(super) fn games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number @ 0..=1_000_000) if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number from 0 to 1000000: games come in pairs".to_owned()),
    }
}
