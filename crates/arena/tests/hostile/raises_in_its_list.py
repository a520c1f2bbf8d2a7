"""Has a list that raises when somebody looks at it."""


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.moves = []

    @property
    def candidate_list(self):
        raise KeyError("not for you")

    @candidate_list.setter
    def candidate_list(self, moves):
        self.moves = moves

    def go(self, chessboard):
        self.candidate_list = [(2, 3)]
