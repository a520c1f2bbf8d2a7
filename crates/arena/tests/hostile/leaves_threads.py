import threading


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        def burn():
            while True:
                pass

        for _ in range(4):
            threading.Thread(target=burn).start()
        raise RuntimeError("the threads are on their way")
