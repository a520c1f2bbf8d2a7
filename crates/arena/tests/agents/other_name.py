"""Has another name for its list, and changes it by that name."""
from first_moves import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = self.moves = []

    def go(self, chessboard):
        moves = []
        self.candidate_list = moves
        moves.extend(legal_moves(chessboard, self.color))
        while True:
            pass
