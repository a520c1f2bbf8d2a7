"""Has a move at once, and then holds the interpreter in one long call."""
from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        sum(range(10**13))
