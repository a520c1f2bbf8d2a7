import sys


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        for _ in range(1024):
            print("x" * (1 << 20))
