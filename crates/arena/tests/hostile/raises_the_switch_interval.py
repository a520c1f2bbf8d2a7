"""Has a move at once, and then never lets another thread run."""
import sys

from first_moves import First

sys.setswitchinterval(3600)


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        while True:
            pass
