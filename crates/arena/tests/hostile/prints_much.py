"""Plays by the rules and prints more than is kept."""
from lawful import Lawful


class AI(Lawful):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        print("\x1b[31mfirst words\x1b[0m")

    def go(self, chessboard):
        super().go(chessboard)
        print("x" * 20_000)
