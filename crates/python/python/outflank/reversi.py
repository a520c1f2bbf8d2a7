"""Reversi: most discs win.

An agent for the course is `from outflank.reversi import AI`.
"""

from outflank._agent import Agent

__all__ = ["AI"]


class AI(Agent):
    """The course's agent for Reversi."""

    rules = "reversi"
