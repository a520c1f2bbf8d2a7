"""Writes a list of its own that is far too long."""
from forge import Forger


class AI(Forger):
    line = b"list 1 20000" + b" 19" * 20_000
