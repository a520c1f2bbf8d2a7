"""Boards: what they take, what they refuse, what they show."""

import copy
import os
import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from forks import in_a_fork

import outflank
from outflank import Board, Rule

START = "---------------------------OX------XO--------------------------- X"
# Black has nothing to play, white has c1.
MUST_PASS = "OX" + "-" * 62 + " X"
WON_BY_BLACK = "X" * 33 + "O" * 31 + " X"
SEEDED_MOVES = ["c4", "d3", "e6", "f5", "f5", "e6"]
SEEDED_END = "OOOOOOOOOOOOOOOXOOOOXXXXXOOOOOXOXXOOXXOOXOOOXOXOXOOOOOOOOOOOOOOO X"


def test_the_start_is_the_usual_one():
    assert str(Board()) == START
    assert Board().turn == -1
    assert Board().count() == (2, 2)
    assert Board().empties == 60
    assert Board.from_str(START.replace("-", ".")) == Board()


def test_legal_moves_are_the_same_in_every_form():
    board = Board().play("f5")
    names, actions = board.legal_moves(), board.legal_actions()
    assert names == ["f4", "d6", "f6"]
    assert actions == [29, 43, 45]
    mask = board.legal_mask()
    assert mask.shape == (8, 8) and mask.dtype == np.bool_
    assert [int(action) for action in np.flatnonzero(mask)] == actions
    assert board.legal_bits() == sum(1 << action for action in actions)
    assert all(board.is_legal(move) for move in names + actions)


def test_a_move_is_a_name_a_number_or_row_and_column():
    after = Board().play("f5")
    assert Board().play(37) == after
    assert Board().play((4, 5)) == after
    assert Board().play(np.int64(37)) == after
    assert Board().play("F5") == after
    assert bin(Board().flips("f5")).count("1") == 1
    assert after["f5"] == -1 and after["d4"] == 1 and after["a1"] == 0


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("a1", "a1 turns no disc for black"),
        ((3, 3), "d4 is occupied"),
        ("pass", "black cannot pass: it can play d3"),
        ("j9", "'j9' is not a move"),
        (65, "65 is not a move: expected 0 to 64"),
        (-1, "-1 is not a move"),
        (10**30, "is not a move: expected 0 to 64"),
        ((8, 0), r"\(8, 0\) is not a square"),
        ((1, 2, 3), "is not a square"),
    ],
)
def test_illegal_moves_say_why(move, message):
    with pytest.raises(ValueError, match=message):
        Board().play(move)


def test_a_move_of_another_type_is_a_type_error():
    with pytest.raises(TypeError, match="not float"):
        Board().play(1.5)


def test_a_forced_pass_is_the_only_move():
    board = Board(MUST_PASS)
    assert board.must_pass and not board.is_over
    assert board.legal_moves() == ["pass"]
    assert board.legal_actions() == [64]
    assert board.legal_bits() == 0
    after = board.play(64)
    assert after.legal_moves() == ["c1"]
    over = after.play("c1")
    assert over.is_over and over.legal_moves() == []


def test_the_rule_decides_who_has_won():
    board = Board(WON_BY_BLACK)
    assert board.winner() == board.winner("reversi") == -1
    assert board.winner(Rule.REVERSED) == 1
    assert board.score() == 2
    assert board.score("reversed") == -2
    assert Board().winner() is None


def test_arrays_come_back_as_they_went():
    board = Board().play("f5").play("d6")
    array = board.to_array()
    assert array.shape == (8, 8)
    assert array.sum() == board.count()[1] - board.count()[0]
    assert array[4, 5] == -1
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        assert Board.from_array(array.astype(dtype), -1) == board
    assert Board.from_array(np.asfortranarray(array), "black") == board
    assert Board.from_array(array.tolist(), "X") == board
    assert Board.from_array(array[::-1][::-1], -1) == board
    assert Board.from_array(array, 1) != board
    array.flags.writeable = False
    assert Board.from_array(array, -1) == board
    assert Board.from_array(array.astype(">i4"), np.int8(-1)) == board


def wrong_value(value):
    array = Board().to_array()
    array[2, 3] = value
    return array


@pytest.mark.parametrize(
    ("array", "turn", "message"),
    [
        (np.zeros((8, 7), int), -1, r"8x8 numbers, found \[8, 7\]"),
        (np.zeros(64, int), -1, r"8x8 numbers, found \[64\]"),
        (np.zeros((8, 8)), -1, "signed integers, found float64"),
        (np.zeros((8, 8), np.uint8), -1, "signed integers, found uint8"),
        (np.zeros((8, 8), bool), -1, "signed integers, found bool"),
        (np.full((8, 8), "X"), -1, "signed integers"),
        (wrong_value(2), -1, "square d3 is 2"),
        (wrong_value(-2), 1, "square d3 is -2"),
        (np.zeros((8, 8), int), 0, "the turn is 0, expected -1"),
        (np.zeros((8, 8), int), 2, "the turn is 2"),
        (np.zeros((8, 8), int), "green", "the turn is 'green'"),
        (np.zeros((8, 8), int), None, "the turn is None"),
    ],
)
def test_wrong_arrays_are_refused(array, turn, message):
    with pytest.raises(ValueError, match=message):
        Board.from_array(array, turn)


def test_wrong_texts_are_refused():
    with pytest.raises(ValueError, match="a board has 64 squares, found 2"):
        Board("--")
    with pytest.raises(ValueError, match="square a1 is '?'"):
        Board("?" + START[1:])


def test_discs_cannot_share_a_square():
    assert Board.from_bits(Board().black, Board().white, -1) == Board()
    with pytest.raises(ValueError, match="b1 cannot hold"):
        Board.from_bits(2, 2, 1)
    with pytest.raises(ValueError, match="white is -1, expected 0 to"):
        Board.from_bits(0, -1, 1)


