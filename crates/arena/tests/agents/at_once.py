"""Answers at once: all that is measured of it is what asking costs."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []
        self.rest = None

    def go(self, chessboard):
        # Any square: who asks does not play it.
        self.candidate_list = [(0, 0)]
