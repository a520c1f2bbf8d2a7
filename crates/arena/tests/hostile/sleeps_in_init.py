import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        time.sleep(3600)
