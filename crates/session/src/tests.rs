use outflank_core::{Color, Game, Move, Position, Rule, Square};
use outflank_engine::{Bound, Engine, Limits, Options, Stop, Thinking};
use outflank_formats::{Ending, Note, Record};

use crate::{Controller, GameClock, Hint, HintScope, Session, SessionError};

const PERSON_BLACK: [Controller; 2] = [Controller::Person, Controller::Program];
const TWO_PEOPLE: [Controller; 2] = [Controller::Person; 2];

fn session(sides: [Controller; 2], clock: Option<GameClock>) -> Session {
    Session::new(Rule::Reversi, Position::START, sides, clock, 1_000)
}

fn place(session: &mut Session, square: Square, now: i64) {
    session.play(Move::Place(square), None, now).unwrap();
}

/// White has no move after black has played c1, and black has one more at c3.
fn before_a_pass() -> Position {
    format!("XO------{}XO------{} X", "-".repeat(8), "-".repeat(40)).parse().unwrap()
}

#[test]
fn a_move_costs_its_time_and_gains_the_increment() {
    let mut session = session(TWO_PEOPLE, Some(GameClock::new(60, 2)));
    place(&mut session, Square::F5, 11_000);
    assert_eq!(session.time_left(Color::Black, 11_000), Some(52_000));
    assert_eq!(session.time_left(Color::White, 15_000), Some(56_000));
    assert_eq!(session.deadline(), Some(71_000));
    assert_eq!(session.record().notes()[0].time.unwrap().as_millis(), 10_000);
}

#[test]
fn a_side_without_time_loses_at_its_deadline_and_not_before() {
    let mut session = session(TWO_PEOPLE, Some(GameClock::new(5, 0)));
    assert!(!session.expire(5_999));
    assert!(session.expire(6_000));
    let result = session.result().unwrap();
    assert_eq!((result.winner, result.ending), (Some(Color::White), Ending::TimedOut));
    assert_eq!(session.take_back(6_001), Err(SessionError::TimeIsOver));
    assert_eq!(session.play(Move::Place(Square::F5), None, 6_001), Err(SessionError::Over));
}

#[test]
fn a_game_without_a_clock_never_expires() {
    let mut session = session(TWO_PEOPLE, None);
    assert!(!session.expire(i64::MAX));
    assert_eq!(session.deadline(), None);
}

#[test]
fn a_take_back_returns_to_the_last_choice_of_the_person() {
    let mut session = session(PERSON_BLACK, None);
    place(&mut session, Square::F5, 2_000);
    assert!(session.is_programs_turn());
    place(&mut session, Square::D6, 3_000);
    place(&mut session, Square::C3, 4_000);
    session.take_back(5_000).unwrap();
    assert_eq!(session.game().moves().len(), 2);
    session.take_back(6_000).unwrap();
    assert_eq!(session.game().moves().len(), 0);
    assert_eq!(session.take_back(7_000), Err(SessionError::NothingToTakeBack));
}

#[test]
fn the_clock_runs_on_through_a_take_back() {
    let mut session = session(PERSON_BLACK, Some(GameClock::new(60, 0)));
    place(&mut session, Square::F5, 6_000);
    place(&mut session, Square::D6, 7_000);
    session.take_back(17_000).unwrap();
    assert_eq!(session.time_left(Color::Black, 17_000), Some(45_000));
}

#[test]
fn given_moves_are_not_taken_back_but_those_of_a_saved_game_are() {
    let mut game = Game::new();
    game.play(Move::Place(Square::F5)).unwrap();
    let record = Record::of_game(Rule::Reversi, game);
    let mut begun = Session::begin(record.clone(), TWO_PEOPLE, None, 0);
    assert_eq!(begun.take_back(1), Err(SessionError::NothingToTakeBack));
    let mut restored = Session::restore(record.clone(), TWO_PEOPLE, None, 0, 3);
    assert_eq!(restored.revision(), 3);
    assert_eq!(restored.take_back(1), Err(SessionError::NothingToTakeBack));
    let mut resumed = Session::resume(record, TWO_PEOPLE, 0);
    assert_eq!(resumed.take_back(1), Ok(()));
}

