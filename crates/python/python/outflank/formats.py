"""Games and positions in every format, read and written.

The formats are named in `FORMATS`: position strings, OBF, transcripts, GGF,
SGF, WTHOR, Outflank's JSON lines and the files of the course.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from outflank._outflank import (
    Board,
    Game,
    Problem,
    Record,
    Rule,
    detect,
    format_names,
    format_of_extension,
    read_bytes,
    read_file,
    write_bytes,
)

__all__ = ["FORMATS", "Item", "Problem", "Record", "detect", "dumps", "read", "write"]

FORMATS: tuple[str, ...] = tuple(format_names())
"""The names of all formats."""

Item: TypeAlias = Record | Problem | Game | Board
"""What can be written."""

_LONGEST_PATH = 4096
_LONGEST_NAME = 200
"""A text that is longer is not shown as a whole."""


def read(
    source: str | bytes | os.PathLike[str],
    format: str | None = None,
    *,
    rules: Rule | str = "reversi",
    turn: int | str = "black",
) -> Iterator[Record | Problem]:
    """Read games or positions one by one.

    `source` is a path, the bytes of a file or a text; a string that names an
    existing file is read as that file. The format is told by the file's
    extension or by its looks where it is not given. `rules` is the game of
    formats that do not name one, `turn` the side to move of a course board.

    A broken game raises ValueError with its place; the next one can still be
    asked for.
    """
    if isinstance(source, bytes):
        return read_bytes(source, format, rules, turn)
    if isinstance(source, str) and not _is_file(source):
        if format is None and detect(source) is None and len(source) <= _LONGEST_NAME:
            raise ValueError(
                f"{source!r} is neither a file nor a text in a format that can be told by its looks"
            )
        return read_bytes(source.encode(), format, rules, turn)
    return read_file(os.fspath(source), format, rules, turn)


def write(
    path: str | os.PathLike[str], items: Iterable[Item] | Item, format: str | None = None
) -> None:
    """Write games or positions to a file, which appears when it is complete.

    The format is told by the file's extension where it is not given.
    """
    target = Path(path)
    if format is None:
        format = format_of_extension(target.suffix.removeprefix("."))
    if format is None:
        raise ValueError(f"the name of {target} does not tell a format: name one of {', '.join(FORMATS)}")
    data = _bytes(items, format)
    partial = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        partial.write_bytes(data)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def dumps(items: Iterable[Item] | Item, format: str) -> str:
    """Return games or positions as a text. A WTHOR file is none: write it to a path."""
    if format == "wthor":
        raise ValueError("a WTHOR file is not a text: write it to a path")
    return _bytes(items, format).decode()


def _bytes(items: Iterable[Item] | Item, format: str) -> bytes:
    if isinstance(items, (Record, Problem, Game, Board)):
        items = [items]
    return write_bytes(items, format)


def _is_file(text: str) -> bool:
    """Whether a text is the name of a file, and not a game."""
    if not text or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    try:
        return Path(text).is_file()
    except OSError:
        return False
