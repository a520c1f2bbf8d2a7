"""Reviews of whole games."""

import pickle
import signal
import threading
import time
import xml.etree.ElementTree as ElementTree

import pytest

import outflank
from outflank import Board, Game, Limit
from outflank.formats import Record

GAME = Game.from_str("e6f4e3f6g5d6e7f5c5")


def test_every_move_is_graded():
    heard = []
    review = outflank.review(GAME, Limit(depth=6), threads=1, hash_mb=1, on_move=heard.append)
    assert [move.move for move in review.moves] == GAME.moves
    assert [move.ply for move in review.moves] == list(range(1, 10))
    assert list(review.moves) == heard[::-1]
    for move in review.moves:
        assert move.loss == move.best_score - move.score >= 0
        assert move.board.is_legal(move.move) and move.board.is_legal(move.best)
        assert move.pv[0] == move.best
    blunders = [move for move in review.moves if move.grade == "blunder"]
    assert blunders and set(blunders) <= set(review.errors)
    assert review.game == GAME


def test_a_review_repeats_whatever_the_threads():
    limit = Limit(nodes=2000)
    one, other = (outflank.review(GAME, limit, threads=n, hash_mb=n) for n in (1, 2))
    assert one.moves == other.moves
    for move in one.moves:
        assert move.exact == (move.margin == 0)
        assert move.within_margin == (0 < move.loss <= move.margin)


def test_sides_have_an_accuracy():
    review = outflank.review(GAME, Limit(depth=6), threads=1, hash_mb=1)
    assert 0 < review.white.accuracy < review.black.accuracy <= 100
    for side, turn in ((review.black, -1), (review.white, 1)):
        moves = [move for move in review.moves if move.turn == turn]
        assert side.lost == sum(move.loss for move in moves)
        assert sum(side.grades.values()) == len(moves)
        assert side.choices == len(moves) - side.grades["forced"]
        assert side.average_loss == pytest.approx(side.lost / side.choices)


def test_a_review_is_a_picture(tmp_path):
    record = Record(GAME, black="Ann & Co", white="Bob")
    review = outflank.review(record, Limit(depth=2), threads=1, hash_mb=1)
    assert "Ann &amp; Co" in review.svg() == review._repr_svg_()
    ElementTree.fromstring(review.svg())
    assert review.png().startswith(b"\x89PNG")
    review.save(tmp_path / "graph.png")
    assert (tmp_path / "graph.png").read_bytes() == review.png()
    review.save(tmp_path / "graph.svg")
    assert (tmp_path / "graph.svg").read_text() == review.svg()
    with pytest.raises(ValueError, match="graph.txt is not the name of a picture"):
        review.save(tmp_path / "graph.txt")
    assert pickle.loads(pickle.dumps(review)) == review


def test_a_game_without_moves_is_refused():
    with pytest.raises(ValueError, match="no moves to review"):
        outflank.review(Game())
    with pytest.raises(TypeError, match="expected a Game or a Record, found"):
        outflank.review(Board())


def test_ctrl_c_ends_a_review():
    threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        outflank.review(GAME, Limit(time=60), threads=1, hash_mb=1)
    assert time.monotonic() - start < 10
