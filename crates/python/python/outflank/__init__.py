"""Reversi and Reversed Reversi: boards, engine, solver, arena and tuner."""

from outflank._outflank import Board, Rule

__all__ = ["Board", "Rule"]
