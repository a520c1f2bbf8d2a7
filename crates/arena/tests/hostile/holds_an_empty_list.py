"""Clears its list and holds the interpreter."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = [(2, 3)]
        self.candidate_list.clear()
        sum(range(10**13))
