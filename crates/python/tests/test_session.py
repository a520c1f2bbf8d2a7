"""Games as people play them."""

import threading
import time

import pytest

import outflank
from outflank import BLACK, WHITE, Board, Engine, Limit, Session, formats


class Timer:
    """A clock that a test sets."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture(scope="module")
def engine():
    return Engine("reversi", threads=1, hash_mb=1)


def before_a_pass():
    """White has no move after c1, and black has one more at c3."""
    return Board("XO------" + "-" * 8 + "XO------" + "-" * 40 + " X")


def test_a_move_costs_its_time_and_gains_the_increment():
    timer = Timer()
    session = Session(seconds=60, increment=2, timer=timer)
    timer.seconds = 10.0
    session.play("f5")
    assert session.time_left == (52.0, 60.0)
    timer.seconds = 14.0
    assert session.time_left == (52.0, 56.0)
    assert session.record.times == [10.0]


def test_a_side_without_time_has_lost():
    timer = Timer()
    session = Session(seconds=5, timer=timer)
    timer.seconds = 4.9
    assert not session.is_over
    timer.seconds = 5.0
    assert session.is_over
    assert (session.winner, session.margin, session.to_move) == (WHITE, None, None)
    assert session.ending == "timed out"
    assert session.legal_moves() == []
    for request in (session.take_back, session.resign, lambda: session.play("f5")):
        with pytest.raises(ValueError, match="over"):
            request()


def test_a_take_back_returns_to_the_last_choice_of_the_person(engine):
    session = Session(person="black")
    assert not session.is_programs_turn
    session.play("f5")
    assert session.is_programs_turn
    session.reply(engine, level=1, seed=1)
    session.play(session.legal_moves()[0])
    session.take_back()
    assert len(session) == 2
    session.take_back()
    assert session.moves == []
    with pytest.raises(ValueError, match="nothing to take back"):
        session.take_back()


def test_the_person_resigns_even_when_the_program_is_to_move():
    session = Session(person="black")
    session.play("f5")
    session.resign()
    assert (session.winner, session.ending) == (WHITE, "resigned")
    with pytest.raises(ValueError, match="the game is over"):
        session.resign()
    session.take_back()
    assert session.to_move == BLACK


def test_forced_passes_are_made_and_the_board_gives_the_result(tmp_path):
    session = Session(before_a_pass(), "reversed")
    session.play("c1")
    assert session.moves == ["c1", "pass"]
    session.play("c3")
    assert (session.winner, session.margin, session.ending) == (WHITE, 64.0, "finished")
    formats.write(tmp_path / "game.jsonl", session.record)
    (record,) = formats.read(tmp_path / "game.jsonl")
    assert (record.moves, record.winner) == (session.moves, WHITE)


def test_a_hint_scores_every_move(engine):
    session = Session()
    hint = session.hint(engine, Limit(depth=4))
    assert sorted(one.move for one in hint.candidates) == sorted(session.legal_moves())
    assert all(one.bound == "exact" for one in hint.candidates)
    assert hint.best == hint.candidates[-1].move
    session.resign()
    with pytest.raises(ValueError, match="the game is over"):
        session.hint(engine)


def test_an_engine_of_the_other_game_is_refused(engine):
    session = Session(rules="reversed")
    for request in (session.hint, session.reply):
        with pytest.raises(ValueError, match="the engine plays reversi, but the game is reversed"):
            request(engine)


def test_an_engine_keeps_to_its_share_of_the_clock(engine):
    session = Session(seconds=1)
    session.reply(engine)
    black, white = session.time_left
    assert 0.0 < black <= 1.0
    assert white <= 1.0


def test_a_change_during_the_search_of_a_reply_is_an_error(engine):
    begun = threading.Event()
    calls = []
    messages = []

    def timer():
        # The constructor makes the first call, the reply the second.
        calls.append(None)
        if len(calls) == 2:
            begun.set()
        return 0.0

    session = Session(timer=timer)

    def reply():
        try:
            session.reply(engine, level=1)
        except ValueError as error:
            messages.append(str(error))

    thread = threading.Thread(target=reply)
    # The reply has to wait until this search ends.
    with engine.analysis(Board()) as searching:
        next(searching)
        thread.start()
        assert begun.wait(60)
        while len(session) == 0:
            try:
                session.play("f5")
            except RuntimeError:
                # The reply still reads the session.
                time.sleep(0.001)
    thread.join()
    assert messages == ["the game has changed during the search"]


def test_wrong_arguments_are_named():
    with pytest.raises(ValueError, match="'red' is not a color: expected black, white or both"):
        Session(person="red")
    with pytest.raises(ValueError, match="seconds is 0, expected 1 to 86400"):
        Session(seconds=0)
    with pytest.raises(ValueError, match="an increment needs seconds"):
        Session(increment=1)
    with pytest.raises(ValueError, match="the time is NaN"):
        Session(timer=lambda: float("nan"))
    with pytest.raises(ValueError, match="the score is NaN"):
        Session().play("f5", score=float("nan"))
    with pytest.raises(ValueError, match="a1 turns no disc"):
        Session().play("a1")


def test_it_shows_itself():
    session = outflank.Session(person="white")
    assert repr(session) == "<Session of reversi: person plays white, 0 moves>"
    assert str(session).startswith("  a b c d e f g h")
    assert session._repr_svg_().startswith("<svg")
