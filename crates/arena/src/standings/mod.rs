//! The standings of a tournament.

mod result_count;
mod row;

use crate::{Ladder, Ratings, Results, TournamentGame};

pub use result_count::ResultCount;
pub use row::Standing;

/// The standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players, the leader first.
    pub rows: Vec<Standing>,
    /// The results of the player of the row against the player of the column, by
    /// their numbers.
    cross: Vec<ResultCount>,
}

/// The order of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// By points, as on the course platform, then by ratings.
    Points,
    /// By ratings, for tournaments in which players have different opponents.
    Rating,
}

impl Standings {
    /// The standings after some games of this many players.
    pub fn of(players: usize, games: &[TournamentGame], ranking: Ranking) -> Self {
        let mut results = Results::new(players);
        let mut ladder = Ladder::new(players, 0);
        let mut rows: Vec<_> = (0..players).map(Standing::new).collect();
        let mut cross = vec![ResultCount::default(); players * players];
        for game in games {
            results.add(game.sides[0], game.sides[1], game.half_points());
            ladder.count(game.sides, game.half_points());
            for color in outflank_core::Color::BOTH {
                let [own, other] = [color, !color].map(|color| game.sides[color as usize]);
                rows[own].count(game, color);
                cross[own * players + other].count(game.score_of(color));
            }
        }
        let ratings = Ratings::of(&results);
        for row in &mut rows {
            row.points = ladder.points()[row.player];
            row.rating = ratings.elo(row.player);
            row.rating_error = ratings.error(row.player);
        }
        let by_rating = |one: &Standing, other: &Standing| other.rating.0.total_cmp(&one.rating.0);
        rows.sort_by(|one, other| match ranking {
            Ranking::Points => other.points.cmp(&one.points).then(by_rating(one, other)),
            Ranking::Rating => by_rating(one, other),
        });
        let order: Vec<_> = rows.iter().map(|row| row.player).collect();
        for (row, next) in rows.iter_mut().zip(order.iter().skip(1)) {
            row.superiority = Some(ratings.los(row.player, *next));
        }
        Self { rows, cross }
    }

    /// The results of a player against another, by their numbers.
    pub fn between(&self, player: usize, opponent: usize) -> ResultCount {
        self.cross[player * self.rows.len() + opponent]
    }
}

/// The points of every player after each round, in the order of rounds.
pub fn points_by_round(players: usize, games: &[TournamentGame]) -> Vec<Vec<i64>> {
    let mut ladder = Ladder::new(players, 0);
    let mut rounds: Vec<Vec<i64>> = Vec::new();
    for game in games {
        ladder.count(game.sides, game.half_points());
        let round = game.slot.round as usize;
        rounds.truncate(round);
        rounds.resize(round + 1, ladder.points().to_vec());
    }
    rounds
}

#[cfg(test)]
mod tests;
