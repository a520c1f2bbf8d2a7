//! Durations as text.

use std::fmt;
use std::time::Duration;

/// The maximum: a year.
const LONGEST: Duration = Duration::from_hours(24 * 365);

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a time: expected 5s, 500ms or 2m", found.escape_debug())]
pub struct ParseDurationError {
    /// The text given.
    pub found: String,
}

/// Reads `5s`, `500ms`, `2m` or `0.5s`. A bare number is seconds. The minimum is
/// a microsecond.
pub fn parse_duration(text: &str) -> Result<Duration, ParseDurationError> {
    let wrong = || ParseDurationError { found: text.to_owned() };
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let scale = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| wrong())? * scale;
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    // Whole microseconds survive being written and read again.
    let time = Duration::from_micros((time.as_nanos().saturating_add(500) / 1000) as u64);
    if time.is_zero() || time > LONGEST { Err(wrong()) } else { Ok(time) }
}

/// Writes a time the way [`parse_duration`] reads it: `5s`, `500ms`, `0.25ms`.
pub(crate) struct Written(pub(crate) Duration);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, micros) = (self.0.as_secs(), self.0.subsec_micros());
        if micros == 0 {
            return write!(f, "{seconds}s");
        }
        let milliseconds = seconds * 1000 + u64::from(micros / 1000);
        match micros % 1000 {
            0 => write!(f, "{milliseconds}ms"),
            rest => write!(f, "{milliseconds}.{rest:03}ms"),
        }
    }
}

/// Milliseconds with three digits behind the point.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert_eq, proptest};

    use super::{Duration, LONGEST, Written, parse_duration};

    #[test]
    fn units_and_fractions_are_understood() {
        for (text, milliseconds) in [
            ("5s", 5000),
            ("5", 5000),
            ("500ms", 500),
            ("0.5s", 500),
            ("2m", 120_000),
            ("1.5min", 90_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_named() {
        for text in ["", "s", "-1s", "0", "0ms", "1e-9s", "5 days", "inf", "nan", "9999h", "5x"] {
            let sentence = format!("'{text}' is not a time: expected 5s, 500ms or 2m");
            assert_eq!(parse_duration(text).unwrap_err().to_string(), sentence);
        }
    }

    proptest! {
        #[test]
        fn a_time_survives_being_written(micros in 1..=LONGEST.as_micros() as u64) {
            let time = Duration::from_micros(micros);
            prop_assert_eq!(parse_duration(&Written(time).to_string()), Ok(time));
        }
    }
}
