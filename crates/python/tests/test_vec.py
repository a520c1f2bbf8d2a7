"""Many games at once."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from outflank import PASS, Board, Rule
from outflank.vec import VecEnv, playouts


def seen(env, game):
    """What a game should look like, by its own board."""
    board = env.board(game)
    array = board.to_array()
    planes = np.stack([array == board.turn, array == -board.turn])
    mask = np.zeros(65, bool)
    mask[:64] = board.legal_mask().reshape(-1)
    mask[PASS] = board.must_pass
    return board, planes, mask


@pytest.mark.parametrize("rules", ["reversi", "reversed"])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_games_of_a_batch_are_games(rules, dtype):
    env = VecEnv(5, rules=rules, seed=3, auto_reset=False, dtype=dtype)
    observations = env.reset()
    assert observations.shape == (5, 2, 8, 8) and observations.dtype == dtype
    boards = [env.board(game) for game in range(5)]
    for _ in range(80):
        before = env.dones
        actions = env.random_actions()
        movers = env.to_play
        observations, rewards, dones, infos = env.step(actions)
        masks = env.action_mask()
        for game in range(5):
            if before[game]:
                assert actions[game] == PASS and dones[game]
                assert rewards[game] == 0 and infos["length"][game] == 0
                continue
            boards[game] = boards[game].play(int(actions[game]))
            board, planes, mask = seen(env, game)
            assert board == boards[game]
            assert (observations[game] == planes).all()
            assert (masks[game] == mask).all()
            assert movers[game] == -env.to_play[game]
            assert dones[game] == board.is_over
            if board.is_over:
                score = board.score(rules)
                assert rewards[game] == -np.sign(score)
                assert infos["score"][game] == -board.turn * score
                assert infos["length"][game] >= 9
            else:
                assert rewards[game] == 0 and infos["score"][game] == 0
    assert env.dones.all()


def test_finished_games_begin_anew():
    env = VecEnv(64, seed=1)
    ended = 0
    start = env.reset()[0]
    for _ in range(130):
        observations, rewards, dones, infos = env.step(env.random_actions())
        assert (infos["length"] > 0).tolist() == dones.tolist()
        assert (observations[dones] == start).all()
        assert (env.to_play[dones] == -1).all()
        ended += dones.sum()
    assert 128 <= ended <= 2 * 64 + 20
    assert not env.dones.any()


def test_only_the_games_asked_for_are_reset():
    env = VecEnv(3, seed=2)
    env.step(env.random_actions())
    env.reset(np.array([True, False, True]))
    assert [env.board(game) == Board() for game in range(3)] == [True, False, True]
    with pytest.raises(ValueError, match=r"shape \(2,\), expected bool and \(3,\)"):
        env.reset(np.array([True, False]))
    with pytest.raises(ValueError, match="dtype int64"):
        env.reset(np.array([1, 0, 1]))


def test_a_seed_gives_the_same_games_again_and_games_their_own():
    def actions(n, seed):
        env = VecEnv(n, seed=seed)
        drawn = []
        for _ in range(40):
            drawn.append(env.random_actions())
            env.step(drawn[-1])
        return np.array(drawn)

    few, many = actions(4, 7), actions(9, 7)
    assert (few == many[:, :4]).all(), "a game does not depend on how many there are"
    assert (few != actions(4, 8)).any()
    assert (many[:, 0] != many[:, 1]).any()
    env = VecEnv(4, seed=1)
    env.random_actions()
    env.reset(seed=7)
    assert (env.random_actions() == few[0]).all()


def test_random_actions_are_legal_and_even():
    env = VecEnv(8000, seed=5)
    counts = np.bincount(env.random_actions(), minlength=65)
    assert set(np.flatnonzero(counts)) == {19, 26, 37, 44}
    assert counts[counts > 0].min() > 1850


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([19, 19, 0], r"game 2 cannot play a1: it turns nothing"),
        ([19, 27, 19], r"game 1 cannot play d4: it turns nothing"),
        ([64, 19, 19], r"game 0 cannot pass: it has 4 legal moves"),
        ([19, 65, 19], r"game 1: 65 is not an action: expected 0 to 63, or 64 for a pass"),
        ([19, 19, -1], r"game 2: -1 is not an action"),
        ([19, 19], r"actions have shape \(2,\), expected \(3,\)"),
        ([[19, 19, 19]], r"actions have shape \(1, 3\), expected \(3,\)"),
        ([19.0, 19.0, 19.0], r"actions have dtype float64, expected integers"),
        (["d3", "d3", "d3"], r"expected integers"),
        ([True, True, True], r"actions have dtype bool, expected integers"),
        (np.array([19, 19, 2**64 - 1], np.uint64), r"game 2: 4294967296 is not an action"),
    ],
)
def test_wrong_actions_are_named_and_nothing_moves(actions, message):
    env = VecEnv(3)
    with pytest.raises(ValueError, match=message):
        env.step(actions)
    assert all(env.board(game) == Board() for game in range(3))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_any_integers_are_actions(dtype):
    env = VecEnv(2)
    spread = np.array([19, 0, 26, 0], dtype)[::2]
    env.step(spread)
    assert env.board(0) == Board().play("d3") and env.board(1) == Board().play("c4")


def test_wrong_settings_are_refused():
    for wrong in [0, -1, 2.5, True]:
        with pytest.raises(ValueError, match="expected the number of games"):
            VecEnv(wrong)
    with pytest.raises(ValueError, match="dtype is float64"):
        VecEnv(2, dtype=np.float64)
    with pytest.raises(ValueError, match="'chess' is not a game"):
        VecEnv(2, rules="chess")
    with pytest.raises(ValueError, match="the seed is -1"):
        VecEnv(2, seed=-1)
    with pytest.raises(TypeError, match="the seed is a whole number, not float"):
        VecEnv(2, seed=1.5)
    for wrong in (2, -1, 2**70):
        with pytest.raises(IndexError, match=f"there is no game {wrong}, only 0 to 1"):
            VecEnv(2).board(wrong)
        with pytest.raises(IndexError, match=f"there is no game {wrong}, only 0 to 1"):
            VecEnv(2).set_board(wrong, Board())
    with pytest.raises(MemoryError):
        VecEnv(10**13)
    with pytest.raises(ValueError, match="games is 0"):
        VecEnv(2).playout(0)


def test_copies_stay_and_buffers_do_not():
    for copy in [True, False]:
        env = VecEnv(2, copy=copy)
        first = env.reset()
        kept = first.copy()
        env.step([19, 19])
        assert (first == kept).all() == copy


def test_games_can_be_put_anywhere():
    board = Board().play("f5").play("f6")
    env = VecEnv(2, auto_reset=False)
    env.set_board(1, board)
    assert env.board(1) == board and env.board(0) == Board()
    over = Board("X" * 64 + " O")
    env.set_board(0, over)
    assert env.dones.tolist() == [True, False]
    assert not env.action_mask()[0].any()
    assert env.playout(3)[0].tolist() == [-64, -64, -64]


def test_a_pass_is_an_action_where_nothing_else_is():
    # White has no move and black has one.
    board = Board("OOOOOOX-" + "-" * 56 + " O")
    assert board.must_pass is False
    board = Board("XO-XXXXX" + "X" * 56 + " O")
    assert board.must_pass
    env = VecEnv(1, auto_reset=False)
    env.set_board(0, board)
    assert np.flatnonzero(env.action_mask()[0]).tolist() == [PASS]
    assert env.random_actions().tolist() == [PASS]
    with pytest.raises(ValueError, match="cannot play c1"):
        env.step([2])
    env.step([PASS])
    assert env.to_play.tolist() == [-1]


@pytest.mark.parametrize("rules", ["reversi", "reversed"])
def test_playouts_are_finished_games(rules):
    scores = playouts(4000, rules=rules, seed=1)
    assert scores.dtype == np.int8 and scores.shape == (4000,)
    assert (scores % 2 == 0).all() and abs(scores.astype(int)).max() <= 64
    # White is a little better off where both play at random.
    mean = scores.mean() if rules == "reversi" else -scores.mean()
    assert -4 < mean < 0
    assert (scores == playouts(4000, rules=rules, seed=1)).all()
    assert (scores != playouts(4000, rules=rules, seed=2)).any()


def test_playouts_leave_the_games_alone_and_agree_with_steps():
    env = VecEnv(3000, seed=4, rules=Rule.REVERSI)
    assert env.playout(2).shape == (3000, 2)
    assert (env.reset() == env.observations()).all()
    by_steps = []
    while len(by_steps) < 3000:
        _, _, dones, infos = env.step(env.random_actions())
        by_steps.extend(infos["score"][dones].tolist())
    at_once = playouts(3000, seed=9)
    # Two ways to draw the same games: their means differ by chance only.
    error = np.hypot(np.std(by_steps), np.std(at_once)) / np.sqrt(3000)
    assert abs(np.mean(by_steps) - at_once.mean()) < 5 * error


def test_many_playouts_of_many_games_are_in_their_places():
    env = VecEnv(300)
    over = {7: Board("X" * 64 + " O"), 299: Board("X" * 64 + " X")}
    for game, board in over.items():
        env.set_board(game, board)
    scores = env.playout(200)
    assert scores.shape == (300, 200)
    assert (scores[7] == -64).all() and (scores[299] == 64).all()
    others = np.delete(scores, [7, 299], axis=0)
    assert (abs(others.mean(axis=1)) < 20).all() and (others.std(axis=1) > 5).all()


def test_ctrl_c_ends_playouts():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        playouts(1_000_000_000)
    assert time.monotonic() - start < 1.5


def test_threads_run_side_by_side():
    results = {}

    def play(seed):
        results[seed] = playouts(20000, seed=seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, scores in results.items():
        assert (scores == playouts(20000, seed=seed)).all()
