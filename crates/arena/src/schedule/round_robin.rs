//! Everyone meets everyone.

/// All meetings of a round, ordered so that everyone has played about as often
/// as everyone else at any time: one player stays in place and the others walk
/// around a table.
pub(super) fn meetings(players: usize) -> Vec<[usize; 2]> {
    // With an odd number, whoever sits across the empty chair rests.
    let seats = players + players % 2;
    let mut meetings = Vec::new();
    for turn in 0..seats.saturating_sub(1) {
        let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + turn) % (seats - 1) };
        for seat in 0..seats / 2 {
            let [near, far] = [at(seat), at(seats - 1 - seat)];
            // Nobody is always the first to be black.
            let pair = if turn % 2 == 0 { [near, far] } else { [far, near] };
            if pair.iter().all(|player| *player < players) {
                meetings.push(pair);
            }
        }
    }
    meetings
}
