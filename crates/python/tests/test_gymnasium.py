"""The vector environment for Gymnasium."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

from outflank import Board
from outflank.gymnasium import VectorEnv
from outflank.vec import VecEnv


def test_spaces_are_those_of_gymnasium():
    env = VectorEnv(3, rules="reversed")
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.num_envs == 3
    assert env.single_action_space == spaces.Discrete(65)
    assert env.action_space == spaces.MultiDiscrete([65, 65, 65])
    assert env.single_observation_space.shape == (2, 8, 8)
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert infos["action_mask"].shape == (3, 65)
    mode = env.metadata["autoreset_mode"]
    assert mode == gymnasium.vector.AutoresetMode.SAME_STEP


def test_games_are_those_of_the_fast_environment():
    env, fast = VectorEnv(5), VecEnv(5, auto_reset=True, seed=7)
    observations, infos = env.reset(seed=7)
    ended = 0
    for _ in range(140):
        actions = fast.random_actions()
        assert infos["action_mask"][np.arange(5), actions].all()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        step = fast.step(actions)
        assert np.array_equal(observations, step.observations)
        assert np.array_equal(rewards, step.rewards)
        assert np.array_equal(terminations, step.dones)
        assert not truncations.any()
        assert rewards.dtype == np.float64 and terminations.dtype == np.bool_
        assert env.observation_space.contains(observations)
        assert np.array_equal(infos["to_play"], fast.to_play)
        if terminations.any():
            ended += int(terminations.sum())
            assert np.array_equal(infos["_final_obs"], terminations)
            assert np.array_equal(infos["score"], step.infos["score"])
            assert np.array_equal(infos["length"], step.infos["length"])
            for game in np.flatnonzero(terminations):
                discs = infos["final_obs"][game].sum()
                assert discs > 4 and observations[game].sum() == 4
        else:
            assert "final_obs" not in infos
    assert ended >= 5


def test_seeds_repeat():
    first, second = VectorEnv(2), VectorEnv(2)
    first.reset(seed=3)
    second.reset(seed=3)
    assert np.array_equal(first.action_space.sample(), second.action_space.sample())
    assert np.array_equal(first.random_actions(), second.random_actions())


def test_games_may_start_at_boards_and_be_reset_one_by_one():
    env = VectorEnv(2)
    boards = [Board().play("f5"), Board()]
    _, infos = env.reset(options={"boards": boards})
    assert [env.board(0), env.board(1)] == boards
    assert infos["to_play"].tolist() == [1, -1]
    env.step(np.array([Board().play("f5").legal_actions()[0], 19]))
    env.reset(options={"reset_mask": np.array([True, False])})
    assert env.board(0) == Board() and env.board(1) == Board().play(19)
    with pytest.raises(ValueError, match="there is no option 'board': expected boards"):
        env.reset(options={"board": 1})
    with pytest.raises(ValueError, match="1 boards for 2 games"):
        env.reset(options={"boards": boards[:1]})


def test_illegal_actions_are_refused():
    env = VectorEnv(2)
    env.reset()
    with pytest.raises(ValueError, match="game 1 cannot play a1"):
        env.step(np.array([19, 0]))
    assert env.board(0) == Board()


def test_wrappers_of_gymnasium_work():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorEnv(3))
    env.reset(seed=1)
    episodes = 0
    for _ in range(130):
        *_, infos = env.step(env.unwrapped.random_actions())
        episodes += int(infos["_episode"].sum()) if "_episode" in infos else 0
    assert episodes >= 3


def test_boards_are_rendered():
    env = VectorEnv(2, render_mode="ansi")
    env.reset()
    assert env.render() == (f"{Board():grid}",) * 2
    assert VectorEnv(1).render() is None
    with pytest.raises(ValueError, match="render_mode is 'human'"):
        VectorEnv(1, render_mode="human")


def test_environments_can_be_copied():
    env = VectorEnv(2)
    env.reset(seed=5)
    env.step(env.random_actions())
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(again.random_actions(), copy.deepcopy(env).random_actions())
