import os
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        # It waits for a core, but only because its own children have them. Some
        # of them end before they are counted.
        for _ in range(8):
            if os.fork() == 0:
                end = time.monotonic() + 5
                while time.monotonic() < end:
                    if os.fork() == 0:
                        for _ in range(100_000):
                            pass
                        os._exit(0)
                    os.wait()
                os._exit(0)
        while True:
            pass
