import os
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.closerange(0, 256)
                time.sleep(3600)
            os._exit(0)
        raise RuntimeError("the daemon is on its way")
