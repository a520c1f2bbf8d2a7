"""Assigns lists as it goes, holds the interpreter, and then assigns another."""
import time

from first_moves import First, legal_moves

START = time.process_time()
sum(range(10**6))
LENGTH = int(1.3 / (time.process_time() - START) * 10**6)


class AI(First):
    def go(self, chessboard):
        moves = legal_moves(chessboard, self.color)
        self.candidate_list = moves + moves[:1]
        sum(range(LENGTH))
        self.candidate_list = moves + moves[-1:]
