use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::{any, prop_assert_eq, proptest};

use super::{Kind, Pairing, Rounds, Schedule};

fn schedule(kind: Kind, players: usize, rounds: u32) -> Schedule {
    Schedule { kind, players, rounds: Some(rounds), pairs: 1, seed: 9 }
}

fn all_rounds(schedule: &Schedule) -> Vec<Vec<Pairing>> {
    let mut rounds = schedule.rounds();
    std::iter::from_fn(|| rounds.next_round()).collect()
}

/// Two players in the order of their numbers.
fn unordered(players: [usize; 2]) -> [usize; 2] {
    let mut players = players;
    players.sort_unstable();
    players
}

#[test]
fn everyone_meets_everyone_once_a_round() {
    for players in 2..12 {
        let schedule = schedule(Kind::RoundRobin, players, 3);
        let rounds = all_rounds(&schedule);
        assert_eq!(rounds.len(), 3);
        for (number, round) in (0..).zip(&rounds) {
            assert!(round.iter().all(|pairing| pairing.round == number));
            let pairs: BTreeSet<_> = round.iter().map(|met| unordered(met.players)).collect();
            let expected: BTreeSet<_> = (0..players)
                .flat_map(|second| (0..second).map(move |first| [first, second]))
                .collect();
            assert_eq!((&pairs, round.len()), (&expected, expected.len()), "{players}");
        }
        let pairings: usize = rounds.iter().map(Vec::len).sum();
        assert_eq!(schedule.games(), Some(2 * pairings as u64));
    }
}

#[test]
fn at_any_time_all_have_played_about_as_often() {
    for players in [5, 8] {
        let mut played = vec![0_i32; players];
        for pairing in all_rounds(&schedule(Kind::RoundRobin, players, 1)).concat() {
            pairing.players.iter().for_each(|player| played[*player] += 1);
            let (most, least) = (played.iter().max().unwrap(), played.iter().min().unwrap());
            assert!(most - least <= 2, "{played:?}");
        }
    }
}

#[test]
fn ids_are_unique_and_games_change_colours() {
    let schedule = Schedule { pairs: 3, ..schedule(Kind::RoundRobin, 4, 2) };
    let pairings = all_rounds(&schedule).concat();
    let ids: BTreeSet<_> = pairings.iter().flat_map(|pairing| pairing.slots()).collect();
    assert_eq!(Some(ids.len() as u64), schedule.games());
    assert_eq!(ids.first().unwrap().to_string(), "1.1");
    assert_eq!(ids.last().unwrap().to_string(), "2/18.2");
    for pairing in pairings {
        let [first, second] = pairing.players;
        let sides = pairing.slots().map(|slot| pairing.sides(slot));
        assert_eq!(sides, [[first, second], [second, first]]);
    }
}

