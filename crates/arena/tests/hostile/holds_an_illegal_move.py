"""Ends its list with an occupied square and holds the interpreter."""
from lawful import Lawful


class AI(Lawful):
    def go(self, chessboard):
        super().go(chessboard)
        self.candidate_list += [(3, 3)]
        sum(range(10**13))
