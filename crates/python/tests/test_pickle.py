"""Objects survive pickling, deep copies and worker processes."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from outflank import Analysis, Board, Candidate, Engine, Game, Limit, Rule, formats
from outflank.formats import Problem, Record
from outflank.vec import VecEnv

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
GGF = "(;GM[Othello]PC[GGS/os]DT[2003]PB[Ann]PW[Bob]RB[1500.5]RW[1400]TI[05:00]TY[8]RE[?]BO[8 " \
    "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5/1.5/2.25]" \
    "W[d6//3];)"


def objects():
    engine = Engine(threads=1, hash_mb=1)
    found = engine.analyse(Board().play("f5"), Limit(depth=6))
    return [
        Rule.REVERSED,
        Board().play("f5"),
        Game(rules="reversed", moves=["f5", "d6"]),
        Limit(time=1.5, depth=3),
        found,
        found.candidates[0],
        Candidate("d3", -4, "upper", 7),
        Analysis(Board(), "reversed", "d3", 2, candidates=[Candidate("d3", 2)]),
        Record(Game(moves=["f5"]), black="Ann", comment="a remark"),
        next(formats.read(GGF)),
        Problem(Board(), "reversed", {"d3": 4, "f5": -2}),
        Problem(Board(), score=6),
    ]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_values_survive_every_protocol(protocol):
    for value in objects():
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value, value
        assert type(again) is type(value)


def test_values_can_be_copied_deeply():
    for value in objects():
        assert copy.deepcopy(value) == value, value
        assert copy.copy(value) == value, value


def test_a_pickled_analysis_keeps_every_field():
    found = Engine(threads=1, hash_mb=1).analyse(Board(), Limit(depth=6))
    again = pickle.loads(pickle.dumps(found))
    for field in ("rules", "board", "best", "score", "exact", "depth", "selectivity", "nodes",
                  "time", "nps", "pv", "candidates"):  # fmt: skip
        assert getattr(again, field) == getattr(found, field), field
    assert hash(again) == hash(found)


def test_a_pickled_record_keeps_every_field():
    record = next(formats.read(GGF))
    again = pickle.loads(pickle.dumps(record))
    assert again.scores == record.scores == [1.5, None]
    assert again.times == record.times == [2.25, 3.0]
    assert again.ratings == (1500.5, 1400.0)
    assert again.clock == record.clock is not None


def test_wrong_fields_are_named():
    with pytest.raises(ValueError, match="bound is 'about'"):
        Candidate("d3", 0, "about")
    with pytest.raises(ValueError, match="selectivity is 50, expected one of 73"):
        Analysis(Board(), selectivity=50)
    with pytest.raises(ValueError, match="score of d3 is 3, expected an even number"):
        Problem(Board(), moves={"d3": 3})


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_copied_engine_has_the_same_settings(protocol):
    engine = Engine("reversed", threads=1, hash_mb=2)
    for again in (pickle.loads(pickle.dumps(engine, protocol)), copy.deepcopy(engine)):
        assert (again.rules, again.threads, again.hash_mb) == (Rule.REVERSED, 1, 2)
        limit = Limit(depth=4)
        assert again.analyse(Board(), limit).nodes == Engine(
            "reversed", threads=1, hash_mb=2
        ).analyse(Board(), limit).nodes


def played(env, steps):
    return [env.step(env.random_actions()) for _ in range(steps)]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("auto_reset", [True, False])
def test_a_copied_environment_plays_on_alike(protocol, auto_reset):
    env = VecEnv(7, rules="reversed", seed=3, auto_reset=auto_reset, dtype=np.float32)
    played(env, 58)
    copies = [pickle.loads(pickle.dumps(env, protocol)), copy.deepcopy(env)]
    expected = played(env, 10)
    assert any(step.infos["length"].any() for step in expected)
    for again in copies:
        for step, other in zip(expected, played(again, 10), strict=True):
            assert np.array_equal(step.observations, other.observations)
            assert step.observations.dtype == other.observations.dtype
            assert np.array_equal(step.rewards, other.rewards)
            assert np.array_equal(step.dones, other.dones)
            assert np.array_equal(step.infos["length"], other.infos["length"])
        assert again.action_mask().shape == (7, 65)
    assert np.array_equal(copies[0].playout(3), copies[1].playout(3))


def test_a_copied_environment_is_its_own():
    env = VecEnv(2, seed=1, copy=False)
    again = copy.deepcopy(env)
    before = env.observations().copy()
    again.step(again.random_actions())
    assert np.array_equal(env.observations(), before)


def analyse(work):
    board, limit = work
    return Engine(threads=1, hash_mb=1).analyse(board, limit)


def count_empties(item):
    return item.board.empties


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_work_goes_to_processes_and_back(method):
    boards = [Board().play(move) for move in Board().legal_moves()]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(analyse, [(board, Limit(depth=3)) for board in boards])
        empties = pool.map(count_empties, [Record(Game()), Problem(boards[0])])
    assert [analysis.board for analysis in found] == boards
    assert empties == [60, 59]