#[test]
fn all_meetings_of_a_round_begin_at_the_same_openings() {
    let schedule = Schedule { pairs: 2, ..schedule(Kind::RoundRobin, 4, 2) };
    let mut openings = BTreeMap::new();
    let mut seeds = BTreeSet::new();
    for pairing in all_rounds(&schedule).concat() {
        openings
            .entry(pairing.opening(2))
            .or_insert_with(BTreeSet::new)
            .insert(unordered(pairing.players));
        seeds.insert(pairing.seed(9));
    }
    // Two openings in each of two rounds, each played by all six pairs.
    assert_eq!(openings.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(openings.values().all(|met| met.len() == 6));
    assert_eq!(seeds.len(), 24);
}

#[test]
fn in_a_gauntlet_challengers_meet_the_others_only() {
    let kind = Kind::Gauntlet { challengers: vec![3, 1] };
    let schedule = schedule(kind, 5, 2);
    let rounds = all_rounds(&schedule);
    let met: Vec<_> = rounds[1].iter().map(|pairing| pairing.players).collect();
    assert_eq!(met, [[3, 0], [1, 0], [3, 2], [1, 2], [3, 4], [1, 4]]);
    assert_eq!(schedule.games(), Some(24));
}

/// Plays a round of a race in which `strength` decides every game.
fn play_round(rounds: &mut Rounds<'_>, strength: &[u32]) -> Option<Vec<[usize; 2]>> {
    let pairings = rounds.next_round()?;
    for pairing in &pairings {
        let [first, second] = pairing.players;
        let half_points = match strength[first].cmp(&strength[second]) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        for slot in pairing.slots() {
            let half_points = if slot.game == 0 { half_points } else { 2 - half_points };
            rounds.count(pairing.sides(slot), half_points);
        }
    }
    Some(pairings.into_iter().map(|pairing| pairing.players).collect())
}

#[test]
fn in_a_race_everyone_challenges_the_one_ranked_just_ahead() {
    let schedule = schedule(Kind::PointsRace { challengers: None }, 4, 40);
    let mut rounds = schedule.rounds();
    let mut order = rounds.ladder().order().to_vec();
    let mut number = 0;
    while let Some(met) = play_round(&mut rounds, &[3, 9, 1, 7]) {
        number += 1;
        let expected: Vec<_> = order.windows(2).map(|pair| [pair[1], pair[0]]).collect();
        assert_eq!(met, expected);
        let mut ladder = rounds.ladder().clone();
        ladder.rank();
        order = ladder.order().to_vec();
    }
    assert_eq!((number, order), (40, vec![1, 3, 0, 2]));
    assert_eq!(rounds.ladder().points().iter().sum::<i64>(), 0);
    // The strongest climbed to the top and won two games in most rounds.
    assert!(rounds.ladder().points()[1] > 300, "{:?}", rounds.ladder());
}

#[test]
fn a_win_is_worth_five_points_and_equal_points_change_no_order() {
    let schedule = schedule(Kind::PointsRace { challengers: None }, 3, 2);
    let mut rounds = schedule.rounds();
    let before = rounds.ladder().order().to_vec();
    rounds.count([0, 1], 2);
    rounds.count([1, 0], 2);
    rounds.count([1, 2], 1);
    assert_eq!(rounds.ladder().points(), [0, 0, 0]);
    rounds.next_round();
    assert_eq!(rounds.ladder().order(), before);
    rounds.count([0, 2], 0);
    assert_eq!(rounds.ladder().points(), [-5, 0, 5]);
    rounds.next_round();
    assert_eq!(rounds.ladder().order(), [2, 1, 0]);
}

#[test]
fn with_few_challengers_turns_go_round() {
    let players = 7;
    let schedule = schedule(Kind::PointsRace { challengers: Some(2) }, players, 70);
    assert_eq!(schedule.games(), None);
    let mut rounds = schedule.rounds();
    let mut challenges = vec![0; players];
    // All players are equal, so the order stays: the first is never a challenger.
    let leader = rounds.ladder().order()[0];
    while let Some(met) = play_round(&mut rounds, &[1; 7]) {
        assert!((1..=2).contains(&met.len()), "{met:?}");
        for players in &met {
            challenges[players[0]] += 1;
        }
    }
    assert_eq!(challenges[leader], 0);
    for (player, times) in challenges.iter().enumerate().filter(|(player, _)| *player != leader) {
        assert!((19..=21).contains(times), "{player}: {challenges:?}");
    }
}

#[test]
fn a_race_may_have_no_end_and_a_playto_is_one_pair() {
    let race = Schedule { rounds: None, ..schedule(Kind::PointsRace { challengers: None }, 2, 1) };
    assert_eq!(race.games(), None);
    let mut rounds = race.rounds();
    assert!((0..1000).all(|_| rounds.next_round().is_some()));
    let playto = schedule(Kind::Playto { players: [2, 0] }, 4, 1);
    let expected = Pairing { round: 0, number: 0, players: [2, 0] };
    assert_eq!(all_rounds(&playto), [[expected]]);
}

proptest! {
    #[test]
    fn the_same_results_give_the_same_pairings(
        seed in any::<u64>(), strength in any::<[u32; 6]>(), challengers in any::<Option<u8>>(),
    ) {
        let challengers = challengers.map(|number| u32::from(number % 7 + 1));
        let kind = Kind::PointsRace { challengers };
        let schedule = Schedule { seed, ..schedule(kind, 6, 12) };
        let play = || {
            let mut rounds = schedule.rounds();
            std::iter::from_fn(|| play_round(&mut rounds, &strength)).collect::<Vec<_>>()
        };
        prop_assert_eq!(play(), play());
    }
}
