"""Prints what it was made with, and counts its games and moves."""
from first_moves import First

GAMES = []


class AI(First):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        GAMES.append(color)
        print("made with", chessboard_size, color, time_out, "as number", len(GAMES))
