"""An agent that writes a line of the runner itself."""
import os


class Forger(object):
    line = b""

    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        for number in range(3, 64):
            try:
                os.write(number, self.line + b"\n")
            except OSError:
                pass
        while True:
            pass
