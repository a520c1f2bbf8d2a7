"""Matches and tournaments."""

import copy
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from outflank import Board, Game, arena, formats


def first(board):
    """The first legal move."""
    return board.legal_moves()[0]


def fewest(board):
    """A corner if there is one, else what leaves the opponent the fewest moves."""
    moves = board.legal_moves()
    corners = [move for move in moves if move in ("a1", "h1", "a8", "h8")]
    return min(corners or moves, key=lambda move: len(board.play(move).legal_moves()))


def test_a_better_function_wins_and_the_numbers_fit():
    result = arena.match(fewest, "random", games=100, seed=1)
    assert result.players == ("fewest", "random")
    assert result.games_played == len(result.games) == 100
    assert result.wins > 70 and result.los > 0.99
    assert result.score == pytest.approx((result.wins + result.draws / 2) / 100)
    assert result.elo - result.elo_error > 0
    assert sum(result.pentanomial) == 50
    points = sum(count * half for half, count in enumerate(result.pentanomial))
    assert points == 2 * result.wins + result.draws
    assert "fewest against random: +" in str(result)


def test_games_are_whole_and_come_in_pairs():
    result = arena.match(first, "greedy", games=4, rules="reversed", seed=3)
    for one, other in zip(result.games[::2], result.games[1::2]):
        assert (one.black, one.white) == ("first", "greedy")
        assert (other.black, other.white) == ("greedy", "first")
        assert one.moves[: 2 * one.opening] == other.moves[: 2 * other.opening]
    for played in result.games:
        game = Game.from_str(played.moves, rules="reversed")
        assert game.is_over and played.ending == "played out" and played.fault is None
        # The score of the board is that of the side to move.
        assert played.score == -game.board.turn * game.board.score("reversed")
        record = played.record
        assert record.rules == game.rules and record.black == played.black
        assert record.white == played.white and record.moves == game.moves
        assert list(formats.read(played.json, "json")) == [record]
        assert len(played.times) == len(game.moves) - played.opening
    assert result.discs == pytest.approx(
        sum(game.score * (1 if game.black == "first" else -1) for game in result.games) / 4
    )


def test_a_seed_gives_the_same_match_again():
    def moves(seed, concurrency=1):
        result = arena.match("random", first, games=6, seed=seed, concurrency=concurrency)
        return [game.moves for game in result.games]

    assert moves(1) == moves(1) == moves(1, concurrency=3)
    assert moves(1) != moves(2)


def test_moves_may_be_names_numbers_or_pairs():
    def number(board):
        return board.legal_actions()[0]

    def pair(board):
        return divmod(board.legal_actions()[0], 8)

    asked = [arena.match(player, "random", games=2, seed=5) for player in (first, number, pair)]
    assert len({tuple(game.moves for game in result.games) for result in asked}) == 1


def test_an_exception_is_a_fault_and_the_match_goes_on():
    def broken(board):
        if board.empties < 40:
            raise KeyError("no idea")
        return board.legal_moves()[0]

    result = arena.match(broken, "random", games=4, seed=1)
    assert result.losses == 4 and len(result.faults) == 4
    for game in result.games:
        color = "black" if game.black == "broken" else "white"
        assert game.fault.color == color and game.fault.kind == "crash"
        assert game.fault.detail == "it raised KeyError: 'no idea'"
        assert game.winner == "random" and game.score == (-64 if color == "black" else 64)
        log = game.logs[0 if color == "black" else 1]
        assert "in broken" in log and "KeyError: 'no idea'" in log


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        ("a1", "illegal move", "a1"),
        (64, "illegal move", "pass"),
        ("z9", "protocol error", "z9"),
        (None, "protocol error", "not NoneType"),
        (65, "protocol error", "65 is not a move"),
        ((8, 0), "protocol error", "(8, 0) is not a square"),
    ],
)
def test_an_answer_that_is_no_legal_move_is_a_fault(answer, kind, detail):
    result = arena.match(lambda board: answer, "random", games=2, openings="start")
    assert [fault.kind for fault in result.faults] == [kind, kind]
    assert all(detail in fault.detail for fault in result.faults)


def test_a_function_that_is_late_loses():
    def slow(board):
        time.sleep(0.05)
        return board.legal_moves()[0]

    result = arena.match(slow, first, games=2, terms=arena.Terms(move_time=0.02))
    assert {fault.kind for fault in result.faults} == {"timeout"}


def test_functions_are_asked_only_where_they_can_move():
    boards = []

    def watching(board):
        boards.append(board)
        return board.legal_moves()[-1]

    arena.match(watching, watching, games=10, seed=2)
    assert all(isinstance(board, Board) and board.legal_moves() for board in boards)


