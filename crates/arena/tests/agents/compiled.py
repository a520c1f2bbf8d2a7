"""Turns its interruption into SystemError, as compiled code does."""
from first_moves import legal_moves


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list = [list(move) for move in legal_moves(chessboard, self.color)]
        try:
            while True:
                pass
        except BaseException as error:
            raise SystemError("returned a result with an exception set") from error
