"""Has a move at once, and then never lets another thread run."""
import sys

from lawful import Lawful

sys.setswitchinterval(3600)


class AI(Lawful):
    def go(self, chessboard):
        super().go(chessboard)
        while True:
            pass