def test_equal_names_are_told_apart():
    result = arena.match(first, first, games=2, seed=1)
    assert result.players == ("first", "first (2)")
    assert result.score == 0.5, "the same moves with colours changed"


def test_what_a_listener_raises_ends_the_match():
    heard = []

    def listen(game):
        heard.append(game)
        if len(heard) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        arena.match(first, "random", games=1000, on_game=listen)
    assert len(heard) == 3


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit])
def test_what_is_meant_for_the_program_is_no_fault(raised):
    def player(board):
        raise raised

    with pytest.raises(raised):
        arena.match(player, "random", games=1000)


def test_ctrl_c_ends_a_match_at_once():
    def endless(board):
        time.sleep(0.005)
        return board.legal_moves()[0]

    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arena.match(endless, "random", games=10000)
    assert time.monotonic() - start < 1.5


def test_wrong_arguments_are_named():
    for kwargs, message in [
        ({"games": 3}, "games is 3, expected an even number"),
        ({"games": 0}, "games is 0, expected 2 to"),
        ({"games": 10**30}, "games is 10{30}, expected 2 to"),
        ({"openings": "wild"}, "openings is 'wild'"),
        ({"terms": arena.Terms(platform="moon")}, "'moon' is not a platform"),
        ({"terms": arena.Terms(move_time=-1)}, "move_time is -1, expected 0 or more seconds"),
        ({"terms": arena.Terms(game_time=0)}, "game_time is 0, expected more than 0 seconds"),
        ({"concurrency": 0}, "concurrency is 0"),
        ({"adjudicate": -1}, "adjudicate is -1, expected 0 to 60"),
        ({"seed": -1}, "the seed is -1, expected 0 to"),
        ({"rules": "chess"}, "'chess' is not a game"),
    ]:
        with pytest.raises(ValueError, match=message):
            arena.match(first, "random", **kwargs)
    with pytest.raises(ValueError, match="'hal' is not a player"):
        arena.match("hal", "random")
    with pytest.raises(ValueError, match="evolved plays reversed only"):
        arena.match("classic:evolved", "random", games=2)
    with pytest.raises(TypeError, match="a name such as .* or a callable, not int"):
        arena.match(7, "random")


def test_endless_times_are_no_limit():
    for time in (1e19, float("inf")):
        terms = arena.Terms(move_time=time, game_time=time)
        assert arena.match(first, "engine:level=1", games=2, terms=terms).faults == ()
        assert len(arena.tournament([first, "random"], time=time).games) == 2


def test_games_are_adjudicated_where_asked():
    result = arena.match(first, "random", games=2, adjudicate=10, seed=4)
    assert {game.ending for game in result.games} == {"adjudicated"}


# Plays the first legal move, as in the tests of the arena.
AGENT = (
    (Path(__file__).parents[2] / "arena" / "tests" / "agents" / "first_moves.py")
    .read_text()
    .replace("class First", "class AI")
)


@pytest.fixture
def sandbox():
    """Leaves a test out where agents cannot be locked in."""
    bwrap = shutil.which("bwrap")
    if bwrap is None or subprocess.run([bwrap, "--ro-bind", "/", "/", "true"]).returncode:
        pytest.skip("bubblewrap does not work here")


def test_agent_files_play_against_functions(tmp_path):
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT)
    terms = arena.Terms(sandbox=False)
    result = arena.match(f"python:{agent}", first, games=2, seed=1, terms=terms)
    assert result.games_played == 2 and result.faults == ()
    assert {game.ending for game in result.games} == {"played out"}
    with pytest.raises(ValueError, match="missing.py"):
        arena.match(f"python:{tmp_path / 'missing.py'}", first, games=2, terms=terms)


SPY = """
import os, socket
print("home", os.path.exists(SECRET))
try:
    socket.create_connection(("127.0.0.1", PORT), 1)
    print("network yes")
except OSError as error:
    print("network no")
try:
    open(SECRET + ".new", "w")
    print("write yes")
except OSError as error:
    print("write no")
"""


