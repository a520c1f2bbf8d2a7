import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        while True:
            try:
                while True:
                    time.sleep(0.01)
            except BaseException:
                pass
