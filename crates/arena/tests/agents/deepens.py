"""Has every move in its list at once, the last legal one last, and thinks for ever."""
import time

from first_moves import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = legal_moves(chessboard, self.color)
        while True:
            time.sleep(0.001)
