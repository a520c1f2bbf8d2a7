//! Some meet all the others.

/// All meetings of a round: each of the others has to do with every challenger
/// before the next one is called.
pub(super) fn meetings(players: usize, challengers: &[usize]) -> Vec<[usize; 2]> {
    let others = (0..players).filter(|player| !challengers.contains(player));
    others
        .flat_map(|other| challengers.iter().map(move |challenger| [*challenger, other]))
        .collect()
}
