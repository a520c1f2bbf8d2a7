"""The PettingZoo environment, by PettingZoo's own tests and ours."""

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from outflank import Board  # noqa: E402
from outflank import pettingzoo as ours  # noqa: E402

RULES = ["reversi", "reversed"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rules", RULES)
def test_pettingzoo_is_content(rules):
    api_test(ours.env(rules=rules), num_cycles=500, verbose_progress=False)
    api_test(ours.raw_env(rules=rules), num_cycles=500, verbose_progress=False)


@pytest.mark.filterwarnings("ignore")
def test_seeds_do_what_pettingzoo_expects():
    seed_test(ours.env, num_cycles=100)


@pytest.mark.filterwarnings("ignore")
def test_every_render_mode_gives_what_pettingzoo_expects(capsys):
    render_test(lambda render_mode: ours.env(render_mode=render_mode))
    capsys.readouterr()


def play_out(env, seed):
    """A random game: the rewards of both and the boards."""
    rng = np.random.default_rng(seed)
    env.reset()
    rewards = {"black": 0, "white": 0}
    boards = [env.unwrapped.board]
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        board = boards[-1]
        legal = np.flatnonzero(observation["action_mask"])
        assert agent == ("black" if board.turn < 0 else "white")
        assert legal.tolist() == ([64] if board.must_pass else board.legal_actions())
        array = board.to_array()
        assert (observation["observation"][:, :, 0] == (array == board.turn)).all()
        assert (observation["observation"][:, :, 1] == (array == -board.turn)).all()
        env.step(int(rng.choice(legal)))
        boards.append(env.unwrapped.board)
    return rewards, boards


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("make", [ours.env, ours.raw_env])
def test_the_winner_by_the_rules_is_rewarded(rules, make):
    results = set()
    for seed in range(12):
        rewards, boards = play_out(make(rules=rules), seed)
        black, white = boards[-1].count()
        ahead = int(np.sign(black - white)) * (1 if rules == "reversi" else -1)
        assert rewards == {"black": ahead, "white": -ahead}
        results.add(ahead)
        assert boards[-1].is_over
    assert {1, -1} <= results


def test_who_waits_has_no_action_and_sees_the_same_board():
    env = ours.raw_env()
    env.reset()
    black, white = env.observe("black"), env.observe("white")
    assert black["action_mask"].sum() == 4 and white["action_mask"].sum() == 0
    assert (black["observation"][:, :, ::-1] == white["observation"]).all()


def test_an_illegal_action_loses(capsys):
    env = ours.env()
    env.reset()
    env.step(0)
    assert env.terminations == {"black": True, "white": True}
    assert env.rewards["black"] == -1
    capsys.readouterr()
    raw = ours.raw_env()
    raw.reset()
    with pytest.raises(ValueError, match="a1"):
        raw.step(0)
    with pytest.raises(ValueError, match="black is to move, but its action is None"):
        raw.step(None)
    assert raw.board == Board() and raw.agent_selection == "black"


def test_a_game_may_begin_anywhere():
    board = Board("XO-XXXXX" + "X" * 56 + " O")
    env = ours.env()
    env.reset(options={"board": board})
    observation, *_ = env.last()
    assert env.agent_selection == "white"
    assert np.flatnonzero(observation["action_mask"]).tolist() == [64]


def test_pictures_show_the_discs():
    env = ours.env(render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape[2] == 3
    cell = picture.shape[0] // 8
    middle = cell // 2
    brightness = picture[middle::cell, middle::cell].sum(axis=2)
    assert brightness[3, 4] < 100 and brightness[4, 3] < 100
    assert brightness[3, 3] > 700 and brightness[4, 4] > 700
    text = ours.env(render_mode="ansi")
    text.reset()
    assert text.render().splitlines()[4] == "4 - - - O X - - -"
    with pytest.raises(ValueError, match="render_mode is 'film'"):
        ours.env(render_mode="film")
