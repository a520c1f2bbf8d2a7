import threading
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
