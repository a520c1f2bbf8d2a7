"""Spins in the turn of its opponent."""
import os
import threading

from first_moves import First

CHILDREN = []


def spin():
    while True:
        pass


class AI(First):
    def go(self, chessboard):
        while len(CHILDREN) < 8:
            pid = os.fork()
            if pid == 0:
                if len(CHILDREN) % 2:
                    os.setsid()
                spin()
            CHILDREN.append(pid)
        if threading.active_count() < 3:
            threading.Thread(target=spin, daemon=True).start()
        super().go(chessboard)
