//! Numbers as text.

use std::time::Duration;

/// A whole number with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// The rate per second, or a dash if the time is too short to measure.
pub fn rate(number: u64, time: Duration) -> String {
    if time < Duration::from_millis(1) {
        return "-".to_owned();
    }
    #[expect(clippy::cast_precision_loss, reason = "shown with at most 12 digits")]
    let rate = number as f64 / time.as_secs_f64();
    #[expect(clippy::cast_sign_loss, reason = "a count is not negative")]
    count(rate as u64)
}
