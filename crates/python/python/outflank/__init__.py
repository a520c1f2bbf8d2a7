"""Reversi and Reversed Reversi: boards, engine, solver, arena and tuner.

Squares are named "a1" (top left) to "h8" (bottom right) and numbered 0 to 63
row by row; 64 is a pass. Black is -1, white is 1. Scores are in discs, from
the side to move: positive is good for it.

>>> import outflank
>>> board = outflank.Board()
>>> board.legal_moves()
['d3', 'c4', 'f5', 'e6']
"""

import importlib
from typing import TYPE_CHECKING

from outflank._outflank import (
    PASS,
    SYMMETRIES,
    Analysis,
    Board,
    Candidate,
    Engine,
    Game,
    Limit,
    Rule,
    Searching,
    Session,
    __version__,
)
from outflank._review import Review, ReviewedMove, SideSummary, review
from outflank.reversi import AI

BLACK = -1
"""The number of the side that begins."""

WHITE = 1
"""The number of the other side."""

__all__ = [
    "AI",
    "BLACK",
    "PASS",
    "SYMMETRIES",
    "WHITE",
    "Analysis",
    "Board",
    "Candidate",
    "Engine",
    "Game",
    "Limit",
    "Review",
    "ReviewedMove",
    "Rule",
    "Searching",
    "Session",
    "SideSummary",
    "__version__",
    "cluster",
    "review",
]


def cluster(address: str) -> "units.Cluster":
    """Connects to the cluster of a NATS server: outflank.cluster("nats://HOST:4222").

    See outflank.units.Cluster.
    """
    from outflank.units import Cluster

    return Cluster(address)


if TYPE_CHECKING:
    from outflank import (
        arena,
        evolve,
        formats,
        gymnasium,
        pettingzoo,
        reversed,
        reversi,
        units,
        vec,
        zero,
    )
else:
    _MODULES = (
        "arena", "evolve", "formats", "gymnasium", "pettingzoo", "reversed", "reversi", "units",
        "vec", "zero",
    )  # fmt: skip

    def __getattr__(name):
        """Imports a module of the package at its first use."""
        if name in _MODULES:
            return importlib.import_module(f"outflank.{name}")
        raise AttributeError(f"module 'outflank' has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *_MODULES})
