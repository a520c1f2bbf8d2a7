import os


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        open(os.path.join(os.path.dirname(__file__), "left.txt"), "w").write("here")
