"""Writes a fault of its own in place of the runner."""
from forge import Forger


class AI(Forger):
    line = b"fault crash \x1b[31mred " + b"A" * 60_000