def test_agent_files_run_in_a_sandbox(tmp_path, sandbox):
    home = tmp_path / "home"
    home.mkdir()
    secret = home / "secret"
    secret.write_text("me")
    folder = tmp_path / "agent"
    folder.mkdir()
    agent = folder / "agent.py"
    with socket.create_server(("127.0.0.1", 0)) as server:
        spy = SPY.replace("SECRET", repr(str(secret))).replace("PORT", str(server.getsockname()[1]))
        agent.write_text(spy + AGENT)
        logs = {}
        for is_sandboxed in (True, False):
            terms = arena.Terms(sandbox=is_sandboxed)
            result = arena.match(f"python:{agent}", first, games=2, seed=1, terms=terms)
            assert result.faults == () and result.games_played == 2
            logs[is_sandboxed] = result.games[0].logs[0].split("\n")[:3]
    assert logs[False] == ["home True", "network yes", "write yes"]
    assert logs[True] == ["home False", "network no", "write no"]


def test_what_an_agent_file_lacks_is_said(tmp_path):
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT)
    wrong = arena.Terms(sandbox=False, python=tmp_path / "none")
    with pytest.raises(ValueError, match=r"name one with Terms\(python=...\)"):
        arena.match(f"python:{agent}", first, terms=wrong)
    with pytest.raises(ValueError, match=r"name one with Terms\(python=...\)"):
        arena.tournament([f"python:{agent}", first], terms=wrong)
    # A process of its own: what a search of the sandbox came to is kept.
    program = f"from outflank import arena; arena.match('python:{agent}', 'random')"
    command, nowhere = [sys.executable, "-c", program], {"PATH": str(tmp_path)}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True)
    assert "or trust them with Terms(sandbox=False)" in done.stderr


def test_our_own_agent_plays_in_the_sandbox(tmp_path, sandbox):
    agent = tmp_path / "agent.py"
    agent.write_text("from outflank.reversed import AI\n")
    terms = arena.Terms(move_time=0.5)
    # From the middle of the game on, to spend little time.
    result = arena.match(
        f"python:{agent}", "random", games=2, rules="reversed", openings="random:30", terms=terms
    )
    assert result.faults == () and result.wins == 2


def test_a_round_robin_ranks_its_players():
    heard = []
    result = arena.tournament(
        {"best": fewest, "first": first, "any": "random"},
        rounds=3,
        pairs=2,
        seed=1,
        on_game=lambda *game: heard.append(game),
    )
    assert len(result.games) == len(heard) == 3 * 3 * 4
    assert heard[0] == (result.games[0].black, result.games[0].white, result.games[0].score)
    assert result.standings[0].name == "best"
    assert [row.points for row in result.standings] == sorted(
        (row.points for row in result.standings), reverse=True
    )
    for row in result.standings:
        assert row.wins + row.draws + row.losses == 24
        assert row.points == 5 * (row.wins - row.losses)
        assert sum(sum(against) for against in row.against.values()) == 24
        assert row.games == 24
        assert row.score == pytest.approx((row.wins + row.draws / 2) / 24)
        assert row.longest_ms >= row.mean_ms > 0.0 and row.late == 0
    assert [row.rank for row in result.standings] == list(range(1, len(result.standings) + 1))
    assert sum(row.discs for row in result.standings) == pytest.approx(0.0)
    with pytest.warns(DeprecationWarning, match="mean_discs is now called discs"):
        assert result.standings[0].mean_discs == result.standings[0].discs
    assert result.standings[0].superiority > 0.5 and result.standings[-1].superiority is None
    assert "1. best" in str(result)


def test_a_gauntlet_is_played_by_its_challengers_only():
    result = arena.tournament([first, "random", "greedy"], kind="gauntlet", rounds=2)
    assert all("first" in (game.black, game.white) for game in result.games)
    assert len(result.games) == 2 * 2 * 2


def test_a_stored_tournament_goes_on_where_it_stopped(tmp_path):
    store = tmp_path / "games.db"
    asked = []

    def counted(board):
        asked.append(board)
        return board.legal_moves()[0]

    def play(rounds, **kwargs):
        players = {"counted": counted, "random": "random"}
        return arena.tournament(players, rounds=rounds, store=store, seed=3, **kwargs)

    def stop(*game):
        raise LookupError

    with pytest.raises(LookupError):
        play(4, on_game=stop)
    assert asked
    whole = play(4)
    asked.clear()
    again = play(4)
    assert asked == [] and again.games == whole.games and len(whole.games) == 8


def test_faults_of_a_tournament_are_counted():
    def broken(board):
        raise RuntimeError("no")

    result = arena.tournament([broken, "random"], rounds=2)
    last = result.standings[-1]
    assert last.name == "broken" and last.faults == {"crash": 4}
    assert {game.fault.detail for game in result.games} == {"it raised RuntimeError: no"}


