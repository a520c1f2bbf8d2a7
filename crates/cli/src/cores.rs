//! The cores of this machine.

/// The number of cores, which is the default number of things to do at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
