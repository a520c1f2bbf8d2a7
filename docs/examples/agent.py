"""An agent for the course platform: it plays the move that turns the fewest discs."""

import numpy as np

EMPTY = 0
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        """List every legal move as (row, column), then the choice once more at the end."""
        self.candidate_list.clear()
        turned = {}
        for row, column in np.argwhere(chessboard == EMPTY).tolist():
            discs = self.turned_discs(chessboard, row, column)
            if discs > 0:
                turned[row, column] = discs
        self.candidate_list.extend(turned)
        if turned:
            self.candidate_list.append(min(turned, key=turned.get))

    def turned_discs(self, chessboard, row, column):
        """The number of discs that a move on this square turns; 0 if it is illegal."""
        return sum(self.turned_in_direction(chessboard, row, column, *way) for way in DIRECTIONS)

    def turned_in_direction(self, chessboard, row, column, down, right):
        discs = 0
        row, column = row + down, column + right
        while self.is_on_board(row, column) and chessboard[row, column] == -self.color:
            discs += 1
            row, column = row + down, column + right
        if self.is_on_board(row, column) and chessboard[row, column] == self.color:
            return discs
        return 0

    def is_on_board(self, row, column):
        return 0 <= row < self.chessboard_size and 0 <= column < self.chessboard_size
