"""What keeps to the rules in an agent that does not otherwise."""
import numpy as np

DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


def legal_moves(board, color):
    moves = []
    for row in range(8):
        for column in range(8):
            if board[row, column] == 0 and any(
                flips(board, color, row, column, d) for d in DIRECTIONS
            ):
                moves.append((row, column))
    return moves


def flips(board, color, row, column, direction):
    count = 0
    while True:
        row, column = row + direction[0], column + direction[1]
        if not (0 <= row < 8 and 0 <= column < 8) or board[row, column] == 0:
            return 0
        if board[row, column] == color:
            return count
        count += 1


class Lawful(object):
    def __init__(self, chessboard_size, color, time_out):
        assert chessboard_size == 8 and color in (-1, 1)
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        assert chessboard.shape == (8, 8) and np.issubdtype(chessboard.dtype, np.integer)
        self.candidate_list.clear()
        moves = legal_moves(chessboard, self.color)
        self.candidate_list.extend(moves)
        if moves:
            self.candidate_list.append(moves[0])
