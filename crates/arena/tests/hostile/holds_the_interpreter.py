"""Has a move at once, and then holds the interpreter in one long call."""
from lawful import Lawful


class AI(Lawful):
    def go(self, chessboard):
        super().go(chessboard)
        sum(range(10**13))
