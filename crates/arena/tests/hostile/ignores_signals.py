import signal
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        for number in range(1, signal.NSIG):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        while True:
            time.sleep(1)