def test_going_through_a_board_gives_its_squares():
    board = Board().play("f5")
    assert list(board) == board.to_array().reshape(-1).tolist()
    assert 1 in board and 2 not in board
    for wrong in (64, "pass"):
        with pytest.raises(IndexError, match="a pass is no square"):
            board[wrong]


def test_equal_boards_are_one_key():
    boards = {Board(): 1}
    boards[Board(START)] = 2
    assert boards == {Board(): 2}
    other_turn = Board.from_bits(Board().black, Board().white, "white")
    assert other_turn != Board()
    assert Board() != START


def test_copies_and_pickles_are_equal():
    board = Board().play("f5")
    for other in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
        eval(repr(board)),
    ):
        assert other == board and hash(other) == hash(board)
    assert pickle.loads(pickle.dumps(Rule.REVERSED)) == Rule.REVERSED


def test_a_board_cannot_be_changed():
    with pytest.raises(AttributeError):
        Board().turn = 1


def test_notebooks_get_a_picture():
    picture = ElementTree.fromstring(Board()._repr_svg_())
    circles = list(picture.iter("{http://www.w3.org/2000/svg}circle"))
    # Four discs, and a dot for each of four legal moves.
    assert len(circles) == 8


def test_the_grid_shows_rows_and_columns():
    assert f"{Board():grid}".splitlines()[4] == "4 - - - O X - - -"
    with pytest.raises(ValueError, match="not a form"):
        format(Board(), "x")


def test_a_playout_ends_and_repeats():
    ends = [Board().playout(seed) for seed in range(50)]
    assert all(end.is_over for end in ends)
    assert len(set(ends)) > 40
    assert ends == [Board().playout(seed) for seed in range(50)]
    assert ends[0].playout(1) == ends[0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_forked_processes_draw_their_own_games():
    def draw():
        return [Board().random_move() for _ in range(40)], str(Board().playout())

    draw()
    assert len({in_a_fork(draw) for _ in range(4)}) == 4


def test_a_seed_is_a_whole_number():
    for draw in (Board().random_move, Board().playout):
        for wrong in (-1, 2**64, 10**30):
            with pytest.raises(ValueError, match=f"the seed is {wrong}, expected 0 to"):
                draw(seed=wrong)
        with pytest.raises(TypeError, match="the seed is a whole number, not float"):
            draw(seed=1.5)
        assert draw(seed=np.uint64(2**64 - 1)) == draw(seed=2**64 - 1)


def test_seeds_mean_the_same_for_ever():
    assert [Board().random_move(seed=seed) for seed in range(6)] == SEEDED_MOVES
    assert str(Board().playout(seed=1)) == SEEDED_END


def test_rules_have_names():
    assert Rule("reversi") == Rule(Rule.REVERSI) == Rule.REVERSI != Rule.REVERSED
    assert str(Rule.REVERSED) == Rule.REVERSED.name == "reversed"
    assert repr(Rule.REVERSED) == "Rule.REVERSED"
    assert len({Rule.REVERSI, Rule("reversi")}) == 1
    assert Rule.REVERSED == "reversed" == Rule.REVERSED and Rule.REVERSED != "reversi"
    assert Rule.REVERSED != 1 and not Rule.REVERSED == "anti"
    assert {"reversed": 1}[Rule.REVERSED] == 1 and hash(Rule.REVERSI) == hash("reversi")
    with pytest.raises(TypeError):
        Rule.REVERSI < Rule.REVERSED
    assert Rule("othello") == Rule.REVERSI and Rule("anti") == Rule.REVERSED
    with pytest.raises(ValueError, match="'chess' is not a game"):
        Rule("chess")
    with pytest.raises(TypeError, match="not int"):
        Rule(1)


def test_a_board_becomes_an_array_of_numpy():
    board = Board().play("f5")
    assert np.array_equal(np.array(board), board.to_array())
    assert np.asarray(board, dtype=np.int8).dtype == np.int8
    assert Board.from_array(np.array(board), 1) == board


def test_symmetries_move_boards_and_moves_alike():
    board = Board().play("f5").play("d6")
    boards = board.symmetries()
    assert len(set(boards)) == 8
    for symmetry, other in zip(outflank.SYMMETRIES, boards, strict=True):
        assert board.transform(symmetry) == other
        moved = sorted(Board.transform_move(move, symmetry) for move in board.legal_moves())
        assert moved == sorted(other.legal_moves())
        assert other.canonical()[0] == board.canonical()[0]
    canonical, symmetry = board.canonical()
    assert board.transform(symmetry) == canonical
    assert np.array_equal(np.rot90(np.array(board), -1), np.array(board.transform("rotate90")))
    assert Board.transform_move("pass", "rotate90") == "pass"
    with pytest.raises(ValueError, match="'turn' is not a symmetry: expected one of identity"):
        board.transform("turn")


def test_pictures_have_sizes_and_arrows():
    svg = Board().svg(size=200, arrows=[("d3", "c5"), ("e6", "e6", "red"), "f5f4"], last="d3")
    assert 'width="200"' in svg
    assert svg.count('class="arrow"') == 3
    assert 'stroke="red"' in svg
    assert Board().svg() == Board()._repr_svg_()
    game = outflank.Game(moves=["f5"])
    assert game.svg() == game._repr_svg_()
    ElementTree.fromstring(svg)
    for wrong in ["d3", "d3z9", ("d3", "pass"), ("d3", "c5", '"/>')]:
        with pytest.raises(ValueError):
            Board().svg(arrows=[wrong])
    with pytest.raises(TypeError, match="is not an arrow"):
        Board().svg(arrows=[3.5])
    with pytest.raises(ValueError, match="size is 0"):
        Board().svg(size=0)
