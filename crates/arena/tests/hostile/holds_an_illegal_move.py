"""Ends its list with an occupied square and holds the interpreter."""
from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        self.candidate_list += [(3, 3)]
        sum(range(10**13))
