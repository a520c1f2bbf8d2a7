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
"""The objects that can be written."""

_MAX_PATH = 4096
_MAX_SHOWN = 200
"""The maximum length of a text in an error message."""


def read(
    source: str | bytes | os.PathLike[str],
    format: str | None = None,
    *,
    rules: Rule | str = "reversi",
    turn: int | str = "black",
    players: str | os.PathLike[str] | None = None,
    tournaments: str | os.PathLike[str] | None = None,
) -> Iterator[Record | Problem]:
    """Read games or positions one by one.

    `source` is a path, the bytes of a file or a text; a string that names an
    existing file is read as that file. By default the extension or the content
    says the format. `rules` is the rule set for formats that do not name one,
    and `turn` the side to move of a course board.

    A WTHOR file (`.wtb`) has its names in two other files: the `.jou` file of
    `players` and the `.trn` file of `tournaments`. By default those beside it
    are used.

    A broken game raises ValueError with its file and place; the next one can
    still be read.
    """
    if isinstance(source, bytes):
        return read_bytes(source, format, rules, turn, players, tournaments)
    if isinstance(source, str) and not _is_file(source):
        if format is None and detect(source) is None and len(source) <= _MAX_SHOWN:
            raise ValueError(
                f"{source!r} is neither a file nor a text in a known format"
            )
        return read_bytes(source.encode(), format, rules, turn, players, tournaments)
    return read_file(os.fspath(source), format, rules, turn, players, tournaments)


def write(
    path: str | os.PathLike[str], items: Iterable[Item] | Item, format: str | None = None
) -> None:
    """Write games or positions to a file, which appears when it is complete.

    By default the extension of the file says the format. A WTHOR file
    (`x.wtb`) gets its names beside it, in `x.jou` and `x.trn`.
    """
    target = Path(path)
    if format is None:
        format = format_of_extension(target.suffix.removeprefix("."))
    if format is None:
        raise ValueError(f"the name of {target} does not say the format: name one of {', '.join(FORMATS)}")
    data, beside = _bytes(items, format)
    files = {target.with_suffix(f".{extension}"): names for extension, names in beside.items()}
    files[target] = data
    partial = {path: path.with_name(f"{path.name}.{os.getpid()}.tmp") for path in files}
    try:
        # All files are complete before one of them appears.
        for path, content in files.items():
            partial[path].write_bytes(content)
        for path in files:
            partial[path].replace(path)
    finally:
        for path in partial.values():
            path.unlink(missing_ok=True)


def dumps(items: Iterable[Item] | Item, format: str) -> str:
    """Return games or positions as a text. A WTHOR file is not a text: use `write`."""
    if format == "wthor":
        raise ValueError("a WTHOR file is not a text: write it to a path")
    return _bytes(items, format)[0].decode()


def _bytes(items: Iterable[Item] | Item, format: str) -> tuple[bytes, dict[str, bytes]]:
    if isinstance(items, (Record, Problem, Game, Board)):
        items = [items]
    return write_bytes(items, format)


def _is_file(text: str) -> bool:
    """Whether a text is the name of a file."""
    if not text or len(text) > _MAX_PATH or "\n" in text or "\0" in text:
        return False
    try:
        return Path(text).is_file()
    except OSError:
        return False
