"""Ends its list with words and holds the interpreter."""
from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        self.candidate_list.insert(99, "c4")
        sum(range(10**13))
