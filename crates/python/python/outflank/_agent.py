"""The course's agent, played by the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from outflank._outflank import Board, Engine, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

_HASH_MB = 64
"""The size of the table in MiB. Courses give an agent little memory."""

_MARGIN = 0.1
"""The share of the time that stays unused, for a busy machine."""

_MIN_MARGIN = 0.05
"""The minimum that stays unused, in seconds, but at most half the time."""

_SIZE = 8


class Agent:
    """An agent as the course's platform calls it.

    `go` fills `candidate_list` with every legal move as (row, column), and then
    with the choices of a deeper and deeper search: the last entry is the choice.
    """

    rules: ClassVar[str] = "reversi"

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        """Prepare to play `color` (-1 black, 1 white) with `time_out` seconds a move."""
        if chessboard_size != _SIZE:
            raise ValueError(f"the board's size is {chessboard_size}, expected {_SIZE}")
        if color not in (-1, 1):
            raise ValueError(f"the color is {color!r}, expected -1 for black or 1 for white")
        if not time_out > 0:
            raise ValueError(f"the time is {time_out!r}, expected more than 0 seconds")
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list: list[tuple[int, int]] = []
        self._prepare()

    def _prepare(self) -> None:
        """Get ready to search."""
        self._engine = Engine(self.rules, threads=1, hash_mb=_HASH_MB)

    def _choices(self, board: Board, seconds: float) -> Iterator[str | None]:
        """Better and better moves, within a time."""
        for found in self._engine.analysis(board, Limit(time=seconds)):
            yield found.best

    def go(self, chessboard: NDArray[np.signedinteger]) -> None:
        """Search an 8x8 array of -1, 0 and 1, and fill `candidate_list`."""
        self.candidate_list.clear()
        board = Board.from_array(chessboard, self.color)
        squares = [action for action in board.legal_actions() if action < _SIZE * _SIZE]
        self.candidate_list.extend(divmod(square, _SIZE) for square in squares)
        if not squares:
            return
        # There is a choice at once, even if the search is killed.
        self.candidate_list.append(divmod(squares[0], _SIZE))
        if len(squares) == 1:
            return
        margin = min(max(self.time_out * _MARGIN, _MIN_MARGIN), self.time_out / 2)
        for best in self._choices(board, self.time_out - margin):
            self._choose(best)

    def _choose(self, best: str | None) -> None:
        """Append a choice if it is not the last entry."""
        if best is None:
            return
        choice = (int(best[1]) - 1, ord(best[0]) - ord("a"))
        if self.candidate_list[-1] != choice:
            self.candidate_list.append(choice)
