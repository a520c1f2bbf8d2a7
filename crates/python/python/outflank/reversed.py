"""Reversed Reversi: fewest discs win.

An agent for the course is `from outflank.reversed import AI`.
"""

from outflank._agent import Agent

__all__ = ["AI"]


class AI(Agent):
    """The course's agent for Reversed Reversi."""

    rules = "reversed"
