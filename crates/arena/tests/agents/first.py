"""Plays the first legal move."""
from first_moves import First


class AI(First):
    pass
