"""The course's agent."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import outflank
from outflank import Game, reversed, reversi

GAMES = [reversi.AI, reversed.AI]


def middle_game(plies):
    game = Game()
    for ply in range(plies):
        moves = game.legal_moves()
        game.push(moves[ply * 5 % len(moves)])
    return game.board


def test_the_package_offers_the_agent_of_reversi():
    assert outflank.AI is reversi.AI
    assert reversi.AI is not reversed.AI


@pytest.mark.parametrize("agent", GAMES)
def test_every_legal_move_comes_first_and_the_choice_last(agent):
    board = middle_game(20)
    ai = agent(8, board.turn, 0.2)
    ai.go(board.to_array())
    legal = [divmod(action, 8) for action in board.legal_actions()]
    assert ai.candidate_list[: len(legal)] == legal
    assert len(ai.candidate_list) > len(legal)
    assert ai.candidate_list[-1] in legal
    assert all(type(number) is int for move in ai.candidate_list for number in move)


@pytest.mark.parametrize("time_out", [0.05, 0.2, 1, 2])
def test_time_limits_are_kept(time_out):
    board = middle_game(10)
    ai = outflank.AI(8, board.turn, time_out)
    for _ in range(2):
        start = time.perf_counter()
        ai.go(board.to_array())
        assert time.perf_counter() - start < time_out


@pytest.mark.parametrize("agent", GAMES)
def test_each_agent_plays_its_own_game_to_the_best_end(agent):
    board = middle_game(50)
    ai = agent(8, board.turn, 1)
    ai.go(board.to_array())
    engine = outflank.Engine(agent.rules, threads=1, hash_mb=4)
    scores = {move: -engine.solve(board.play(move)).score for move in board.legal_moves()}
    row, column = ai.candidate_list[-1]
    assert scores["abcdefgh"[column] + str(row + 1)] == max(scores.values())
    assert len(set(scores.values())) > 1


def test_no_move_is_an_empty_list():
    array = np.zeros((8, 8), dtype=int)
    array[0, 0], array[0, 1] = 1, -1
    ai = outflank.AI(8, -1, 1)
    ai.candidate_list.append((0, 0))
    ai.go(array)
    assert ai.candidate_list == []


def test_a_move_without_a_choice_is_made_at_once():
    array = np.zeros((8, 8), dtype=int)
    array[0, 0], array[0, 1] = 1, -1
    ai = outflank.AI(8, 1, 60)
    start = time.perf_counter()
    ai.go(array)
    assert time.perf_counter() - start < 1
    assert ai.candidate_list[-1] == (0, 2)


def test_wrong_boards_and_settings_are_refused():
    ai = outflank.AI(8, 1, 1)
    with pytest.raises(ValueError, match="square a1 is 3"):
        ai.go(np.full((8, 8), 3))
    for settings, message in [
        ((10, 1, 5), "size is 10"),
        ((8, 0, 5), "color is 0"),
        ((8, 1, 0), "time is 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            outflank.AI(*settings)


def test_three_lines_pass_the_usability_test(tmp_path: Path):
    rules = "reversed"
    agent = tmp_path / "agent.py"
    agent.write_text(f'"""My agent."""\n\nfrom outflank.{rules} import AI\n')
    command = [sys.executable, "-m", "outflank", "check", str(agent), "--rules", rules, "--python", sys.executable]
    # The course gives five seconds, with which this takes minutes.
    command += ["--time", "300ms"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
