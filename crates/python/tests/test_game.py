"""Games: moves made, taken back and written down."""

import copy
import pickle
import random

import pytest

from outflank import Board, Game, Rule

WIPEOUT = "e6f4e3f6g5d6e7f5c5"


def test_moves_are_made_and_taken_back():
    game = Game()
    game.push("f5")
    game.push(43)
    game.push((2, 2))
    assert game.moves == ["f5", "d6", "c3"]
    assert len(game) == 3 and game.turn == 1
    assert [str(board) for board in game.boards()][0] == str(Board())
    assert game.boards()[-1] == game.board
    assert game.pop() == "c3"
    assert game.board == Board().play("f5").play("d6")
    game.pop(), game.pop()
    assert game == Game()
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()


def test_an_illegal_move_changes_nothing():
    game = Game(moves=["f5"])
    before = game.copy()
    with pytest.raises(ValueError, match="a1 turns no disc for white"):
        game.push("a1")
    assert game == before
    with pytest.raises(ValueError, match="move 2: f5 is occupied"):
        Game(moves=["f5", "f5"])


def test_the_winner_depends_on_the_rule():
    game = Game.from_str(WIPEOUT)
    assert game.is_over and game.result() == 64 and game.winner() == -1
    reversed_game = Game.from_str(WIPEOUT, "reversed")
    assert reversed_game.rules == Rule.REVERSED
    assert reversed_game.result() == -64 and reversed_game.winner() == 1
    assert Game().result() is None and Game().winner() is None
    with pytest.raises(ValueError, match="the game is over"):
        game.push("a1")


def test_random_games_end_and_unwind():
    choose = random.Random(7).choice
    passes = 0
    for _ in range(100):
        game = Game()
        while moves := game.legal_moves():
            assert moves == game.board.legal_moves()
            assert (moves == ["pass"]) == game.must_pass
            passes += game.must_pass
            game.push(choose(moves))
        assert game.is_over
        again = Game.from_str(game.transcript())
        assert again == game
        while len(game):
            game.pop()
        assert game == Game()
    assert passes > 0


def test_random_moves_are_legal_and_repeat():
    game, seen = Game(), set()
    while (move := game.random_move()) is not None:
        assert move in game.legal_moves()
        assert game.random_move(seed=5) == game.board.random_move(seed=5)
        seen.add(move)
        game.push(move)
    assert game.is_over and len(seen) > 1
    assert {Board().random_move() for _ in range(200)} == set(Board().legal_moves())


def test_a_copy_goes_its_own_way():
    game = Game(rules="reversed", moves=["f5"])
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.push("d6")
        assert other != game and game.moves == ["f5"]
    assert eval(repr(game)) == game


def test_a_game_may_begin_anywhere():
    start = Board("OX" + "-" * 62 + " X")
    game = Game(start)
    assert game.legal_moves() == ["pass"] and game.legal_actions() == [64]
    game.push("pass")
    game.push("c1")
    assert game.start == start and game.is_over
    assert pickle.loads(pickle.dumps(game)) == game
    assert eval(repr(game)) == game


def test_wrong_transcripts_say_where():
    with pytest.raises(ValueError, match="move 2: f5 is occupied"):
        Game.from_str("f5f5")
    with pytest.raises(ValueError, match="column 3"):
        Game.from_str("f5z9")
    assert Game.from_str("") == Game()


def test_a_picture_marks_the_last_move():
    assert "#d33" in Game(moves=["f5"])._repr_svg_()
    assert "#d33" not in Game()._repr_svg_()
    assert str(Game()).endswith("black to move")
