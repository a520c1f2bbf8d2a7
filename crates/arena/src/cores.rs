//! The cores of the machine, divided among players.

/// The cores that an external program may use; all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cores {
    /// Their numbers; empty for all.
    numbers: Vec<usize>,
}

impl Cores {
    /// The cores of one player of a pair that plays while `pairs` pairs do, the
    /// players of all pairs counted from 0.
    ///
    /// Each player has cores of its own if there is one for each. Otherwise each
    /// pair has, if there is one for each pair and its players never run at the
    /// same time. Otherwise all players use all cores.
    pub(crate) fn share(player: usize, pairs: usize, take_turns: bool) -> Self {
        Self { numbers: share(&available(), player, pairs, take_turns) }
    }

    /// Lets a process run on these cores only. Its children inherit them.
    #[cfg(target_os = "linux")]
    pub(crate) fn place(&self, pid: u32) {
        use rustix::thread::{CpuSet, sched_setaffinity};

        let mut set = CpuSet::new();
        self.numbers.iter().for_each(|number| set.set(*number));
        let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
        if !self.numbers.is_empty() && pid.is_some() {
            // The process may have ended.
            let _ = sched_setaffinity(pid, &set);
        }
    }
}

fn share(cores: &[usize], player: usize, pairs: usize, take_turns: bool) -> Vec<usize> {
    let pairs = pairs.max(1);
    let (at, parts) = match cores.len() {
        count if count >= 2 * pairs => (player, 2 * pairs),
        count if count >= pairs && take_turns => (player / 2, pairs),
        _ => return Vec::new(),
    };
    let each = cores.len() / parts;
    cores.iter().copied().skip(at % parts * each).take(each).collect()
}

/// The numbers of the cores that the arena may use.
#[cfg(target_os = "linux")]
fn available() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    sched_getaffinity(None).map_or_else(
        |_| Vec::new(),
        |set| (0..CpuSet::MAX_CPU).filter(|number| set.is_set(*number)).collect(),
    )
}

/// On this system processes cannot be placed on cores.
#[cfg(not(target_os = "linux"))]
const fn available() -> Vec<usize> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn cores_are_divided_evenly_if_there_are_enough() {
        let cores = [0, 1, 4, 5, 6];
        let of = |pairs, take_turns| {
            (0..2 * pairs)
                .map(|player| share(&cores, player, pairs, take_turns))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(1, true), [vec![0, 1], vec![4, 5]]);
        assert_eq!(of(2, true), [vec![0], vec![1], vec![4], vec![5]]);
        let shared = [0, 0, 1, 1, 4, 4, 5, 5].map(|core| vec![core]);
        assert_eq!(of(4, true), shared);
        assert_eq!(of(4, false), vec![Vec::<usize>::new(); 8]);
        assert_eq!(of(6, true), vec![Vec::<usize>::new(); 12]);
        assert!(share(&[], 0, 1, true).is_empty());
    }
}
