"""Line 6 misses a colon."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        if color == -1
            self.candidate_list = []
