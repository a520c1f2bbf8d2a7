//! The points of players against each other.

/// The points of each player against each other player.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    players: usize,
    /// The points of the player of the row against the player of the column.
    points: Vec<f64>,
}

impl Results {
    /// No results yet.
    pub fn new(players: usize) -> Self {
        Self { players, points: vec![0.0; players * players] }
    }

    /// Counts a game of two different players, which gave the first of them
    /// this many half points: 2 for a win, 1 for a draw.
    pub fn add(&mut self, first: usize, second: usize, half_points: u32) {
        debug_assert!(first != second && half_points <= 2);
        let points = f64::from(half_points) / 2.0;
        self.points[first * self.players + second] += points;
        self.points[second * self.players + first] += 1.0 - points;
    }

    /// Counts drawn games of two different players that nobody played. They express that
    /// the two are probably about as strong; the more games, the more probably.
    pub fn add_draws(&mut self, first: usize, second: usize, games: f64) {
        debug_assert!(first != second && games >= 0.0);
        self.points[first * self.players + second] += games / 2.0;
        self.points[second * self.players + first] += games / 2.0;
    }

    /// The number of players.
    pub(super) const fn players(&self) -> usize {
        self.players
    }

    /// The points of `player` against `opponent`.
    pub(super) fn points(&self, player: usize, opponent: usize) -> f64 {
        self.points[player * self.players + opponent]
    }

    /// The results with additional drawn games of each player, spread over all others.
    pub(super) fn with_draws(&self, games: f64) -> Self {
        let others = self.players.saturating_sub(1).max(1);
        let each = games / others as f64 / 2.0;
        let mut results = self.clone();
        for first in 0..self.players {
            for second in (0..self.players).filter(|second| *second != first) {
                results.points[first * self.players + second] += each;
            }
        }
        results
    }
}
