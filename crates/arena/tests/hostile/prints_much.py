"""Plays by the rules and prints more than is kept."""
from first_moves import First


class AI(First):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        print("\x1b[31mfirst words\x1b[0m")

    def go(self, chessboard):
        super().go(chessboard)
        print("x" * 20_000)
