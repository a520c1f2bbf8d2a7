//! Round robins.

/// All meetings of a round by the circle method, so that at any time all players
/// have played about the same number of games.
pub(super) fn meetings(players: usize) -> Vec<[usize; 2]> {
    // With an odd number of players, one rests in each turn.
    let seats = players + players % 2;
    let mut meetings = Vec::new();
    for turn in 0..seats.saturating_sub(1) {
        let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + turn) % (seats - 1) };
        for seat in 0..seats / 2 {
            let [near, far] = [at(seat), at(seats - 1 - seat)];
            // The first game as black alternates.
            let pair = if turn % 2 == 0 { [near, far] } else { [far, near] };
            if pair.iter().all(|player| *player < players) {
                meetings.push(pair);
            }
        }
    }
    meetings
}
