"""Files of all formats."""

import os
import signal
import threading
from pathlib import Path

import pytest
from forks import in_a_fork

from outflank import Board, Game, Rule, formats
from outflank.formats import Record

GAME = Game.from_str("f5d6c3d3c4f4")
TEXTS = [name for name in formats.FORMATS if name != "wthor"]


def test_all_formats_are_there():
    assert len(formats.FORMATS) == 10
    assert {"transcript", "ggf", "sgf", "wthor", "json", "obf"} <= set(formats.FORMATS)


@pytest.mark.parametrize("name", ["transcript", "ggf", "sgf", "json", "course-boards"])
def test_games_come_back_as_they_went(name):
    record = formats.Record(GAME, black="Ann", white="Bob")
    text = formats.dumps(record, name)
    assert formats.detect(text) == name
    (again,) = formats.read(text)
    assert again.game == GAME and again.moves == GAME.moves
    if name in ("ggf", "sgf", "json"):
        assert (again.black, again.white) == ("Ann", "Bob")


@pytest.mark.parametrize("name", ["position", "obf", "course-board"])
def test_positions_come_back_as_they_went(name):
    text = formats.dumps(GAME.board, name)
    assert formats.detect(text) == name
    (problem,) = formats.read(text, turn=GAME.turn)
    assert problem.board == GAME.board


@pytest.mark.parametrize("suffix", [".ggf", ".sgf", ".json", ".wtb"])
def test_files_are_told_by_their_names(tmp_path: Path, suffix):
    path = tmp_path / f"games{suffix}"
    finished = Game.from_str("e6f4e3f6g5d6e7f5c5")
    formats.write(path, [finished, finished])
    for source in (path, str(path)):
        records = list(formats.read(source))
        assert [record.game for record in records] == [finished, finished]
        assert records[0].winner == -1
    if suffix != ".wtb":
        assert len(list(formats.read(path.read_bytes()))) == 2
    names = [path.with_suffix(other) for other in (".jou", ".trn") if suffix == ".wtb"]
    assert sorted(tmp_path.iterdir()) == sorted([path, *names])


def test_a_wthor_file_is_read_from_its_bytes(tmp_path: Path):
    path = tmp_path / "games.wtb"
    formats.write(path, [GAME])
    (record,) = formats.read(path.read_bytes(), "wthor")
    assert record.moves == GAME.moves
    with pytest.raises(ValueError, match="not a text"):
        formats.dumps(GAME, "wthor")


def test_a_file_of_unknown_name_is_told_by_its_looks(tmp_path: Path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5f6\n")
    assert [len(record) for record in formats.read(path)] == [3, 2]
    with pytest.raises(ValueError, match="does not say the format"):
        formats.write(path, [GAME])
    formats.write(path, [GAME], "transcript")
    assert path.read_text().strip() == GAME.transcript()


def test_a_broken_game_says_where_and_the_next_is_read():
    games = formats.read("f5d6\nf5f5\nf5f6\n", "transcript")
    assert len(next(games)) == 2
    with pytest.raises(ValueError, match="line 2, column 3: move 2: f5 is occupied"):
        next(games)
    assert len(next(games)) == 2
    with pytest.raises(StopIteration):
        next(games)


def test_one_game_is_written_as_a_list_of_one(tmp_path: Path):
    path = tmp_path / "game.ggf"
    for item in (GAME, formats.Record(GAME), GAME.board):
        formats.write(path, item)
        assert path.read_text() == formats.dumps(item, "ggf") == formats.dumps([item], "ggf")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_reader_says_so_in_a_forked_process():
    games = formats.read("f5d6\n" * 10_000)
    next(games)
    assert in_a_fork(lambda: next(games)).startswith("this reader belongs to the process")
    assert len(next(games)) == 2


def test_ctrl_c_is_heard_while_a_pipe_is_silent(tmp_path: Path):
    pipe = tmp_path / "pipe.ggf"
    os.mkfifo(pipe)
    with open(os.open(pipe, os.O_RDWR)):
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            next(formats.read(pipe))


def test_an_iterator_may_be_left_early():
    text = "f5d6c3\n" * 10_000
    for _ in range(20):
        assert len(next(formats.read(text))) == 3
    assert sum(1 for _ in formats.read(text)) == 10_000


def test_what_cannot_be_read_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="'games.ggf' is neither a file nor a text in a known format"):
        formats.read("games.ggf")
    for unknown in ("hello " * 1000, b"hello"):
        with pytest.raises(ValueError, match="the format of the data cannot be detected"):
            formats.read(unknown)
    (tmp_path / "unknown").write_text("hello")
    with pytest.raises(ValueError, match="unknown cannot be detected"):
        formats.read(tmp_path / "unknown")
    with pytest.raises(ValueError, match="'pgn' is not a format"):
        formats.read("f5", "pgn")
    with pytest.raises(FileNotFoundError):
        formats.read(tmp_path / "none.ggf")
    assert formats.detect("hello") is None


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="more than one game"):
        formats.dumps([GAME, GAME], "course-boards")
    with pytest.raises(ValueError, match="usual start"):
        formats.dumps(Game(GAME.board), "transcript")
    with pytest.raises(TypeError, match="found str"):
        formats.dumps(["f5"], "transcript")