def test_wrong_tournaments_are_refused():
    with pytest.raises(ValueError, match="'cup' is not a kind of tournament"):
        arena.tournament([first, "random"], kind="cup")
    with pytest.raises(ValueError, match="there are 1 players"):
        arena.tournament([first])
    with pytest.raises(ValueError, match="challengers is 2, expected 1 to 1"):
        arena.tournament([first, "random"], kind="gauntlet", challengers=2)
    for keywords, message in [
        ({"rounds": 0}, "rounds is 0, expected 1 to"),
        ({"pairs": 2**40}, "pairs is 1099511627776, expected 1 to"),
        ({"time": float("nan")}, "time is NaN, expected 0 or more seconds"),
    ]:
        with pytest.raises(ValueError, match=message):
            arena.tournament([first, "random"], **keywords)


def test_equal_names_of_a_tournament_are_told_apart():
    result = arena.tournament({1: first, "1": "random"})
    assert {row.name for row in result.standings} == {"1", "1 (2)"}


def test_results_can_be_pickled():
    result = arena.match(first, "random", games=2)
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result


def test_a_test_ends_a_match_early():
    result = arena.match("engine:level=3", "random", games=400, sprt=(0, 100), seed=1)
    assert result.sprt.decision == "accepted"
    assert result.sprt.llr >= result.sprt.bounds[1] > 0 > result.sprt.bounds[0]
    assert result.games_played == len(result.games) < 400
    lost = arena.match("random", "engine:level=3", games=400, sprt=arena.Sprt(0, 100), seed=1)
    assert lost.sprt.decision == "rejected"
    open_end = arena.match("random", "random", games=2, sprt=(0, 5))
    assert open_end.sprt.decision is None
    assert arena.match("random", "random", games=2).sprt is None
    with pytest.raises(ValueError, match="sprt: elo0 5 must be less than elo1 0"):
        arena.match("random", "random", sprt=(5, 0))
    with pytest.raises(ValueError, match="alpha 0.7"):
        arena.match("random", "random", sprt=arena.Sprt(0, 5, alpha=0.7))


def test_a_match_resumes_from_its_store(tmp_path):
    store = tmp_path / "games.db"
    whole = arena.match(first, "random", games=12, seed=4)

    class Enough(Exception):
        pass

    def stop(game):
        if len(heard) == 5:
            raise Enough
        heard.append(game)

    heard = []
    with pytest.raises(Enough):
        arena.match(first, "random", games=12, seed=4, store=store, on_game=stop)
    asked = []

    def counted(board):
        asked.append(board)
        return first(board)

    counted.__name__ = first.__name__
    result = arena.match(counted, "random", games=12, seed=4, store=store)
    assert [game.moves for game in result.games] == [game.moves for game in whole.games]
    assert result.score == whole.score
    before = len(asked)
    arena.match(counted, "random", games=12, seed=4, store=store)
    assert len(asked) == before


def test_a_store_shows_its_match_with_its_players(tmp_path):
    store = tmp_path / "games.db"
    arena.match(first, "random", games=4, store=store)
    command = [sys.executable, "-m", "outflank", "games", str(store), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "first" in done.stdout and "random" in done.stdout


def test_openings_come_from_a_file_or_at_random(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("f5d6c3\nf5f6e6\n")
    result = arena.match("random", "random", games=4, openings=path)
    assert [game.moves[:6] for game in result.games] == ["f5d6c3"] * 2 + ["f5f6e6"] * 2
    assert [game.opening for game in result.games] == [3] * 4
    drawn = arena.match("random", "random", games=4, openings="random:5", seed=2)
    assert [game.opening for game in drawn.games] == [5] * 4
    with pytest.raises(ValueError, match="has 2 openings, enough for 4 games"):
        arena.match("random", "random", games=6, openings=path)
    with pytest.raises(ValueError, match="none.txt"):
        arena.match("random", "random", games=4, openings=tmp_path / "none.txt")
    table = arena.tournament(["random", "greedy"], openings=str(path), rounds=2)
    assert {game.moves[:6] for game in table.games} <= {"f5d6c3", "f5f6e6"}


def test_memory_is_limited(tmp_path, sandbox):
    agent = tmp_path / "agent.py"
    agent.write_text('hog = b"x" * (300 << 20)\n' + AGENT)
    assert arena.match(f"python:{agent}", "random", games=2).faults == ()
    terms = arena.Terms(memory_mb=200)
    result = arena.match(f"python:{agent}", "random", games=2, terms=terms)
    assert [fault.kind for fault in result.faults] == ["out of memory"] * 2
    with pytest.raises(ValueError, match="memory_mb is 0"):
        arena.match("random", "random", terms=arena.Terms(memory_mb=0))
