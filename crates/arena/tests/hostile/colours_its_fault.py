"""Raises a text that would clear a terminal and fill a page."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        raise ValueError("\x1b[2J\x1b]0;owned\x07red \u202etxt\r\n" + "long " * 200_000)
