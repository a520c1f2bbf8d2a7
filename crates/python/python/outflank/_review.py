"""A game reviewed move by move."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from outflank._outflank import Board, Game, Limit, Record, graph_png, review_game


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game, compared with the best one. Scores are for the mover."""

    #: The number of the move in the game, from 1; passes count.
    ply: int
    #: The board before the move.
    board: Board
    #: The side that moved: -1 black, 1 white.
    turn: int
    move: str
    #: The value of the board with the move, in discs.
    score: int
    #: The best move, and its value in discs.
    best: str
    best_score: int
    #: The discs that the move lost.
    loss: int
    #: "forced", "best", "good", "inaccuracy", "mistake" or "blunder".
    grade: str
    #: Whether both scores are proven to the end of the game.
    exact: bool
    #: The depth of the search in plies.
    depth: int
    #: The error to expect of the scores, in discs; 0 if they are exact.
    margin: int
    #: Whether the move lost something, but no more than the margin.
    within_margin: bool
    #: Best play of both sides from the board.
    pv: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class SideSummary:
    """The play of one side in a reviewed game."""

    #: 0 to 100; None if the side never had a choice.
    accuracy: float | None
    #: The discs lost by all moves, and by a choice on average.
    lost: int
    average_loss: float | None
    #: The number of moves that were not forced.
    choices: int
    #: The number of moves of each grade.
    grades: dict[str, int]


@dataclass(frozen=True)
class Review:
    """A game with every move graded. A notebook shows it as a graph."""

    game: Game
    #: Every move and pass in the order of the game.
    moves: tuple[ReviewedMove, ...] = field(repr=False)
    black: SideSummary
    white: SideSummary
    _graph: str = field(repr=False)

    @property
    def errors(self) -> tuple[ReviewedMove, ...]:
        """The inaccuracies, mistakes and blunders in the order of the game."""
        graded = ("inaccuracy", "mistake", "blunder")
        return tuple(move for move in self.moves if move.grade in graded)

    def svg(self) -> str:
        """The graph of the scores as an SVG text."""
        return self._graph

    def png(self) -> bytes:
        """The graph of the scores as a PNG picture."""
        return graph_png(self._graph)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the graph to a `.svg` or `.png` file."""
        target = Path(path)
        suffix = target.suffix.lower()
        if suffix not in (".svg", ".png"):
            raise ValueError(f"{target} is not the name of a picture: use .svg or .png")
        target.write_bytes(self.png() if suffix == ".png" else self.svg().encode())

    def _repr_svg_(self) -> str:
        return self._graph


def review(
    game: Game | Record,
    limit: Limit | None = None,
    *,
    threads: int | None = None,
    hash_mb: int | None = None,
    on_move: Callable[[ReviewedMove], Any] | None = None,
) -> Review:
    """Search every position of a game and grade its moves.

    `limit` is for one position; the default is `Limit(nodes=1_600_000)`. With a
    limit of nodes or depth the same game always has the same review. Each
    position is searched by one thread with an empty table of its own, so
    `threads` and `hash_mb` change nothing. The search goes from the last move
    to the first and calls `on_move` with each. Ctrl-C ends it.
    """
    hear = None if on_move is None else lambda fields: on_move(_move(fields))
    result = review_game(game, limit, threads, hash_mb, hear)
    return Review(
        game=game.game if isinstance(game, Record) else game.copy(),
        moves=tuple(_move(fields) for fields in result["moves"]),
        black=SideSummary(**result["black"]),
        white=SideSummary(**result["white"]),
        _graph=result["graph"],
    )


def _move(fields: dict[str, Any]) -> ReviewedMove:
    return ReviewedMove(**{**fields, "pv": tuple(fields["pv"])})
