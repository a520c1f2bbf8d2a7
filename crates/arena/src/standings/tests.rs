use std::time::Duration;

use outflank_core::{Color, Score};

use super::{Ranking, Standings, points_by_round};
use crate::{Fault, FaultKind, GameEnding, Slot, TimeUse, TournamentGame};

/// A game of round and pair in which black's score was this.
fn game(place: [u32; 3], sides: [usize; 2], discs: i32) -> TournamentGame {
    let [round, pair, game] = place;
    let time = |milliseconds: u64, late| TimeUse {
        moves: 30,
        total: Duration::from_millis(30 * milliseconds),
        longest: Duration::from_millis(2 * milliseconds),
        late,
    };
    TournamentGame {
        slot: Slot { round, pair, game },
        sides,
        score: Score::new(discs).unwrap(),
        ending: GameEnding::PlayedOut,
        plies: 60,
        time: [time(10, 0), time(20, 1)],
    }
}

fn games() -> Vec<TournamentGame> {
    let mut games = vec![
        game([0, 0, 0], [0, 1], 10),
        game([0, 0, 1], [1, 0], -4),
        game([0, 1, 0], [1, 2], 0),
        game([0, 1, 1], [2, 1], -64),
        game([1, 0, 0], [2, 0], 2),
    ];
    let fault = Fault::new(FaultKind::Crash, "its process ended with code 1");
    games[3].ending = GameEnding::Fault { color: Color::Black, fault };
    games
}

#[test]
fn games_are_counted_for_both_players() {
    let standings = Standings::of(3, &games(), Ranking::Points);
    let of = |player| standings.rows.iter().find(|row| row.player == player).unwrap();
    let counts = [0, 1, 2].map(|player| {
        let record = of(player).record;
        (record.wins, record.draws, record.losses, record.discs, of(player).points)
    });
    assert_eq!(counts, [(2, 0, 1, 12, 5), (1, 1, 2, 50, -5), (1, 1, 1, -62, 0)]);
    assert_eq!(standings.rows.iter().map(|row| row.player).collect::<Vec<_>>(), [0, 2, 1]);
    assert_eq!(of(2).faults.get(&FaultKind::Crash), Some(&1));
    assert!(of(0).faults.is_empty() && of(1).faults.is_empty());
    // Black once and white once, then white: 10, 20 and 20 ms a move.
    assert_eq!(of(0).mean_time(), Some(Duration::from_micros(16_666) + Duration::from_nanos(666)));
    assert_eq!((of(0).time.longest, of(0).time.late), (Duration::from_millis(40), 2));
    assert_eq!(of(0).record.score(), Some(2.0 / 3.0));
    assert_eq!(of(0).record.mean_discs(), Some(4.0));
}

#[test]
fn the_cross_table_is_seen_from_both_sides() {
    let standings = Standings::of(3, &games(), Ranking::Points);
    for player in 0..3 {
        for opponent in 0..3 {
            let (own, other) =
                (standings.between(player, opponent), standings.between(opponent, player));
            assert_eq!((own.wins, own.draws, own.discs), (other.losses, other.draws, -other.discs));
        }
        assert_eq!(standings.between(player, player).games(), 0);
    }
    assert_eq!(standings.between(0, 1).wins, 2);
}

#[test]
fn ratings_are_centred_and_neighbours_compared() {
    let standings = Standings::of(3, &games(), Ranking::Rating);
    let ratings: Vec<_> = standings.rows.iter().map(|row| row.rating.0).collect();
    assert!(ratings.is_sorted_by(|one, other| one >= other), "{ratings:?}");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6);
    let superiority: Vec<_> = standings.rows.iter().map(|row| row.superiority).collect();
    assert!(superiority[..2].iter().all(|chance| chance.is_some_and(|p| (0.5..1.0).contains(&p))));
    assert_eq!(superiority[2], None);
}

#[test]
fn players_without_games_are_listed() {
    let standings = Standings::of(2, &[], Ranking::Points);
    assert_eq!(standings.rows.len(), 2);
    for row in &standings.rows {
        assert_eq!((row.record.score(), row.mean_time(), row.points), (None, None, 0));
        assert!(row.rating_error.is_finite());
    }
}

#[test]
fn points_grow_round_by_round() {
    assert_eq!(points_by_round(3, &games()), [[10, -5, -5], [5, -5, 0]]);
    assert_eq!(points_by_round(3, &[]), Vec::<Vec<i64>>::new());
}
