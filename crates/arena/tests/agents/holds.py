"""Holds the interpreter for more than a second, and then adds another move."""
import time

from first_moves import First, legal_moves

# The length of a call that takes 1.3 s and lets no other thread run.
START = time.process_time()
sum(range(10**6))
LENGTH = int(1.3 / (time.process_time() - START) * 10**6)


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        sum(range(LENGTH))
        self.candidate_list.append(legal_moves(chessboard, self.color)[-1])
