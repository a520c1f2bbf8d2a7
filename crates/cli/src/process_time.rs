//! The time since this process was started.

use std::time::Duration;

/// What is left of a time limit for the answer of a process, its own start included.
///
/// The end of the process takes as long as its start at most, because a busy machine delays both.
/// A quarter of the limit is the most that is kept for it.
pub(crate) fn left(limit: Duration) -> Duration {
    let age = age().unwrap_or_default();
    let end = age.min(limit / 4);
    limit.saturating_sub(age + end).max(Duration::from_millis(1))
}

/// The age of this process to a hundredth of a second, rounded up; `None` where the system does
/// not tell.
fn age() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    let age = hundredths(&uptime)?.checked_sub(start(&stat)?)?;
    Some(Duration::from_millis((age + 1) * 10))
}

/// The start of a process in hundredths of a second after the start of the system. The name of the
/// program stands in parentheses and may contain anything.
fn start(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    // Field 22, where the name is field 2.
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

/// The first number of `/proc/uptime`, such as `350735.47`.
fn hundredths(uptime: &str) -> Option<u64> {
    let (seconds, part) = uptime.split_ascii_whitespace().next()?.split_once('.')?;
    let seconds: u64 = seconds.parse().ok()?;
    let part: u64 = part.get(..2)?.parse().ok()?;
    Some(seconds * 100 + part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_found_behind_any_name() {
        let fields = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20";
        for name in ["outflank", "a ) (b", ") 1 2"] {
            assert_eq!(start(&format!("42 ({name}) {fields}")), Some(4711), "{name}");
        }
        assert_eq!(start("42 (outflank"), None);
        assert_eq!(hundredths("350735.47 234388.90\n"), Some(35_073_547));
        assert_eq!(hundredths("soon"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_knows_its_age() {
        let young = age().expect("Linux tells");
        std::thread::sleep(Duration::from_millis(30));
        let older = age().expect("Linux tells");
        assert!(older >= young + Duration::from_millis(20), "{young:?} {older:?}");
        assert!(older < Duration::from_hours(1), "{older:?}");
    }

    #[test]
    fn something_is_left_of_every_limit() {
        assert!(left(Duration::from_hours(2)) > Duration::from_hours(1));
        assert_eq!(left(Duration::ZERO), Duration::from_millis(1));
    }
}
