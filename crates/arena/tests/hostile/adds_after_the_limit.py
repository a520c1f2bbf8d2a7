"""Has a move at once, and adds an illegal one after each interruption."""
import time

from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        while True:
            try:
                time.sleep(3600)
            except BaseException:
                self.candidate_list.append((0, 0))
