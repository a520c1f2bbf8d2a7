import os


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        os.write(1, b"list 1 1 19\nfault crash me\n")
        self.candidate_list = [(0, 0)]
