import threading
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        for _ in range(400):
            threading.Thread(target=time.sleep, args=(10,), daemon=True).start()
        time.sleep(10)