def test_problems_tell_what_is_known():
    text = f"{Board().play('f5')}; d6:+2; f4:-4;"
    (problem,) = formats.read(text)
    assert problem.moves == {"d6": 2, "f4": -4}
    assert problem.score == 2 and problem.rules == Rule.REVERSI


def test_the_rule_of_a_file_is_kept():
    game = Game(rules="reversed", moves=GAME.moves)
    (record,) = formats.read(formats.dumps(game, "json"))
    assert record.rules == Rule.REVERSED
    (record,) = formats.read("f5d6", rules="reversed")
    assert record.game.rules == Rule.REVERSED
    assert record.winner is None and record.ending is None


def wthor_records():
    game = Game(moves=["f5", "d6"])
    return [
        Record(game, black="Ann", white="Bob", event="Open", date="2024", theoretical=-6),
        Record(game, black="Bob", white="Zoë", event="Open", date="2024"),
    ]


def test_a_wthor_file_keeps_names_and_theoretical_scores(tmp_path: Path):
    path = tmp_path / "WTH_2024.wtb"
    formats.write(path, wthor_records())
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "WTH_2024.jou",
        "WTH_2024.trn",
        "WTH_2024.wtb",
    ]
    first, second = formats.read(path)
    assert (first.black, first.white, first.event, first.date) == ("Ann", "Bob", "Open", "2024")
    assert (second.black, second.white) == ("Bob", "Zoë")
    assert first.theoretical == -6
    assert Record(Game()).theoretical is None


def test_the_names_of_a_wthor_file_can_be_given(tmp_path: Path):
    path = tmp_path / "games.wtb"
    formats.write(path, wthor_records())
    elsewhere = tmp_path / "names"
    elsewhere.mkdir()
    players = (tmp_path / "games.jou").rename(elsewhere / "a.jou")
    tournaments = (tmp_path / "games.trn").rename(elsewhere / "b.trn")
    assert [record.black for record in formats.read(path)] == [None, None]
    for source in (path, path.read_bytes()):
        read = formats.read(source, "wthor", players=players, tournaments=tournaments)
        assert [(record.black, record.event) for record in read] == [
            ("Ann", "Open"),
            ("Bob", "Open"),
        ]
    with pytest.raises(ValueError, match="names for wthor, not for transcript"):
        formats.read("f5d6", players=players)


def test_the_names_of_all_years_are_found_beside_a_year(tmp_path: Path):
    formats.write(tmp_path / "WTH.wtb", wthor_records())
    path = (tmp_path / "WTH.wtb").rename(tmp_path / "WTH_2024.wtb")
    assert [record.black for record in formats.read(path)] == ["Ann", "Bob"]


def test_errors_name_the_file(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as raised:
        formats.read(tmp_path / "none.ggf")
    assert raised.value.filename == str(tmp_path / "none.ggf")
    broken = tmp_path / "broken.txt"
    broken.write_text("f5d6\nf5f5\n")
    reading = formats.read(broken, "transcript")
    next(reading)
    with pytest.raises(ValueError, match=r"broken\.txt: line 2"):
        next(reading)
    jou = tmp_path / "short.jou"
    jou.write_bytes(b"short")
    formats.write(tmp_path / "short.wtb", wthor_records())
    jou.write_bytes(b"short")
    with pytest.raises(ValueError, match=r"short\.jou: "):
        formats.read(tmp_path / "short.wtb")
    with pytest.raises(ValueError, match="theoretical score is 65"):
        Record(Game(), theoretical=65)
    with pytest.raises(ValueError, match="item 2: "):
        formats.write(tmp_path / "x.wtb", [Game(), Game(rules="reversed")])
