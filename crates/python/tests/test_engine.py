"""The engine: what it finds, how it is stopped, shared and forked."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from outflank import Board, Engine, Game, Limit, Rule



@pytest.fixture(scope="module")
def engine():
    return Engine(threads=1, hash_mb=16)


def best_by_search(board, rules):
    """The exact score by trying everything."""
    if board.is_over:
        return board.score(rules)
    return max(-best_by_search(board.play(move), rules) for move in board.legal_moves())


def late_board(empties):
    """A board with few empty squares, after some random game."""
    for seed in range(1000):
        game = Game(rules="reversi")
        while moves := game.legal_moves():
            if game.board.empties == empties and len(moves) > 1:
                return game.board
            game.push(moves[(seed * 7 + len(game) * 13) % len(moves)])
    raise AssertionError("some game gets there")


@pytest.mark.parametrize("rules", ["reversi", "reversed"])
def test_solving_is_trying_everything(rules):
    board = late_board(7)
    engine = Engine(rules, threads=1, hash_mb=1)
    found = engine.solve(board)
    assert found.exact and found.depth == board.empties
    assert found.score == best_by_search(board, rules)
    assert -best_by_search(board.play(found.best), rules) == found.score
    outcome = engine.solve(board, goal="outcome")
    assert outcome.score == (found.score > 0) - (found.score < 0)
    # Best play of both sides leads to that score.
    end = board
    for move in found.pv:
        end = end.play(move)
    assert end.is_over
    assert end.score(rules) * (1 if end.turn == board.turn else -1) == found.score


def test_a_finished_game_is_won_drawn_or_lost(engine):
    for text, score in [("X" * 64 + " X", 64), ("X" * 64 + " O", -64), (("X" * 32 + "O" * 32) + " X", 0)]:
        board = Board(text)
        assert engine.solve(board).score == score
        assert engine.solve(board, goal="outcome").score == (score > 0) - (score < 0)


def test_a_game_of_the_other_rules_is_refused(engine):
    game = Game(rules="reversed", moves=["f5"])
    searches = [
        lambda: engine.solve(game),
        lambda: engine.analyse(game, Limit(depth=1)),
        lambda: engine.analysis(game, Limit(depth=1)),
        lambda: engine.play(game, level=1),
    ]
    for search in searches:
        with pytest.raises(ValueError, match="the game is of reversed and the engine of reversi"):
            search()
    # A board has no rules of its own.
    assert engine.analyse(game.board, Limit(depth=1)).depth == 1
    assert Engine("reversed", threads=1, hash_mb=1).analyse(game, Limit(depth=1)).rules == "reversed"


def test_symmetric_moves_have_equal_scores(engine):
    for rules in ("reversi", "reversed"):
        found = Engine(rules, threads=2, hash_mb=1).analyse(Board(), Limit(depth=8))
        assert len({(move.score, move.bound, move.depth) for move in found.candidates}) == 1


def test_an_analysis_tells_all(engine):
    engine.clear()
    found = engine.analyse(Board(), Limit(depth=6))
    assert found.depth == 6 and not found.exact
    assert found.best in Board().legal_moves()
    assert found.pv[0] == found.best
    assert found.nodes > 0 and found.time > 0 and found.nps > 0
    assert found.rules == Rule.REVERSI and found.board == Board()
    assert [candidate.move for candidate in found.candidates][-1] == found.best
    assert {candidate.move for candidate in found.candidates} == set(Board().legal_moves())
    assert {candidate.bound for candidate in found.candidates} <= {"exact", "upper", "lower"}
    assert "best='" in repr(found) and "bound='" in repr(found.candidates[0])


def test_one_thread_and_a_depth_repeat_exactly():
    found = [Engine(threads=1, hash_mb=4).analyse(Board(), Limit(depth=9)) for _ in range(2)]
    assert (found[0].best, found[0].score, found[0].nodes) == (found[1].best, found[1].score, found[1].nodes)


def test_several_lines_come_best_first(engine):
    board = Board().play("f5")
    lines = engine.analyse(board, Limit(depth=7), multipv=3)
    assert len(lines) == 3
    assert {line.best for line in lines} == set(board.legal_moves())
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert all(line.pv[0] == line.best for line in lines)
    assert isinstance(engine.analyse(board, Limit(depth=2), multipv=1), list)
    for wrong in (0, -1, 2**64):
        for search in (engine.analyse, engine.analysis):
            with pytest.raises(ValueError, match=f"multipv is {wrong}, expected 1 to"):
                search(board, Limit(depth=1), multipv=wrong)


def test_limits_are_kept(engine):
    start = time.perf_counter()
    engine.analyse(Board(), Limit(time=0.2))
    assert time.perf_counter() - start < 0.4
    engine.clear()
    assert engine.analyse(Board(), Limit(nodes=10_000)).nodes < 20_000


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({"time": -1}, "the time is -1"),
        ({"time": float("nan")}, "the time is NaN"),
        ({"time": float("-inf")}, "the time is -inf"),
        ({"depth": 0}, "the depth is 0"),
        ({"depth": 2**70}, "the depth is 1180591620717411303424, expected 1 to"),
        ({"nodes": -5}, "the number of nodes is -5"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limit, message):
    with pytest.raises(ValueError, match=message):
        Limit(**limit)


@pytest.mark.parametrize("time", [1e10, 1e19, 1e300, float("inf")])
def test_endless_times_are_no_limit(engine, time):
    assert engine.analyse(Board(), Limit(time=time, depth=3)).depth == 3
    assert engine.analyse(Board(), Limit(nodes=2**64 - 1, depth=2**40, time=0.01)).depth > 0


def test_limits_are_values():
    assert Limit(time=1, depth=2) == Limit(1.0, 2) != Limit(1.0)
    assert repr(Limit(time=1, nodes=3)) == "Limit(time=1.0, nodes=3)"
    assert pickle.loads(pickle.dumps(Limit(depth=4))) == Limit(depth=4)


def test_progress_is_told_and_may_be_broken_off(engine):
    depths = []
    for found in engine.analysis(Board()):
        depths.append(found.depth)
        if found.depth >= 5:
            break
    assert depths == [1, 2, 3, 4, 5]
    # The engine is free again.
    start = time.perf_counter()
    engine.analyse(Board(), Limit(depth=1))
    assert time.perf_counter() - start < 1


def test_a_stopped_search_still_ends_with_its_result(engine):
    with engine.analysis(Board()) as searching:
        next(searching)
        searching.stop()
        rest = list(searching)
    assert rest and rest[-1].best in Board().legal_moves()
    assert list(searching) == []


def test_a_thread_does_not_wait_for_its_own_endless_search(engine):
    endless = engine.analysis(Board())
    next(endless)
    for search in (
        lambda: engine.analyse(Board(), Limit(depth=1)),
        lambda: engine.analysis(Board()),
        lambda: engine.play(Board(), level=1),
        engine.clear,
    ):
        with pytest.raises(RuntimeError, match="this engine is busy .* stop\\(\\) it first"):
            search()
    endless.stop()
    assert engine.analyse(Board(), Limit(depth=1)).depth == 1
    # One that came to its end by itself is in nobody's way.
    ended = engine.analysis(late_board(6))
    time.sleep(0.5)
    assert engine.analyse(Board(), Limit(depth=1)).depth == 1
    assert list(ended)[-1].exact


def test_levels_play_legal_moves(engine):
    game = Game()
    while game.legal_moves():
        game.push(engine.play(game, level=1, seed=len(game)))
    assert game.is_over
    chosen = {engine.play(Board(), level=1, seed=seed) for seed in range(40)}
    assert len(chosen) > 1
    assert engine.play(Board(), level=1, seed=3) == engine.play(Board(), level=1, seed=3)
    assert engine.play(Board("OX" + "-" * 62 + " X"), level=5) == "pass"
    with pytest.raises(ValueError, match="the level is 21, expected 1 to 20"):
        engine.play(Board(), level=21)
    with pytest.raises(ValueError, match="the game is over"):
        engine.play(game, level=1)


def test_engines_that_cannot_be_are_refused(tmp_path):
    for settings, message in [
        ({"threads": 0}, "threads is 0, expected 1 to 1024"),
        ({"threads": -1}, "threads is -1, expected 1 to 1024"),
        ({"hash_mb": 0}, "hash_mb is 0"),
        ({"rules": "chess"}, "'chess' is not a game"),
    ]:
        with pytest.raises(ValueError, match=message):
            Engine(**settings)
    with pytest.raises(FileNotFoundError):
        Engine(weights=tmp_path / "none")
    broken = tmp_path / "broken"
    broken.write_bytes(b"not weights")
    with pytest.raises(ValueError, match="cannot use the weights"):
        Engine(weights=broken)
    with pytest.raises(TypeError, match="expected a Board or a Game, found str"):
        Engine(hash_mb=1).solve("x")


def test_ctrl_c_is_heard_at_once(engine):
    def interrupt():
        time.sleep(0.3)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    for search in (
        lambda: engine.analyse(Board(), Limit(depth=60)),
        lambda: engine.solve(Board()),
        lambda: list(engine.analysis(Board())),
        lambda: engine.play(Board(), limit=Limit(time=60)),
    ):
        sent = []
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            search()
        assert time.perf_counter() - sent[0] < 0.1
    # Nothing goes on behind the scenes.
    start = time.perf_counter()
    engine.analyse(Board(), Limit(depth=1))
    assert time.perf_counter() - start < 0.5


def test_other_threads_run_while_one_searches(engine):
    ticks = 0
    done = threading.Event()

    def search():
        engine.analyse(Board(), Limit(time=0.5))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 50


def test_threads_may_share_an_engine(engine):
    boards = [late_board(empties) for empties in (8, 9, 10, 11)]
    expected = [Engine(threads=1, hash_mb=1).solve(board).score for board in boards]
    found = {}

    def work(number):
        for turn in range(5):
            place = (number + turn) % len(boards)
            found[number, turn] = engine.solve(boards[place]).score == expected[place]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert len(found) == 20 and all(found.values())


def test_too_large_a_table_is_a_memory_error():
    said = run(
        """
        import resource
        from outflank import Engine
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            Engine(hash_mb=8192)
        except MemoryError as error:
            print(error)
        """
    )
    assert said.strip() == "a table of 8192 MiB does not fit into the memory of this machine"


def run(program):
    """What a program prints."""
    command = [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_an_engine_works_after_a_fork():
    said = run(
        """
        import os
        from outflank import Board, Engine, Limit
        engine = Engine(threads=2, hash_mb=4)
        engine.analyse(Board(), Limit(depth=4))
        child = os.fork()
        found = engine.analyse(Board(), Limit(depth=5))
        if child == 0:
            print("child", found.depth, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print("parent", found.depth)
        """
    )
    assert sorted(said.splitlines()) == ["child 5", "parent 5"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_an_engine_that_was_searching_at_a_fork_says_so():
    said = run(
        """
        import os
        from outflank import Board, Engine, Limit
        engine = Engine(threads=1, hash_mb=4)
        searching = engine.analysis(Board())
        next(searching)
        child = os.fork()
        if child == 0:
            try:
                engine.analyse(Board(), Limit(depth=1))
            except RuntimeError as error:
                print(error, flush=True)
            try:
                next(searching)
            except RuntimeError as error:
                print(error, flush=True)
            print(Engine(threads=1, hash_mb=4).analyse(Board(), Limit(depth=2)).depth, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        """
    )
    lines = said.splitlines()
    assert lines[0].startswith("this engine was searching when the process forked")
    assert lines[1].startswith("this search belongs to the process that was forked")
    assert lines[2] == "2"
