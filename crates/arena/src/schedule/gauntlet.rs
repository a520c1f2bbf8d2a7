//! Gauntlets.

/// All meetings of a round: every opponent meets all challengers before the next
/// opponent does.
pub(super) fn meetings(players: usize, challengers: &[usize]) -> Vec<[usize; 2]> {
    let others = (0..players).filter(|player| !challengers.contains(player));
    others
        .flat_map(|other| challengers.iter().map(move |challenger| [*challenger, other]))
        .collect()
}
