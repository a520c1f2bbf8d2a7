"""Reversi and Reversed Reversi: boards, engine, solver, arena and tuner.

Squares are named "a1" (top left) to "h8" (bottom right) and numbered 0 to 63
row by row; 64 is a pass. Black is -1, white is 1. Scores are in discs, from
the side to move: positive is good for it.

>>> import outflank
>>> board = outflank.Board()
>>> board.legal_moves()
['d3', 'c4', 'f5', 'e6']
"""

from outflank._outflank import (
    Analysis,
    Board,
    Candidate,
    Engine,
    Game,
    Limit,
    Rule,
    Searching,
)
from outflank.reversi import AI

BLACK = -1
"""The number of the side that begins."""

WHITE = 1
"""The number of the other side."""

PASS = 64
"""The number of a pass."""

__all__ = [
    "AI",
    "BLACK",
    "PASS",
    "WHITE",
    "Analysis",
    "Board",
    "Candidate",
    "Engine",
    "Game",
    "Limit",
    "Rule",
    "Searching",
]