#[test]
fn a_forced_pass_is_played_and_a_game_that_is_over_has_its_result() {
    let mut session = Session::new(Rule::Reversed, before_a_pass(), TWO_PEOPLE, None, 0);
    place(&mut session, Square::C1, 10);
    assert_eq!(session.game().moves(), [Move::Place(Square::C1), Move::Pass]);
    assert_eq!(session.record().notes()[1], Note::default());
    assert_eq!((session.to_move(), session.result()), (Some(Color::Black), None));
    place(&mut session, Square::C3, 20);
    let result = session.result().unwrap();
    assert_eq!((result.winner, result.margin), (Some(Color::White), Some(64.0)));
}

#[test]
fn the_person_resigns_even_when_the_program_is_to_move() {
    let mut session = session(PERSON_BLACK, None);
    place(&mut session, Square::F5, 2_000);
    session.resign(3_000).unwrap();
    let result = session.result().unwrap();
    assert_eq!((result.winner, result.ending), (Some(Color::White), Ending::Resigned));
    assert_eq!(session.resign(4_000), Err(SessionError::Over));
    assert_eq!(session.take_back(5_000), Ok(()));
    assert_eq!(session.to_move(), Some(Color::Black));
}

#[test]
fn of_two_people_the_side_to_move_resigns() {
    let mut session = session(TWO_PEOPLE, None);
    place(&mut session, Square::F5, 2_000);
    session.resign(3_000).unwrap();
    assert_eq!(session.result().unwrap().winner, Some(Color::Black));
}

#[test]
fn every_change_is_counted_and_a_refusal_is_not() {
    let mut session = session(TWO_PEOPLE, None);
    let before = session.revision();
    assert!(session.play(Move::Place(Square::A1), None, 2_000).is_err());
    assert_eq!(session.revision(), before);
    place(&mut session, Square::F5, 2_000);
    assert_eq!(session.revision(), before + 1);
    assert_eq!(session.turn_began(), 2_000);
}

#[test]
fn a_hint_scores_every_move_under_the_rules_of_the_game() {
    for rule in Rule::BOTH {
        let session = Session::new(rule, before_a_pass(), TWO_PEOPLE, None, 0);
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
        let hint = session.hint(HintScope::EveryMove).unwrap().run(&mut engine);
        let Hint { best, analysis } = hint;
        assert_eq!((analysis.rule, analysis.board), (rule, before_a_pass().board()));
        assert_eq!((analysis.candidates[0].played, analysis.exact), (best, true));
        assert!(analysis.candidates.iter().all(|candidate| candidate.bound == Bound::Exact));
    }
}

#[test]
fn a_hint_has_the_limits_of_a_review_and_repeats() {
    let session = session(PERSON_BLACK, None);
    let mut engine = Engine::new(Options { threads: 2, hash_mib: 1 });
    for scope in [HintScope::BestMove, HintScope::EveryMove] {
        let search = session.hint(scope).unwrap();
        let limits = search.limits();
        assert_eq!((limits.time, limits.nodes), (None, Thinking::REVIEW.nodes));
        let mut hint = || search.run(&mut engine).analysis;
        let (one, other) = (hint(), hint());
        assert_eq!((one.candidates, one.nodes), (other.candidates, other.nodes));
    }
}

#[test]
fn a_hint_of_a_stopped_search_is_a_legal_move_and_a_game_that_is_over_has_no_hint() {
    let mut session = session(TWO_PEOPLE, None);
    let search = session.hint(HintScope::BestMove).unwrap();
    let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
    let stop = Stop::default();
    stop.ask();
    let limits = Limits { stop, ..search.limits() };
    let hint = Hint::of(engine.search(search.rule(), search.board(), &limits, &mut |_| {}));
    place(&mut session, hint.best.square().unwrap(), 2_000);
    session.resign(3_000).unwrap();
    assert_eq!(session.hint(HintScope::BestMove), Err(SessionError::Over));
}
